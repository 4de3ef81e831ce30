import { addToastAtom, userAtom } from '@portal/shared-ui'
import type { ShellApi } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { remotesAtom } from './federation/federation.state.ts'
import type { FederationRuntime } from './federation/load.ts'
import { refreshRegistry } from './federation/refresh-registry.ts'
import { loadPanel, panelOffers } from './federation/panels.ts'
import { navigate } from './navigation/navigate.ts'
import { titleOverrideAtom, unsavedAtom } from './navigation/navigation.state.ts'

/** The API of the shell for remotes. */
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
        // Another release may or may not offer the panel: Try again uses the current registry.
        void refreshRegistry(store)
        throw error
      }
    },
    setTitle: (title) => store.set(titleOverrideAtom, title),
    // Each remote gets its own version, which knows the remote's name. The shell's own pages only log.
    reportFailure: (error) => console.error('A page failed to draw:', error),
  }
}
