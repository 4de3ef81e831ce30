import { addDays } from '@portal/contract'
import type { LocalDate } from '@portal/contract'

export const layouts = ['month', 'week', 'agenda'] as const
export type CalendarLayout = (typeof layouts)[number]

/** 0 is Sunday. */
const weekdayOf = (day: LocalDate): number => new Date(`${day}T00:00:00Z`).getUTCDay()

const firstDayIn = (info: unknown): unknown =>
  typeof info === 'object' && info !== null ? Reflect.get(info, 'firstDay') : undefined

/**
 * The weekday on which weeks begin in a locale, 0 for Sunday. Browsers have this as a property or as a
 * function; one that has neither begins on Sunday, as both languages of the portal do.
 */
export function firstWeekday(locale: string): number {
  const known = new Intl.Locale(locale)
  const ask: unknown = Reflect.get(known, 'getWeekInfo')
  const info: unknown =
    typeof ask === 'function' ? Reflect.apply(ask, known, []) : Reflect.get(known, 'weekInfo')
  const day = firstDayIn(info)
  return typeof day === 'number' ? day % 7 : 0
}

/** The first day of the week of a day. */
export const startOfWeek = (day: LocalDate, first: number): LocalDate =>
  addDays(day, -((weekdayOf(day) - first + 7) % 7))

export const startOfMonth = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01`

/** The first day of the month that is `months` later. */
export function addMonths(day: LocalDate, months: number): LocalDate {
  const at = new Date(`${startOfMonth(day)}T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 10)
}

const endOfMonth = (day: LocalDate): LocalDate => addDays(addMonths(day, 1), -1)

/** The first and the last day that a layout shows, around a day. */
export function rangeOf(
  layout: CalendarLayout,
  day: LocalDate,
  first: number,
): { from: LocalDate; to: LocalDate } {
  if (layout === 'agenda') return { from: startOfMonth(day), to: endOfMonth(day) }
  if (layout === 'week') {
    const from = startOfWeek(day, first)
    return { from, to: addDays(from, 6) }
  }
  return { from: startOfWeek(startOfMonth(day), first), to: addDays(startOfWeek(endOfMonth(day), first), 6) }
}

/** The days of a range, in rows of seven. */
export function weeksOf({ from, to }: { from: LocalDate; to: LocalDate }): LocalDate[][] {
  const weeks: LocalDate[][] = []
  for (let start = from; start <= to; start = addDays(start, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(start, index)))
  return weeks
}

/** The day one page further or back. */
export const stepBy = (layout: CalendarLayout, day: LocalDate, steps: 1 | -1): LocalDate =>
  layout === 'week' ? addDays(day, 7 * steps) : addMonths(day, steps)

/** The day that an arrow key leads to; null for other keys. */
export function dayByKey(key: string, day: LocalDate): LocalDate | null {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
  const found = Object.entries(days).find(([name]) => name === key)
  return found === undefined ? null : addDays(day, found[1])
}
