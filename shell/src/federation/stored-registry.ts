import { readRegistry } from './registry.ts'
import type { KnownRemote } from './registry.ts'

const key = 'portal.last-good.registry'

/** The registry stored by this browser; null when there is none, or it cannot be read. */
export function storedRegistry(): readonly KnownRemote[] | null {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : readRegistry(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * Stores the remotes for a start without the registry. The copy contains nothing personal: a remote that is
 * off for this user, or previewed by them, is stored as it was before, because the next user has their own
 * permissions and flags.
 */
export function storeRegistry(remotes: readonly KnownRemote[]): void {
  const before = storedRegistry() ?? []
  const kept = remotes.flatMap((remote): KnownRemote[] => {
    if (remote.state === 'refused') return [remote]
    const stored = before.find(({ name, state }) => name === remote.name && state === 'on')
    if (remote.state === 'off') return [stored ?? remote]
    const { flags: _flags, preview, ...live } = remote
    if (preview === undefined) return [live]
    return stored === undefined ? [] : [stored]
  })
  try {
    localStorage.setItem(key, JSON.stringify({ contract: '', remotes: kept }))
  } catch {
    // Storage may be forbidden or full: only the copy is lost.
  }
}
