import { z } from 'zod'
import { contactRoles } from '../collections/contacts.ts'
import { Pid, Reference } from '../ids.ts'
import type { Actor } from '../session.ts'
import { isStaff } from '../roles.ts'

const RoleOnPermit = z.enum(contactRoles)

/** Maximum number of people per permit. */
export const maxPeopleOfPermit = 100

/**
 * A contact as shown beside a permit. `org` is null for people outside client organizations, for example an
 * authority's reviewers.
 */
export const ContactCard = z.object({
  pid: z.string(),
  version: z.int(),
  name: z.string(),
  role: z.string(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  licenceNo: z.string().nullable(),
  org: Reference.nullable(),
})
export type ContactCard = z.infer<typeof ContactCard>

/**
 * A person on a permit and their role there; `pid` is the pid of the entry. The same contact can have several
 * roles.
 */
export const PermitPerson = z.object({ pid: z.string(), role: z.string(), contact: ContactCard })
export type PermitPerson = z.infer<typeof PermitPerson>

/**
 * Response of every call about the people of a permit: all people visible to the reader, in the order they
 * were added.
 */
export const PermitPeople = z.object({ people: z.array(PermitPerson) })
export type PermitPeople = z.infer<typeof PermitPeople>

/**
 * Body of `POST /permits/{pid}/people`: an existing contact, or a new contact that is created and added in
 * one step.
 */
export const NewPermitPerson = z.union([
  z.strictObject({ role: RoleOnPermit, contact: Pid }),
  z.strictObject({ role: RoleOnPermit, person: z.record(z.string(), z.unknown()) }),
])
export type NewPermitPerson = z.infer<typeof NewPermitPerson>

/** Body of `PATCH /permits/{pid}/people/{entry}`: the new role. */
export const PermitPersonPatch = z.strictObject({ role: RoleOnPermit })

/** Whether this person may manage the people of a permit. Only staff may. */
export function canManagePeople({ role }: Pick<Actor, 'role'>): boolean {
  return isStaff(role)
}
