import type { PortalStore } from '@portal/shared-ui/state'
import { registryAtom } from './federation.state.ts'
import { fetchRegistry } from './registry.ts'
import type { KnownRemote } from './registry.ts'

/** The remotes as the server knows them now. Throws when it does not say. */
export async function loadRegistry(store: PortalStore): Promise<readonly KnownRemote[]> {
  const remotes = await fetchRegistry()
  store.set(registryAtom, { kind: 'known', remotes })
  return remotes
}

/** Asks for the registry; a failure shows in place of the pages that need it, with `Try again`. */
export async function refreshRegistry(store: PortalStore): Promise<void> {
  try {
    await loadRegistry(store)
  } catch (error) {
    store.set(registryAtom, { kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  }
}
