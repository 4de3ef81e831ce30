import { z } from 'zod'
import { contactRoles } from '../collections/contacts.ts'
import { Pid, Reference } from '../ids.ts'
import type { Actor } from '../session.ts'
import { isStaff } from '../roles.ts'

const RoleOnPermit = z.enum(contactRoles)

/** So many people one permit has. */
export const mostPeopleOfPermit = 100

/**
 * A contact as it is shown beside a permit. `org` is null for people of no client, such as an agency's
 * reviewers.
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
 * Somebody on a permit and as what; `pid` is that of the entry. The same contact may stand there in several
 * roles.
 */
export const PermitPerson = z.object({ pid: z.string(), role: z.string(), contact: ContactCard })
export type PermitPerson = z.infer<typeof PermitPerson>

/**
 * Answer of every call on a permit's people: all of them the reader may see, in the order they were added.
 */
export const PermitPeople = z.object({ people: z.array(PermitPerson) })
export type PermitPeople = z.infer<typeof PermitPeople>

/**
 * `POST /permits/{pid}/people`: a contact that is there already, or a new one, made and added in one step.
 */
export const NewPermitPerson = z.union([
  z.strictObject({ role: RoleOnPermit, contact: Pid }),
  z.strictObject({ role: RoleOnPermit, person: z.record(z.string(), z.unknown()) }),
])
export type NewPermitPerson = z.infer<typeof NewPermitPerson>

/** `PATCH /permits/{pid}/people/{entry}`: what somebody is on the permit. */
export const PermitPersonPatch = z.strictObject({ role: RoleOnPermit })

/** May this person say who has to do with a permit? The office does. */
export function keepsPeople({ role }: Pick<Actor, 'role'>): boolean {
  return isStaff(role)
}
