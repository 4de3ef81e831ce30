import { userAtom } from '@portal/shared-ui'
import type { ShellApi } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { createEntryShell } from './entry/entry-shell.ts'
import { loadAppPanel } from './features/apps/app-panel.lazy.ts'
import { appOf, appOffers } from './features/apps/app-places.ts'
import { flagsOf } from './federation/flags.ts'
import { appsAtom, remotesAtom } from './federation/federation.state.ts'
import type { FederationRuntime } from './federation/load.ts'
import { refreshRegistry } from './federation/refresh-registry.ts'
import { loadPanel, panelOffers } from './federation/panels.ts'
import type { OnPanelFailure } from './federation/panels.ts'

/** The API of the shell for remotes. */
export function createShellApi(
  store: PortalStore,
  runtime: FederationRuntime,
  onPanelFailure: OnPanelFailure,
): ShellApi {
  return {
    ...createEntryShell(store),
    panels: (slot, collection) => [
      ...panelOffers(slot, collection, store.get(remotesAtom), store.get(userAtom)),
      ...appOffers(slot, collection, store.get(appsAtom)),
    ],
    async loadPanel(offer) {
      const app = appOf(offer)
      if (app !== null) return loadAppPanel(app)
      try {
        return await loadPanel(
          offer,
          store.get(remotesAtom),
          runtime,
          flagsOf(store, offer.remote),
          onPanelFailure,
        )
      } catch (error) {
        // Another release may or may not offer the panel: Try again uses the current registry.
        void refreshRegistry(store)
        throw error
      }
    },
  }
}
