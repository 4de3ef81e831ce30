import type { PortalStore } from '@portal/shared-ui/state'
import { onScreenAtom } from '../federation/federation.state.ts'
import { resolveRoute } from './resolve-route.ts'
import type { RouteResolution } from './resolve-route.ts'
import {
  addressAtom,
  redirectLoopAtom,
  routeAtom,
  routeContextAtom,
  titleOverrideAtom,
} from './navigation.state.ts'

/** More consecutive redirects than this count as a loop. */
const maxRedirects = 8

/** The address to replace the current one with, or null when it stays. */
function replacement(decision: RouteResolution): string | null {
  if (decision.kind === 'redirect') return decision.to
  if (decision.kind === 'remote' && decision.search !== location.search)
    return location.pathname + decision.search + location.hash
  return null
}

/**
 * Synchronizes address bar and page: follows redirects and adds `page=1`, each by replacing the history
 * entry, then shows the address. A redirect loop shows the error page.
 */
export function syncAddress(store: PortalStore): RouteResolution {
  const surroundings = store.get(routeContextAtom)
  for (let step = 0; step < maxRedirects; step += 1) {
    const decision = resolveRoute(location, surroundings)
    const address = replacement(decision)
    if (address === null) {
      showAddress(store, decision.kind === 'remote' ? decision.remote : null)
      return decision
    }
    // A remote's router keeps its history state when only the query changed.
    history.replaceState(decision.kind === 'remote' ? history.state : null, '', address)
  }
  store.set(redirectLoopAtom, location.pathname)
  showAddress(store, null)
  return store.get(routeAtom)
}

function showAddress(store: PortalStore, remote: string | null): void {
  store.set(onScreenAtom, remote)
  const { pathname, search } = location
  const shown = store.get(addressAtom)
  if (shown.pathname !== pathname) store.set(titleOverrideAtom, null)
  if (shown.pathname !== pathname || shown.search !== search) store.set(addressAtom, { pathname, search })
}
