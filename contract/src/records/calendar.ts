import { z } from 'zod'
import { CollectionName } from '../collections/names.ts'
import type { Declaration } from '../collections/declaration.ts'
import type { Field } from '../collections/field.ts'
import { visibleFields } from '../query/fields.ts'
import { me } from '../query/values.ts'
import type { Filter } from '../query/filter.ts'
import type { Actor } from '../session.ts'
import { isStaff } from '../roles.ts'
import { Instant, LocalDate, daysBetween } from '../time.ts'

/** Maximum number of days in one call: six weeks of a month, with room for a longer agenda. */
export const maxCalendarDays = 63
/** Maximum number of dates of one collection that a day lists; `totals` counts all of them. */
export const maxCalendarEntries = 20
/** Maximum number of dates in a feed. */
export const maxFeedEntries = 10_000
/** Days that a feed looks back and ahead. */
export const feedDays = { back: 30, ahead: 366 } as const
/** Maximum number of feeds of one person. */
export const maxFeeds = 20

/** In an entry: the due date of a condition of the record. */
export const conditionField = 'conditions'
/** English label of that date. */
export const conditionLabel = 'Condition due'

/** Whether the deadline never applies in this projection, as the target date of a processed permit. */
function isPastDeadline({ deadline, projection }: Declaration, name: string): boolean {
  if (deadline?.field !== name) return false
  const only = projection?.[deadline.unless.field]
  return typeof only === 'string' && deadline.unless.in.includes(only)
}

/** The dates of a collection that the calendar shows to this person, by field name. */
export function calendarFields(declaration: Declaration, actor: Pick<Actor, 'role'>): [string, Field][] {
  return visibleFields(declaration, actor).filter(
    ([name, { calendar }]) => calendar !== undefined && !isPastDeadline(declaration, name),
  )
}

/**
 * Filter for the records of one person: those in which a staff field names them. Null when the collection
 * has no such field. For clients everything is of their organization, so nothing is left out.
 */
export function mineFilter(declaration: Declaration, actor: Pick<Actor, 'role'>): Filter | null {
  if (!isStaff(actor.role)) return {}
  const names = Object.entries(declaration.fields)
    .filter(([, { type, staff }]) => type === 'ref' && staff === true)
    .map(([name]) => name)
  return names.length === 0 ? null : { or: names.map((name) => ({ [name]: me })) }
}

/**
 * Query of `GET /calendar`: the days from `from` to `to`, both included. Without `collections`, all that the
 * caller may read. `view` narrows to the collection and the filters of a saved view.
 */
export const CalendarQuery = z
  .strictObject({
    from: LocalDate,
    to: LocalDate,
    collections: z.array(CollectionName).min(1).max(30).optional(),
    view: z.string().min(1).max(64).optional(),
    mine: z.boolean().optional(),
  })
  .refine(({ from, to }) => daysBetween(from, to) >= 0, {
    error: 'is an earlier day than from',
    path: ['to'],
  })
  .refine(({ from, to }) => daysBetween(from, to) < maxCalendarDays, {
    error: 'is too many days after from',
    path: ['to'],
  })
export type CalendarQuery = z.infer<typeof CalendarQuery>

/** One date of one record. */
export const CalendarEntry = z.object({
  /** Unique among entries, and the same as long as the date exists. */
  id: z.string(),
  collection: CollectionName,
  pid: z.string(),
  version: z.int(),
  /** Name of the field, or `conditions` for the due date of a condition. */
  field: z.string(),
  /** The day in the time zone of the caller. */
  day: LocalDate,
  /** The instant of a date with a time; null for a whole day. */
  at: Instant.nullable(),
  number: z.string().nullable(),
  title: z.string(),
  status: z.string().nullable(),
  /** Text of a condition. */
  detail: z.string().nullable(),
  /** The deadline no longer applies, for example because the task is done. */
  isOver: z.boolean(),
  /** Whether the caller may write the field of this record. The server decides again when it is written. */
  mayMove: z.boolean(),
})
export type CalendarEntry = z.infer<typeof CalendarEntry>

/**
 * Response of `GET /calendar`. A day lists at most `maxCalendarEntries` dates of each collection; `totals`
 * has
 * the exact numbers.
 */
export const CalendarDates = z.object({
  /** Collections with dates that the caller may read, for the filter. */
  collections: z.array(CollectionName),
  /** In order of day and time. */
  entries: z.array(CalendarEntry),
  totals: z.array(z.object({ day: LocalDate, collection: CollectionName, count: z.int() })),
})
export type CalendarDates = z.infer<typeof CalendarDates>

/** Body of `POST /api/calendar/feeds`: a feed of all dates, or of those of a saved view. */
export const NewCalendarFeed = z.strictObject({ view: z.string().min(1).max(64).nullish() })

/** Response of `POST /api/calendar/feeds`. The address is shown only here. */
export const MadeCalendarFeed = z.object({ id: z.string(), url: z.string() })
export type MadeCalendarFeed = z.infer<typeof MadeCalendarFeed>

/** A feed of the caller. `id` identifies it and gives no access. */
export const CalendarFeed = z.object({
  id: z.string(),
  /** The view of the feed; null for all dates. */
  view: z.object({ pid: z.string(), name: z.string(), collection: CollectionName }).nullable(),
  /** The feed has a view that the caller can no longer read, so its address answers 404. */
  isBroken: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** Response of `GET /api/calendar/feeds`, newest first. */
export const CalendarFeeds = z.object({ feeds: z.array(CalendarFeed) })
