import { addToastAtom, userAtom } from '@portal/shared-ui'
import type { ShellApi } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { remotesAtom } from './federation/federation.state.ts'
import type { FederationRuntime } from './federation/load.ts'
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
    loadPanel: (offer) => loadPanel(offer, store.get(remotesAtom), runtime),
    setTitle: (title) => store.set(titleOverrideAtom, title),
  }
}
