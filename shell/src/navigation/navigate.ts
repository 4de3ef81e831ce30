import type { PortalStore } from '@portal/shared-ui/state'
import { resolveRoute } from './resolve-route.ts'
import { routeContextAtom, unsavedAtom } from './navigation.state.ts'
import { mayLeave } from './unsaved.state.ts'

/**
 * Navigates to an address of the portal, in any remote. Asks first when unsaved work would be lost. `page=1`
 * is added before the navigation, so that one click is one history entry. The browser loads external
 * addresses.
 */
export function navigate(store: PortalStore, url: string): void {
  const target = new URL(url, location.href)
  if (target.origin !== location.origin) {
    location.assign(target)
    return
  }
  if (target.pathname === location.pathname || !store.get(unsavedAtom)) {
    move(store, target)
    return
  }
  void mayLeave(store).then((leaves) => {
    if (leaves) move(store, target)
  })
}

function move(store: PortalStore, target: URL): void {
  const decision = resolveRoute(target, store.get(routeContextAtom))
  const search = decision.kind === 'remote' ? decision.search : target.search
  const address = target.pathname + search + target.hash
  if (address !== location.pathname + location.search + location.hash) history.pushState(null, '', address)
}
