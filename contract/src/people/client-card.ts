import { z } from 'zod'
import { collections } from '../collections/collections.ts'
import { Reference } from '../ids.ts'
import type { Actor } from '../session.ts'
import { isStaff } from '../roles.ts'

/**
 * Sections of an organization that whoever works on its permits needs; its account is the administrators'
 * (decision 0070).
 */
const sections: ReadonlySet<string> = new Set(['Company', 'Contact', 'Address', 'Licenses and insurance'])

/** The fields of an organization that its card shows, in order. */
export const clientCardFields: readonly string[] = Object.entries(collections.orgs.fields).flatMap(
  ([name, declared]) => (declared.masked !== true && sections.has(declared.section ?? '') ? [name] : []),
)

/** So many of the newest files of a client's permits stand on its card. */
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
 * `GET /clients/{pid}`: what staff need of a client to reach it and to see whether it may build. `fields`
 * holds what is not empty.
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
 * May this person open the cards of clients? Staff may; the records of organizations stay the
 * administrators'.
 */
export function opensClientCards({ role }: Pick<Actor, 'role'>): boolean {
  return isStaff(role)
}
