import { z } from 'zod'
import { isStaff } from '../roles.ts'
import type { Role } from '../roles.ts'

/**
 * Positions of a client in their organization, highest rank first. Source: contract.md 11.3, decision 0037.
 */
export const orgRoles = ['ORG_ADMIN', 'MEMBER', 'VIEWER'] as const
export const OrgRole = z.enum(orgRoles)
export type OrgRole = z.infer<typeof OrgRole>

/** Parses a stored position; null when it is unknown. */
export function toOrgRole(value: unknown): OrgRole | null {
  return orgRoles.find((known) => known === value) ?? null
}

/**
 * The facts that a rule needs about an actor. A client without a position counts as VIEWER. Staff have no
 * position.
 */
export interface RoleAndPosition {
  role: Role
  orgRole?: OrgRole | null
}

/**
 * Whether the actor has at least this position in their organization. VIEWER reads. MEMBER also prepares,
 * uploads and works on client tasks. ORG_ADMIN also submits, withdraws, approves, pays and manages the people
 * of the organization. Always true for staff, whose rights depend on their role.
 */
export function hasOrgRole({ role, orgRole }: RoleAndPosition, least: OrgRole): boolean {
  return isStaff(role) || orgRoles.indexOf(orgRole ?? 'VIEWER') <= orgRoles.indexOf(least)
}

const sentences: Readonly<Record<OrgRole, string>> = {
  ORG_ADMIN: 'Only an administrator of your organization can do this.',
  MEMBER: 'You have view-only access. Ask an administrator of your organization to change that.',
  VIEWER: 'Your account has no organization yet.',
}

/** The refusal for a client whose position is too low; null when the position suffices. */
export function orgRoleRefusal(actor: RoleAndPosition, least: OrgRole): string | null {
  return hasOrgRole(actor, least) ? null : sentences[least]
}
