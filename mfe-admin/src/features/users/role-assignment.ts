import { collections, canManageRole, roles, toRole } from '@portal/contract'
import type { Reference, Role } from '@portal/contract'
import type { RoleAssignmentChange } from './users.queries.ts'

/** Where somebody is to be put, as it is being chosen. */
export interface RoleAssignment {
  role: Role | null
  org: Reference | null
  orgRole: string | null
}

export const noRoleAssignment: RoleAssignment = { role: null, org: null, orgRole: null }

/** What a client may be in their organization. */
export const orgRoles = collections.users.fields.orgRole?.options ?? []

/** The roles somebody of role `own` may grant, and those they may not (domain.md 5). */
export function grantable(own: Role): { role: Role; isAllowed: boolean }[] {
  return roles.map((role) => ({ role, isAllowed: canManageRole(own, role) }))
}

/** What is still missing before somebody can be put there. */
export function missingIn({ role, org }: RoleAssignment): 'role' | 'org' | null {
  if (role === null) return 'role'
  return role === 'client' && org === null ? 'org' : null
}

/** The place as the server takes it; staff belong to no organization. */
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

/** The place a person's record says. */
export function roleAssignmentOf(record: Readonly<Record<string, unknown>>): RoleAssignment {
  const { role, org, orgRole } = record
  return {
    role: toRole(role),
    org: isReference(org) ? org : null,
    orgRole: typeof orgRole === 'string' ? orgRole : null,
  }
}
