import type { PortalStore } from '@portal/shared-ui/state'
import { resolveRoute } from './resolve-route.ts'
import type { RouteResolution } from './resolve-route.ts'
import {
  addressAtom,
  redirectLoopAtom,
  routeAtom,
  routeContextAtom,
  titleOverrideAtom,
} from './navigation.state.ts'

/** More redirects in a row than any table of routes means. */
const maxRedirects = 8

/** The address the decision asks for in place of the present one, or null when it may stay. */
function replacement(decision: RouteResolution): string | null {
  if (decision.kind === 'redirect') return decision.to
  if (decision.kind === 'remote' && decision.search !== location.search)
    return location.pathname + decision.search + location.hash
  return null
}

/**
 * Brings address bar and page into line: follows redirects and adds `page=1`, each by replacing the history
 * entry, then lets the page show the address. Redirects that run in a circle show the error page.
 */
export function syncAddress(store: PortalStore): RouteResolution {
  const surroundings = store.get(routeContextAtom)
  for (let step = 0; step < maxRedirects; step += 1) {
    const decision = resolveRoute(location, surroundings)
    const address = replacement(decision)
    if (address === null) {
      showAddress(store)
      return decision
    }
    // The router of a remote finds its own state again when only the query grew.
    history.replaceState(decision.kind === 'remote' ? history.state : null, '', address)
  }
  store.set(redirectLoopAtom, location.pathname)
  showAddress(store)
  return store.get(routeAtom)
}

function showAddress(store: PortalStore): void {
  const { pathname, search } = location
  const shown = store.get(addressAtom)
  if (shown.pathname !== pathname) store.set(titleOverrideAtom, null)
  if (shown.pathname !== pathname || shown.search !== search) store.set(addressAtom, { pathname, search })
}
