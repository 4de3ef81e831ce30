import type { PortalStore } from '@portal/shared-ui/state'
import { registryAtom } from './federation.state.ts'
import { storeRegistry, storedRegistry } from './stored-registry.ts'
import { fetchRegistry } from './registry.ts'
import type { KnownRemote } from './registry.ts'

/** The remotes as the server knows them now. Throws when it does not say. */
export async function loadRegistry(store: PortalStore): Promise<readonly KnownRemote[]> {
  const remotes = await fetchRegistry()
  storeRegistry(remotes)
  store.set(registryAtom, { kind: 'known', remotes, trouble: null })
  return remotes
}

/**
 * Asks for the registry. Where it does not answer, the page goes on with what it knows, or with what this
 * browser was told last; only without either the failure shows in place of the pages that need it, with `Try
 * again`.
 */
export async function refreshRegistry(store: PortalStore): Promise<void> {
  try {
    await loadRegistry(store)
  } catch (error) {
    const trouble = error instanceof Error ? error.message : String(error)
    const known = store.get(registryAtom)
    const remotes = known.kind === 'known' ? known.remotes : storedRegistry()
    store.set(
      registryAtom,
      remotes === null ? { kind: 'failed', reason: trouble } : { kind: 'known', remotes, trouble },
    )
  }
}
