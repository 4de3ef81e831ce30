import { z } from 'zod'
import { isStaff } from '../roles.ts'
import type { Role } from '../roles.ts'

/**
 * Positions of a client within their organization, in falling rank. Source: contract.md 11.3, decision 0037.
 */
export const orgRoles = ['ORG_ADMIN', 'MEMBER', 'VIEWER'] as const
export const OrgRole = z.enum(orgRoles)
export type OrgRole = z.infer<typeof OrgRole>

/** The position a stored text names, or null. */
export function toOrgRole(value: unknown): OrgRole | null {
  return orgRoles.find((known) => known === value) ?? null
}

/**
 * What a rule asks of somebody: a client without a position counts as VIEWER, staff have none and need none.
 */
export interface RoleAndPosition {
  role: Role
  orgRole?: OrgRole | null
}

/**
 * Has the actor at least this position in their organization? VIEWER reads; MEMBER also prepares, uploads and
 * works client tasks; ORG_ADMIN also submits, withdraws, approves, pays and manages the organization's
 * people. True of staff: what they may do their role says.
 */
export function hasOrgRole({ role, orgRole }: RoleAndPosition, least: OrgRole): boolean {
  return isStaff(role) || orgRoles.indexOf(orgRole ?? 'VIEWER') <= orgRoles.indexOf(least)
}

const sentences: Readonly<Record<OrgRole, string>> = {
  ORG_ADMIN: 'Only an administrator of your organization may do this.',
  MEMBER: 'You have view-only access. Ask an administrator of your organization to change that.',
  VIEWER: 'Your account belongs to no organization yet.',
}

/** What a client is told who has not the position something asks for; null where they have it. */
export function orgRoleRefusal(actor: RoleAndPosition, least: OrgRole): string | null {
  return hasOrgRole(actor, least) ? null : sentences[least]
}
