import { addDays } from '../time.ts'
import type { LocalDate } from '../time.ts'
import type { HolidayPack } from './holiday-packs.ts'

/** A weekday, 0 for Sunday. */
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** When a holiday falls in a year. */
type HolidayRule =
  /** A date. With `observed`, a Saturday moves to the Friday before and a Sunday to the Monday after. */
  | { kind: 'date'; month: number; day: number; observed?: true }
  /** The nth weekday of a month, or the last one; `after` moves it by days. */
  | { kind: 'weekday'; month: number; weekday: Weekday; nth: 1 | 2 | 3 | 4 | 'last'; after?: number }

interface Holiday {
  name: string
  rule: HolidayRule
}

const date = (name: string, month: number, day: number, observed?: true): Holiday => ({
  name,
  rule: { kind: 'date', month, day, ...(observed && { observed }) },
})
const weekday = (
  name: string,
  month: number,
  on: Weekday,
  nth: 1 | 2 | 3 | 4 | 'last',
  after?: number,
): Holiday => ({
  name,
  rule: { kind: 'weekday', month, weekday: on, nth, ...(after !== undefined && { after }) },
})

const floating = [
  weekday('Martin Luther King Jr. Day', 1, 1, 3),
  weekday('Presidents’ Day', 2, 1, 3),
  weekday('Memorial Day', 5, 1, 'last'),
  weekday('Labor Day', 9, 1, 1),
  weekday('Thanksgiving Day', 11, 4, 4),
]

/**
 * Holidays by pack. `us-federal`: 5 U.S.C. 6103, moved from weekends. `texas`: days on which Texas state
 * agencies are closed (Texas Government Code 662.003); a holiday on a weekend is not moved, and agencies stay
 * open on the holidays with partial staff.
 */
const packs = {
  'us-federal': [
    date('New Year’s Day', 1, 1, true),
    date('Juneteenth', 6, 19, true),
    date('Independence Day', 7, 4, true),
    weekday('Columbus Day', 10, 1, 2),
    date('Veterans Day', 11, 11, true),
    date('Christmas Day', 12, 25, true),
    ...floating,
  ],
  texas: [
    date('New Year’s Day', 1, 1),
    date('Independence Day', 7, 4),
    date('Veterans Day', 11, 11),
    weekday('Friday after Thanksgiving', 11, 4, 4, 1),
    date('Christmas Eve', 12, 24),
    date('Christmas Day', 12, 25),
    date('Day after Christmas', 12, 26),
    ...floating,
  ],
} as const satisfies Record<string, readonly Holiday[]>

/** 0 for Sunday. */
export const weekdayOf = (day: LocalDate): number => new Date(`${day}T00:00:00Z`).getUTCDay()

const dayOf = (year: number, month: number, day: number): LocalDate =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

function fallsOn(rule: HolidayRule, year: number): LocalDate {
  if (rule.kind === 'date') {
    const day = dayOf(year, rule.month, rule.day)
    if (rule.observed !== true) return day
    const on = weekdayOf(day)
    return on === 6 ? addDays(day, -1) : on === 0 ? addDays(day, 1) : day
  }
  const { month, weekday: on, nth, after = 0 } = rule
  if (nth === 'last') {
    const last = dayOf(year, month + 1, 0)
    return addDays(last, after - ((weekdayOf(last) - on + 7) % 7))
  }
  const first = dayOf(year, month, 1)
  return addDays(first, ((on - weekdayOf(first) + 7) % 7) + 7 * (nth - 1) + after)
}

/** The holidays of packs that fall in a year, by day. New Year’s Day may be observed in the year before. */
export function holidaysIn(year: number, names: readonly HolidayPack[]): Map<LocalDate, string> {
  const found = names.flatMap((name) =>
    [year, year + 1].flatMap((each) =>
      packs[name].map((holiday): [LocalDate, string] => [fallsOn(holiday.rule, each), holiday.name]),
    ),
  )
  return new Map(found.filter(([day]) => day.startsWith(`${year}-`)).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
