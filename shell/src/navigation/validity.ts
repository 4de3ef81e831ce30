import { api } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { matchRoute } from './match-route.ts'
import { routeContextAtom, validityAtom } from './navigation.state.ts'

const underWay = new Set<string>()

/** The body of the answer is ignored. */
const anything = { parse: () => null }

/**
 * Asks the server whether an address exists, when its route has a check; once per address until it is
 * answered. Any error answer means no: contract.md 8 gives 404 'Page Not Found: {path}'.
 */
export function askValidity(store: PortalStore, pathname: string): void {
  const { pending, routes, validity } = store.get(routeContextAtom)
  if (pending || underWay.has(pathname) || validity(pathname) !== null) return
  if (matchRoute(pathname, routes)?.route.validate === undefined) return
  underWay.add(pathname)
  void ask(pathname).then((response) => {
    underWay.delete(pathname)
    store.set(validityAtom, { ...store.get(validityAtom), [pathname]: response })
  })
}

async function ask(pathname: string): Promise<'valid' | 'invalid'> {
  try {
    await api.get('/api/routes/validate', anything, { params: { path: pathname } })
    return 'valid'
  } catch (error) {
    console.error(`The check of ${pathname} failed:`, error)
    return 'invalid'
  }
}
