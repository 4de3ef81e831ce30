import { readRegistry } from './registry.ts'
import type { KnownRemote } from './registry.ts'

const key = 'portal.last-good.registry'

/** What this browser was told last of the remotes; null when there is nothing to be read. */
export function storedRegistry(): readonly KnownRemote[] | null {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : readRegistry(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * Keeps the remotes for a start without the registry. Nothing of a person is kept: a module that is off for
 * this one stays as it was told before, since whoever comes next is judged by their own session.
 */
export function storeRegistry(remotes: readonly KnownRemote[]): void {
  const before = storedRegistry() ?? []
  const kept = remotes.map((remote) =>
    remote.state === 'off'
      ? (before.find(({ name, state }) => name === remote.name && state === 'on') ?? remote)
      : remote,
  )
  try {
    localStorage.setItem(key, JSON.stringify({ contract: '', remotes: kept }))
  } catch {
    // Storage may be forbidden or full: only the copy is lost.
  }
}
