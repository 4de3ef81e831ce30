import type { Role } from '@portal/contract'
import { api, nothing } from '@portal/shared-ui'

/**
 * Signs in with the demo account of a role; the server answers 404 where there is none. Source: contract.md
 * 1.
 */
export function demoSignIn(role: Role): Promise<null> {
  return api.post('/api/auth/demo', { role }, nothing)
}
