import { z } from 'zod'
import { CollectionName } from '../collections/names.ts'
import { isStaff } from '../roles.ts'
import type { Actor } from '../session.ts'

/** A page repeats its report at this interval, so that one that crashed is forgotten. */
export const presenceBeatMs = 90_000
/** A report without a repetition counts for this time. */
export const presenceTtlMs = 200_000
/** Names in one event; how many more there are is a number. */
export const maxPresent = 20

/** Where a page is: an open record, and the field with unsaved input. */
const Place = z.strictObject({
  collection: CollectionName,
  pid: z.string().regex(/^[0-9A-Za-z_-]{1,64}$/),
  field: z.string().max(100).nullable(),
})

/** Body of `POST /api/presence`: where the page `tab` is now; null when it has left. */
export const PresenceReport = z.strictObject({
  tab: z.string().regex(/^[0-9A-Za-z-]{8,64}$/),
  at: Place.nullable(),
})
export type PresenceReport = z.infer<typeof PresenceReport>

/**
 * Data of a `presence` event, and response of `POST /api/presence`: everybody at a record whom the viewer may
 * see there, the viewer included. `field` is what they edit; `more` are those beyond `maxPresent`.
 */
export const Presence = z.object({
  collection: CollectionName,
  pid: z.string(),
  people: z.array(z.object({ pid: z.string(), name: z.string(), field: z.string().nullable() })),
  more: z.number(),
})
export type Presence = z.infer<typeof Presence>

type Present = Pick<Actor, 'role' | 'org'>

/**
 * Whether the viewer sees that somebody is at a record that both may read. Clients never see staff, and see
 * the people of their own organization. Staff see staff, and a client only while the client edits something:
 * that a client reads is not the office's business. Source: decision 0124.
 */
export function showsPresence(viewer: Present, present: Present, isEditing: boolean): boolean {
  if (!isStaff(viewer.role))
    return !isStaff(present.role) && present.org !== null && present.org === viewer.org
  return isStaff(present.role) || isEditing
}
