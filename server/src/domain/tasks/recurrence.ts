import {
  LocalDate,
  addDays,
  dayIn,
  daysBetween,
  momentAt,
  splitRecurrenceEnd,
  wallTimeIn,
  withCountReduced,
} from '@portal/contract'
import type { TimeZone } from '@portal/contract'
import { RRuleTemporal } from 'rrule-temporal'

/** A rule that finds no day within this many steps has none, such as 30 February. */
const maxIterations = 1_000
const minuteMs = 60_000

/**
 * The first day after `day` in a valid rule that starts with `day`, regardless of its end; null for none,
 * which is also so after the year 9999.
 */
export function dayAfter(rule: string, day: LocalDate): LocalDate | null {
  const { endless } = splitRecurrenceEnd(rule)
  const rruleString = `DTSTART:${day.replaceAll('-', '')}T000000Z\nRRULE:${endless}`
  try {
    const next = new RRuleTemporal({ rruleString, maxIterations }).next(new Date(`${day}T00:00:00Z`))
    return LocalDate.safeParse(next?.toString().slice(0, 10)).data ?? null
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Maximum iterations')) return null
    throw error
  }
}

/** The same time of day, a number of days later. */
function moveDays(zone: TimeZone, at: string, days: number): string {
  const moment = new Date(at)
  const { day, time } = wallTimeIn(zone, moment)
  const found = momentAt(zone, `${addDays(day, days)}T${time}`) ?? moment
  return new Date(found.getTime() + (moment.getTime() % minuteMs)).toISOString()
}

/** The dates of a task and its rule. */
export interface RecurringDates {
  dueDate: LocalDate | null
  remindAt: string | null
  followUpAt: string | null
  recurrence: string
}

/** Does the rule end before this day, which is one of its days? */
function isOver(
  { count, until }: ReturnType<typeof splitRecurrenceEnd>,
  day: LocalDate,
  zone: TimeZone,
): boolean {
  if (count !== null && count <= 1) return true
  if (until === null) return false
  const { day: written, time, isUtc } = until
  return day > (isUtc ? dayIn(zone, new Date(`${written}T${time}Z`)) : written)
}

/**
 * The dates and the rule of the next task: its due date is the next day of the rule, and the other dates keep
 * their distance in days and their time of day in the zone. A task without dates is due on the next day after
 * it was closed. null when the rule ends. `recurrence` is a valid rule. Source: decision 0112.
 */
export function nextDates(task: RecurringDates, zone: TimeZone, closedOn: LocalDate): RecurringDates | null {
  const { dueDate, remindAt, followUpAt, recurrence } = task
  const first =
    dueDate ?? ((remindAt ?? followUpAt) ? dayIn(zone, new Date(remindAt ?? followUpAt ?? '')) : null)
  const anchor = first ?? closedOn
  const next = dayAfter(recurrence, anchor)
  const end = splitRecurrenceEnd(recurrence)
  if (next === null || isOver(end, next, zone)) return null
  const days = daysBetween(anchor, next)
  const moved = (at: string | null) => (at === null ? null : moveDays(zone, at, days))
  return {
    dueDate: dueDate !== null || first === null ? next : null,
    remindAt: moved(remindAt),
    followUpAt: moved(followUpAt),
    recurrence: end.count === null ? recurrence : withCountReduced(recurrence),
  }
}
