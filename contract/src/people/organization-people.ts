import { z } from 'zod'
import { OrgRole, hasOrgRole } from '../access/org-roles.ts'
import { EmailAddress, storableText } from '../query/values.ts'
import type { Actor } from '../session.ts'
import { isStaff } from '../roles.ts'

/** Positions that administrators of an organization can assign. Only the office appoints administrators. */
export const assignableOrgRoles = ['MEMBER', 'VIEWER'] as const
const GivenOrgRole = z.enum(assignableOrgRoles)
const Version = z.int().min(1).max(2_147_483_647)

/** A person of the organization, as visible to its administrators. */
export const OrganizationPerson = z.object({
  pid: z.string(),
  name: z.string(),
  email: z.string(),
  orgRole: OrgRole.nullable(),
  status: z.string(),
  lastLoginAt: z.string().nullable(),
  version: z.int(),
})
export type OrganizationPerson = z.infer<typeof OrganizationPerson>

/** Response of `GET /api/auth/organization/people`, sorted by name. */
export const OrganizationPeople = z.object({ people: z.array(OrganizationPerson) })
export type OrganizationPeople = z.infer<typeof OrganizationPeople>

/**
 * Body of `POST /api/auth/organization/people`. Answers 201 `{ pid, link }`; only this response contains the
 * link.
 */
export const NewOrganizationPerson = z.strictObject({
  name: storableText(500).pipe(z.string().min(1, 'is empty')),
  email: EmailAddress,
  orgRole: GivenOrgRole,
})
export type NewOrganizationPerson = z.infer<typeof NewOrganizationPerson>

/** Body of `PATCH /api/auth/organization/people/{pid}`. */
export const OrganizationPersonPatch = z.strictObject({ orgRole: GivenOrgRole, version: Version.optional() })
export type OrganizationPersonPatch = z.infer<typeof OrganizationPersonPatch>

/** Body of `POST /api/auth/organization/people/{pid}/disable`. */
export const OrganizationPersonDisabled = z.strictObject({ version: Version.optional() })

/** Why the actor may not manage the people of their organization; null when they may. */
export function whyNotManagePeople(actor: Pick<Actor, 'role' | 'orgRole' | 'org'>): string | null {
  if (isStaff(actor.role))
    return 'Administrators of the organization manage its people here. The office uses the Users page.'
  if (actor.org === null) return 'Your account has no organization yet.'
  return hasOrgRole(actor, 'ORG_ADMIN') ? null : 'Only an administrator of your organization can do this.'
}

/** Why an administrator of an organization may not manage this account; null when they may. */
export function whyNotManagePerson(
  actor: Pick<Actor, 'pid'>,
  person: Pick<OrganizationPerson, 'pid' | 'orgRole'>,
): string | null {
  if (person.pid === actor.pid) return 'You can’t change your own position.'
  return person.orgRole === 'ORG_ADMIN'
    ? 'Only the office can add or remove administrators of an organization.'
    : null
}
