import ICAL from 'ical.js'
import { z } from 'zod'

/** Tasks for a process of its own: a file from outside must not hold up the server. */

const maxEvents = 2_000
const maxDays = 400
/** A longer event is no holiday. */
const maxDaysOfEvent = 31
/** Occurrences of one rule that are looked at; a rule by year needs one a year. */
const maxOccurrences = 2_000
const maxNameLength = 120
const dayMs = 86_400_000

const Request = z.object({ text: z.string(), from: z.string(), to: z.string() })

const dayOf = (time: ICAL.Time) => time.toString().slice(0, 10)
const plus = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The days of an event from `from` to `to`; null for one that is not made of whole days, or too long. */
function daysOf(event: ICAL.Event, from: string, to: string): string[] | null {
  const { startDate, endDate } = event
  if (startDate === null || !startDate.isDate) return null
  const first = dayOf(startDate)
  const length = endDate === null ? 1 : Math.max(1, (Date.parse(dayOf(endDate)) - Date.parse(first)) / dayMs)
  if (!Number.isFinite(length) || length > maxDaysOfEvent) return null
  const starts: string[] = []
  if (event.isRecurring()) {
    const occurrences = event.iterator()
    for (let count = 0; count < maxOccurrences; count += 1) {
      const next: ICAL.Time | null | undefined = occurrences.next()
      if (next === null || next === undefined || dayOf(next) > to) break
      starts.push(dayOf(next))
    }
  } else starts.push(first)
  return starts
    .flatMap((start) => Array.from({ length }, (_, at) => plus(start, at)))
    .filter((day) => day >= from && day <= to)
}

/**
 * The whole days of an iCalendar file within a range, each once, in order. Throws for a text that is none.
 */
export function readHolidays(argument: unknown): {
  days: { day: string; name: string }[]
  leftOut: number
} {
  const { text, from, to } = Request.parse(argument)
  const calendar = ICAL.Component.fromString(text)
  if (calendar.name !== 'vcalendar') throw new Error('The file is no calendar.')
  const found = new Map<string, string>()
  let leftOut = 0
  for (const component of calendar.getAllSubcomponents('vevent').slice(0, maxEvents)) {
    if (component.getFirstPropertyValue('status') === 'CANCELLED') continue
    const event = new ICAL.Event(component)
    const days = daysOf(event, from, to)
    if (days === null) leftOut += 1
    for (const day of days ?? [])
      if (!found.has(day)) found.set(day, String(event.summary ?? '').slice(0, maxNameLength))
  }
  const days = [...found].map(([day, name]) => ({ day, name })).toSorted((a, b) => a.day.localeCompare(b.day))
  return { days: days.slice(0, maxDays), leftOut }
}
