import { z } from 'zod'
import { collections } from '../collections/collections.ts'
import { Reference } from '../ids.ts'
import type { Actor } from '../session.ts'
import { isStaff } from '../roles.ts'

/**
 * Sections of an organization that staff need for its permits. Only administrators see its account data
 * (decision 0070).
 */
const sections: ReadonlySet<string> = new Set(['Company', 'Contact', 'Address', 'Licenses and insurance'])

/** The fields of an organization shown on its card, in order. */
export const clientCardFields: readonly string[] = Object.entries(collections.orgs.fields).flatMap(
  ([name, declared]) => (declared.masked !== true && sections.has(declared.section ?? '') ? [name] : []),
)

/** Number of the newest permit files shown on the card of a client. */
export const filesOnCard = 10

/** A file of one of the client's permits. */
export const ClientFile = z.object({
  pid: z.string(),
  name: z.string(),
  size: z.number(),
  updatedAt: z.string(),
  permit: Reference,
})
export type ClientFile = z.infer<typeof ClientFile>

/**
 * Response of `GET /clients/{pid}`: the contact data and qualifications of a client that staff need. `fields`
 * contains only fields with a value.
 */
export const ClientCard = z.object({
  pid: z.string(),
  title: z.string(),
  fields: z.record(z.string(), z.unknown()),
  accountManager: Reference.nullable(),
  openPermits: z.int(),
  files: z.array(ClientFile),
})
export type ClientCard = z.infer<typeof ClientCard>

/**
 * Whether this person may open the cards of clients. Staff may; the organization records themselves are open
 * only to administrators.
 */
export function opensClientCards({ role }: Pick<Actor, 'role'>): boolean {
  return isStaff(role)
}
