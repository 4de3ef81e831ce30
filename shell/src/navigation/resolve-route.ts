import { admit, isOwnRedirect, toRole } from '@portal/contract'
import type { Layout, RemovedEntry, RouteDeclaration, Viewer } from '@portal/contract'
import { withFirstPage } from './first-page.ts'
import { matchRoute, matchesPath } from './match-route.ts'
import type { OwnedRoute } from './match-route.ts'
import { signInAddress } from './return-to.ts'
import { t } from '../texts.ts'

/** The routing decision for an address and a viewer. */
export type RouteResolution =
  /** The current user is not known yet. */
  | { kind: 'pending' }
  /** Another address of this portal; the history entry is replaced. */
  | { kind: 'redirect'; to: string }
  | { kind: 'shell'; route: RouteDeclaration }
  /** `search` is the query the address must have. It differs from the given one when `page=1` was missing. */
  | { kind: 'remote'; remote: string; route: RouteDeclaration; search: string }
  /** The page of a remote that was removed. */
  | { kind: 'removed'; removed: RemovedEntry }
  /** `path` is set when the server check rejected the address. */
  | { kind: 'not-found'; layout: Layout; path?: string }
  | { kind: 'error'; error: Error }

/** The server's answer to a route's `validate` check; null while it is pending. */
export type Validity = 'valid' | 'invalid' | null

export interface RouteContext {
  /** Null when nobody is signed in. */
  viewer: Viewer | null
  /** True until the current user is known. */
  pending: boolean
  routes: readonly OwnedRoute[]
  removed: readonly RemovedEntry[]
  validity(pathname: string): Validity
}

export interface Address {
  pathname: string
  search: string
}

/**
 * The routing decision for an address. A pure function: page, menu and the active remote in single-spa all
 * use its result.
 */
export function resolveRoute(
  address: Address,
  { viewer, pending, routes, removed, validity }: RouteContext,
): RouteResolution {
  const owned = matchRoute(address.pathname, routes)
  if (owned === null) {
    if (pending) return { kind: 'pending' }
    if (toRole(viewer?.role) === null) return { kind: 'not-found', layout: 'blank' }
    const gone = removed.find(({ paths }) => paths.some((path) => matchesPath(path, address.pathname)))
    return gone === undefined ? { kind: 'not-found', layout: 'default' } : { kind: 'removed', removed: gone }
  }
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
      error: new Error(t('redirectElsewhere', { path: route.path, target: route.redirect })),
    }
  }
  // The page is shown until the server rejects the address. Waiting for the check would unmount the page for
  // every record that is opened.
  if (route.validate !== undefined && validity(address.pathname) === 'invalid') {
    return { kind: 'not-found', layout: route.layout, path: address.pathname }
  }
  if (remote === null) return { kind: 'shell', route }
  return { kind: 'remote', remote, route, search: withFirstPage(route, address.search) }
}
