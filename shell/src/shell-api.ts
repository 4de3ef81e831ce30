import { addToastAtom, userAtom } from '@portal/shared-ui'
import type { ShellApi } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { remotesAtom } from './federation/federation.state.ts'
import type { FederationRuntime } from './federation/load.ts'
import { refreshRegistry } from './federation/refresh-registry.ts'
import { loadPanel, panelOffers } from './federation/panels.ts'
import { navigate } from './navigation/navigate.ts'
import { titleOverrideAtom, unsavedAtom } from './navigation/navigation.state.ts'

/** All that remotes may ask of the shell. */
export function createShellApi(store: PortalStore, runtime: FederationRuntime): ShellApi {
  return {
    navigate: (url) => navigate(store, url),
    reportUnsaved: (unsaved) => store.set(unsavedAtom, unsaved),
    toast: (toast) => store.set(addToastAtom, toast),
    panels: (slot, collection) => panelOffers(slot, collection, store.get(remotesAtom), store.get(userAtom)),
    async loadPanel(offer) {
      try {
        return await loadPanel(offer, store.get(remotesAtom), runtime)
      } catch (error) {
        // Another release may offer it, or none: what the registry says now decides what Try again means.
        void refreshRegistry(store)
        throw error
      }
    },
    setTitle: (title) => store.set(titleOverrideAtom, title),
    // Each remote gets its own, which knows who it is; the shell's own pages have the log.
    reportFailure: (error) => console.error('A page failed to draw:', error),
  }
}
