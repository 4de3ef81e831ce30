import type { PortalStore } from '@portal/shared-ui/state'
import { registryAtom } from './federation.state.ts'
import { holdFlags } from './flags.ts'
import { storeRegistry, storedRegistry } from './stored-registry.ts'
import { fetchRegistry } from './registry.ts'
import type { KnownRemote } from './registry.ts'

/** Loads the current remotes from the server, or from an earlier answer. Throws when the request fails. */
export async function loadRegistry(
  store: PortalStore,
  result?: Promise<unknown>,
): Promise<readonly KnownRemote[]> {
  const { remotes, removed, apps } = await fetchRegistry(result)
  storeRegistry(remotes)
  holdFlags(store, remotes)
  const before = store.get(registryAtom)
  const known = before.kind === 'known' ? [...before.remotes, ...before.left] : []
  const left = known.filter(({ name }) => removed.some((each) => each.name === name))
  store.set(registryAtom, { kind: 'known', remotes, removed, left, apps, trouble: null })
  return remotes
}

/**
 * Loads the registry. On failure the page keeps the remotes it has, or uses the copy stored in this browser.
 * Without either, the pages that need the registry show the failure with `Try again`.
 */
export async function refreshRegistry(store: PortalStore, result?: Promise<unknown>): Promise<void> {
  try {
    await loadRegistry(store, result)
  } catch (error) {
    const trouble = error instanceof Error ? error.message : String(error)
    const known = store.get(registryAtom)
    const remotes = known.kind === 'known' ? known.remotes : storedRegistry()
    const { removed, left, apps = [] } = known.kind === 'known' ? known : { removed: [], left: [] }
    store.set(
      registryAtom,
      remotes === null
        ? { kind: 'failed', reason: trouble }
        : { kind: 'known', remotes, removed, left, apps, trouble },
    )
  }
}
