import type { CrudCall } from '../query/calls.ts'

/** How long an authentication counts as recent. Source: decision 0007. */
export const proofLifetimeMs = 5 * 60 * 1000

/** An export of more records than this requires recent authentication. */
export const maxExportWithoutProof = 1_000

/**
 * Whether this inner call requires recent authentication of an administrator. Required for every change of
 * users (except notes about them), for merges of organizations, which move users, and for changes of the
 * configuration, the permit status map, the permit library and added fields. `segments` are the segments of
 * the apiPath. Source: decision 0041.
 */
export function needsProof(method: CrudCall['method'], segments: readonly string[]): boolean {
  if (method === 'GET') return false
  const [first = '', second, third] = segments
  if (first === 'users') return third !== 'notes'
  if (first === 'orgs' && third === 'merge') return true
  return ['config', 'permit-status-map', 'permit-library'].includes(first) || second === 'fields'
}

/**
 * Methods and patterns of the routes that require recent authentication in an administrator's session. A
 * deploy token cannot authenticate again and is exempt.
 */
const provenRoutes: ReadonlySet<string> = new Set([
  'POST /api/federation/remotes/:name/activate',
  'POST /api/federation/remotes/:name/rollback',
  'POST /api/federation/remotes/:name/remove',
  'POST /api/federation/remotes/:name/restore',
  'POST /api/federation/origins',
  'DELETE /api/federation/origins',
  'POST /api/federation/tokens',
  'POST /api/approvals/:pid/approve',
  'DELETE /api/federation/tokens/:pid',
  'POST /api/apps',
  'PATCH /api/apps/:pid',
  'DELETE /api/apps/:pid',
  'POST /api/federation/remotes/:name/back-end',
  'DELETE /api/federation/remotes/:name/back-end',
])

/**
 * Whether a route other than `POST /api/crud` requires recent authentication of an administrator. `pattern`
 * is the path pattern of the router.
 */
export function routeNeedsProof(method: string, pattern: string): boolean {
  return provenRoutes.has(`${method} ${pattern}`)
}
