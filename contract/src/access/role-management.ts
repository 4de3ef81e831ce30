import { roles, toRole } from '../roles.ts'
import type { Role } from '../roles.ts'

/**
 * Whether a person with the role `own` may grant, change or remove `role`, or act on the account of a person
 * who has it. Allowed for lower roles; a superadmin may manage all roles. A missing or unknown role ranks
 * below all others. Source: domain.md 1.7 and section 5.
 */
export function canManageRole(own: Role, role: unknown): boolean {
  const known = toRole(role)
  if (own === 'superadmin' || known === null) return true
  return roles.indexOf(known) > roles.indexOf(own)
}
