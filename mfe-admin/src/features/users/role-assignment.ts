import { collections, canManageRole, roles, toRole } from '@portal/contract'
import type { Reference, Role } from '@portal/contract'
import type { RoleAssignmentChange } from './users.queries.ts'

/** The selected role and organization. */
export interface RoleAssignment {
  role: Role | null
  org: Reference | null
  orgRole: string | null
}

export const noRoleAssignment: RoleAssignment = { role: null, org: null, orgRole: null }

/** The roles of a client user in their organization. */
export const orgRoles = collections.users.fields.orgRole?.options ?? []

/** The roles a user with role `own` may grant, and those they may not (domain.md 5). */
export function grantable(own: Role): { role: Role; isAllowed: boolean }[] {
  return roles.map((role) => ({ role, isAllowed: canManageRole(own, role) }))
}

/** The field that is still missing, or null. */
export function missingIn({ role, org }: RoleAssignment): 'role' | 'org' | null {
  if (role === null) return 'role'
  return role === 'client' && org === null ? 'org' : null
}

/** The assignment as the server expects it; staff have no organization. */
export function toPlacing({ role, org, orgRole }: RoleAssignment): RoleAssignmentChange {
  const client = role === 'client' && {
    ...(org !== null && { org: org.pid }),
    ...(orgRole !== null && { orgRole }),
  }
  return { role: role ?? '', ...client }
}

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'pid') === 'string' &&
  typeof Reflect.get(value, 'title') === 'string'

/** The assignment in a user's record. */
export function roleAssignmentOf(record: Readonly<Record<string, unknown>>): RoleAssignment {
  const { role, org, orgRole } = record
  return {
    role: toRole(role),
    org: isReference(org) ? org : null,
    orgRole: typeof orgRole === 'string' ? orgRole : null,
  }
}
