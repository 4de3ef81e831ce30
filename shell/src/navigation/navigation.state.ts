import { menuFor, menuOf } from '@portal/contract'
import { sessionAtom, userAtom } from '@portal/shared-ui'
import { atom } from '@portal/shared-ui/state'
import { manifestsAtom, registryAtom, remotesAtom, removedAtom } from '../federation/federation.state.ts'
import { shellRoutes } from '../shell-routes.ts'
import { resolveRoute } from './resolve-route.ts'
import type { Address, RouteResolution, RouteContext, Validity } from './resolve-route.ts'
import type { OwnedRoute } from './match-route.ts'
import { t } from '../texts.ts'

/** The address the shell shows; `syncAddress` updates it from the browser's address. */
export const addressAtom = atom<Address>({ pathname: '/', search: '' })

/** The server's answers to the `validate` checks of routes, by pathname. */
export const validityAtom = atom<Readonly<Record<string, Exclude<Validity, null>>>>({})

/**
 * All routes of the portal: the shell's own and those of every manifest, including refused and disabled
 * remotes.
 */
export const routesAtom = atom((get): OwnedRoute[] => [
  ...shellRoutes.map((route) => ({ remote: null, route })),
  ...get(remotesAtom).flatMap((remote) =>
    remote.manifest.routes.map((route) => ({ remote: remote.name, route })),
  ),
])

/**
 * Names of the remotes that are off for the viewer: their menu entries are hidden and their addresses
 * redirect to /unauthorized.
 */
const switchedOffAtom = atom((get) =>
  Object.fromEntries(
    get(remotesAtom)
      .filter((remote) => remote.state === 'off')
      .map((remote) => [remote.name, false]),
  ),
)

const viewerAtom = atom((get) => {
  const user = get(userAtom)
  return user === null
    ? null
    : { role: user.role, pages: user.pages, modules: { ...user.modules, ...get(switchedOffAtom) } }
})

/** Everything except the address that a routing decision depends on. */
export const routeContextAtom = atom((get): RouteContext => {
  const validity = get(validityAtom)
  return {
    viewer: get(viewerAtom),
    pending: get(sessionAtom).state === 'pending' || get(registryAtom).kind === 'pending',
    routes: get(routesAtom),
    removed: get(removedAtom),
    validity: (pathname) => validity[pathname] ?? null,
  }
})

/** Path at which a redirect loop was detected; null when there is none. */
export const redirectLoopAtom = atom<string | null>(null)

export const routeAtom = atom((get): RouteResolution => {
  const address = get(addressAtom)
  if (get(redirectLoopAtom) === address.pathname)
    return { kind: 'error', error: new Error(t('redirectLoop', { path: address.pathname })) }
  return resolveRoute(address, get(routeContextAtom))
})

/** The entries of `Main` for the viewer. */
export const menuAtom = atom((get) => menuFor(get(viewerAtom), get(manifestsAtom)))

/** Heading set by a remote for its page; null when the menu entry's label is used. */
export const titleOverrideAtom = atom<string | null>(null)

const isBelow = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

/** The menu entry of an address, including hidden ones: the match with the longest path. */
export const currentEntryAtom = atom((get) => {
  const { pathname } = get(addressAtom)
  const above = menuOf(get(manifestsAtom)).filter((entry) => isBelow(pathname, entry.path))
  return above.reduce<(typeof above)[number] | null>(
    (best, entry) => (best === null || entry.path.length > best.path.length ? entry : best),
    null,
  )
})

/**
 * The page's heading: the remote's title, else the route's own title, else the label of its menu entry. An
 * app is named by its entry first.
 */
export const titleAtom = atom((get): string => {
  const decision = get(routeAtom)
  const override = get(titleOverrideAtom)
  if (decision.kind === 'not-found') return 'Page Not Found'
  if (decision.kind === 'removed') return decision.removed.label
  if (decision.kind === 'error') return 'Internal Server Error'
  if (decision.kind !== 'remote' && decision.kind !== 'shell') return ''
  const { menu, path, title } = decision.route
  const entry = get(currentEntryAtom)?.label
  if (path === '/apps/{pid}') return entry ?? title ?? ''
  return override ?? menu?.label ?? title ?? entry ?? ''
})

/** True while leaving the mounted remote would lose unsaved work. */
export const unsavedAtom = atom(false)
