import { addDays } from '../time.ts'
import type { LocalDate } from '../time.ts'
import { dayIn, momentAt, startOfDay } from '../time-zones.ts'
import type { TimeZone } from '../time-zones.ts'
import type { WorkingCalendar, WorkingHours } from './calendar-schema.ts'
import { holidaysIn, weekdayOf } from './holidays.ts'

/**
 * The calendar of an agency by its short code: its own hours, or those of the office, and the days off of
 * both. The office's calendar for an agency without one of its own.
 */
export function calendarOfAgency(calendar: WorkingCalendar, agency: string): WorkingCalendar {
  const own = Object.hasOwn(calendar.agencies, agency) ? calendar.agencies[agency] : undefined
  if (own === undefined) return calendar
  return {
    ...calendar,
    hours: own.hours ?? calendar.hours,
    holidays: [...new Set([...calendar.holidays, ...own.holidays])],
    closedDays: [...new Set([...calendar.closedDays, ...own.closedDays])],
  }
}

const holidays = new Map<string, ReadonlyMap<LocalDate, string>>()

/** The holidays of a year, computed once. */
function holidaysOf({ holidays: packs }: WorkingCalendar, year: number): ReadonlyMap<LocalDate, string> {
  const key = `${year} ${packs.join(' ')}`
  const known = holidays.get(key) ?? holidaysIn(year, packs)
  holidays.set(key, known)
  return known
}

/** The working hours of a day; null without work. */
export function hoursOn(calendar: WorkingCalendar, day: LocalDate): WorkingHours | null {
  if (calendar.closedDays.includes(day) || holidaysOf(calendar, Number(day.slice(0, 4))).has(day)) return null
  return calendar.hours[weekdayOf(day)] ?? null
}

export const isWorkingDay = (calendar: WorkingCalendar, day: LocalDate): boolean =>
  hoursOn(calendar, day) !== null

/**
 * Beyond this many days in a row without work, a calendar has none. An agency that works one day a week can
 * close 2 x 400 of them in a row, and holidays come on top.
 */
const maxDaysWithoutWork = 10_000

/**
 * The nth working day after a day, or before it when negative; the day itself for 0. Throws RangeError for a
 * calendar without working days.
 */
export function addWorkingDays(calendar: WorkingCalendar, day: LocalDate, count: number): LocalDate {
  const step = Math.sign(count)
  let [at, left, closed] = [day, Math.abs(count), 0]
  while (left > 0) {
    at = addDays(at, step)
    if (isWorkingDay(calendar, at)) {
      left -= 1
      closed = 0
    } else {
      closed += 1
      if (closed > maxDaysWithoutWork) throw new RangeError('The calendar has no working days')
    }
  }
  return at
}

/** The moment of a time of day; as much later as the clocks skip when they skip it. */
function timeOn(zone: TimeZone, day: LocalDate, time: string): number {
  if (time === '00:00') return startOfDay(zone, day).getTime()
  if (time === '24:00') return startOfDay(zone, addDays(day, 1)).getTime()
  return momentAt(zone, `${day}T${time}`)?.getTime() ?? Number.NaN
}

/**
 * Milliseconds of working time between two moments, in the days and hours of the zone; 0 when `to` is not
 * later. A day on which the clocks change has an hour more or less only if it is within the working hours.
 */
export function workingTimeBetween(calendar: WorkingCalendar, zone: TimeZone, from: Date, to: Date): number {
  let total = 0
  const last = dayIn(zone, to)
  for (let day = dayIn(zone, from); day <= last; day = addDays(day, 1)) {
    const hours = hoursOn(calendar, day)
    if (hours === null) continue
    const start = Math.max(from.getTime(), timeOn(zone, day, hours.from))
    total += Math.max(0, Math.min(to.getTime(), timeOn(zone, day, hours.to)) - start)
  }
  return total
}

/**
 * The day that a text such as `+5wd` (working days; `+5dh` in Spanish), `+10d` or `+2w` names from today, or
 * before it with a minus; null for any other text.
 */
export function relativeDay(text: string, today: LocalDate, calendar: WorkingCalendar): LocalDate | null {
  const [, sign, digits = '', unit = ''] =
    /^([+-])(\d{1,3})(wd|dh|d|w)$/i.exec(text.replaceAll(/\s/g, '')) ?? []
  if (sign === undefined) return null
  const count = Number(digits) * (sign === '-' ? -1 : 1)
  switch (unit.toLowerCase()) {
    case 'd':
      return addDays(today, count)
    case 'w':
      return addDays(today, 7 * count)
    default:
      return addWorkingDays(calendar, today, count)
  }
}
