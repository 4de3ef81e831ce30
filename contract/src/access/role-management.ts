import { roles, toRole } from '../roles.ts'
import type { Role } from '../roles.ts'

/**
 * May somebody of role `own` grant, change or take away `role`, or act on the account of a person who has it?
 * Roles below the own one, a superadmin all; no role and unknown ones rank below all. Source: domain.md 1.7
 * and section 5.
 */
export function canManageRole(own: Role, role: unknown): boolean {
  const known = toRole(role)
  if (own === 'superadmin' || known === null) return true
  return roles.indexOf(known) > roles.indexOf(own)
}
