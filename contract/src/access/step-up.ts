import type { CrudCall } from '../query/calls.ts'

/** How long a proof of who somebody is counts as fresh. Source: decision 0007. */
export const proofLifetimeMs = 5 * 60 * 1000

/** An export of more records than this asks for a fresh proof. */
export const maxExportWithoutProof = 1_000

/**
 * Does this inner call ask an administrator for a fresh proof? Every change of users (notes about them
 * apart), of the configuration, of the permit status map and of added fields does. `segments` are those of
 * the apiPath. Source: decision 0041.
 */
export function needsProof(method: CrudCall['method'], segments: readonly string[]): boolean {
  if (method === 'GET') return false
  const [first = '', second, third] = segments
  if (first === 'users') return third !== 'notes'
  return first === 'config' || first === 'permit-status-map' || second === 'fields'
}

/**
 * Methods and patterns of the routes that ask an administrator's session for a fresh proof; a deploy token
 * has none to give.
 */
const provenRoutes: ReadonlySet<string> = new Set([
  'POST /api/federation/remotes/:name/activate',
  'POST /api/federation/remotes/:name/rollback',
  'POST /api/federation/tokens',
  'POST /api/approvals/:pid/approve',
  'DELETE /api/federation/tokens/:pid',
])

/**
 * Does a route besides `POST /api/crud` ask an administrator for a fresh proof? `pattern` is its address as
 * the router knows it.
 */
export function routeNeedsProof(method: string, pattern: string): boolean {
  return provenRoutes.has(`${method} ${pattern}`)
}
