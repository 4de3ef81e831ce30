import type { RouteDeclaration } from '@portal/contract'

/** A route and its owner: the name of a remote, or the shell. */
export interface OwnedRoute {
  remote: string | null
  route: RouteDeclaration
}

const segmentsOf = (path: string) => path.split('/').filter(Boolean)
const isParameter = (segment: string) => segment.startsWith('{')

/** The number of literally matched segments, or null when the route does not match. */
function literalMatches(pattern: string, pathname: string): number | null {
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(pathname)]
  if (wanted.length !== given.length) return null
  let literal = 0
  for (const [place, segment] of wanted.entries()) {
    if (isParameter(segment)) continue
    if (segment !== given[place]) return null
    literal += 1
  }
  return literal
}

/** Whether an address matches the path of a route. */
export const matchesPath = (path: string, pathname: string) => literalMatches(path, pathname) !== null

/**
 * The route of an address. Literal segments take precedence over `{pid}`, so /mail/archive is a folder and
 * not a message.
 */
export function matchRoute(pathname: string, routes: readonly OwnedRoute[]): OwnedRoute | null {
  let best: { owned: OwnedRoute; literal: number } | null = null
  for (const owned of routes) {
    const literal = literalMatches(owned.route.path, pathname)
    if (literal !== null && (best === null || literal > best.literal)) best = { owned, literal }
  }
  return best?.owned ?? null
}
