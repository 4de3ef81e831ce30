import type { CrudCall } from '../query/calls.ts'

/** How long a proof of who somebody is counts as fresh. Source: decision 0007. */
export const proofLifetimeMs = 5 * 60 * 1000

/**
 * Does this inner call ask for a fresh proof? Every change of users (notes about them apart) and of the configuration does.
 * `segments` are those of the apiPath.
 */
export function needsProof(method: CrudCall['method'], segments: readonly string[]): boolean {
  if (method === 'GET') return false
  const [first, , third] = segments
  return (first === 'users' && third !== 'notes') || first === 'config'
}
