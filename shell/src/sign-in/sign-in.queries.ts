import type { Role } from '@portal/contract'
import { api, nothing } from '@portal/shared-ui'

/**
 * Signs in with the demo account of a role. The server answers 404 when there is none. Source: contract.md 1.
 */
export function demoSignIn(role: Role): Promise<null> {
  return api.post('/api/auth/demo', { role }, nothing)
}
