import { admit, isOwnRedirect, toRole } from '@portal/contract'
import type { Layout, RouteDeclaration, Viewer } from '@portal/contract'
import { withFirstPage } from './first-page.ts'
import { matchRoute } from './match-route.ts'
import type { OwnedRoute } from './match-route.ts'
import { signInAddress } from './return-to.ts'

/** What an address comes to for one viewer. */
export type RouteResolution =
  /** Nobody knows yet who is looking. */
  | { kind: 'pending' }
  /** Another address of this portal; the entry in the history is replaced. */
  | { kind: 'redirect'; to: string }
  | { kind: 'shell'; route: RouteDeclaration }
  /**
   * `search` is the query the address has to have; it differs from the one given when `page=1` was missing.
   */
  | { kind: 'remote'; remote: string; route: RouteDeclaration; search: string }
  /** `path` is set when the server was asked and said no. */
  | { kind: 'not-found'; layout: Layout; path?: string }
  | { kind: 'error'; error: Error }

/** Answer of the server to a route's `validate` question; null while it is under way. */
export type Validity = 'valid' | 'invalid' | null

export interface RouteContext {
  /** Null for a stranger. */
  viewer: Viewer | null
  /** True until the current user is known. */
  pending: boolean
  routes: readonly OwnedRoute[]
  validity(pathname: string): Validity
}

export interface Address {
  pathname: string
  search: string
}

/**
 * Where an address leads. Pure: the same answer drives the page, the menu and which remote single-spa keeps
 * active.
 */
export function resolveRoute(
  address: Address,
  { viewer, pending, routes, validity }: RouteContext,
): RouteResolution {
  const owned = matchRoute(address.pathname, routes)
  if (owned === null)
    return pending
      ? { kind: 'pending' }
      : { kind: 'not-found', layout: toRole(viewer?.role) === null ? 'blank' : 'default' }
  const { route, remote } = owned
  if (pending && route.guard !== 'none') return { kind: 'pending' }
  try {
    const admission = admit(viewer, {
      guard: route.guard,
      pathname: address.pathname,
      ...(remote === null ? {} : { remote }),
    })
    if (admission === 'sign-in')
      return { kind: 'redirect', to: signInAddress(address.pathname + address.search) }
    if (admission === 'unauthorized') return { kind: 'redirect', to: '/unauthorized' }
  } catch (error) {
    return { kind: 'error', error: error instanceof Error ? error : new Error(String(error)) }
  }
  if (route.redirect !== undefined) {
    if (isOwnRedirect(route.redirect)) return { kind: 'redirect', to: route.redirect }
    return {
      kind: 'error',
      error: new Error(
        `The page ${route.path} would lead to another host, ${route.redirect}, which is not allowed.`,
      ),
    }
  }
  // Until the server has said no the page shows: what stood there before would go for every record that is
  // opened.
  if (route.validate !== undefined && validity(address.pathname) === 'invalid') {
    return { kind: 'not-found', layout: route.layout, path: address.pathname }
  }
  if (remote === null) return { kind: 'shell', route }
  return { kind: 'remote', remote, route, search: withFirstPage(route, address.search) }
}
