import { CollectionName, LocalDate } from '@portal/contract'
import { startOfMonth, layouts } from './calendar-days.ts'
import type { CalendarLayout } from './calendar-days.ts'

/** What the calendar shows. All of it is in the address, so that a link shows the same. */
export interface CalendarState {
  layout: CalendarLayout
  /** A day of the month or week that is shown. */
  day: LocalDate
  /** Null for all collections. */
  collections: readonly CollectionName[] | null
  /** Pid of a saved view. */
  view: string | null
  mine: boolean
}

const names = {
  day: 'day',
  month: 'month',
  layout: 'layout',
  collections: 'collections',
  view: 'view',
  mine: 'mine',
}

const dayIn = (text: string | null): LocalDate | null => LocalDate.safeParse(text).data ?? null

function dayOf(query: URLSearchParams, today: LocalDate): LocalDate {
  const day = dayIn(query.get(names.day))
  if (day !== null) return day
  const first = dayIn(`${query.get(names.month) ?? ''}-01`)
  // The month that is now shows the week that is now.
  return first === null || first === startOfMonth(today) ? today : first
}

/** The state in an address. Parts that are missing or not valid have their usual value. */
export function readState(query: URLSearchParams, today: LocalDate): CalendarState {
  const named = (query.get(names.collections) ?? '')
    .split(',')
    .flatMap((name) => CollectionName.safeParse(name).data ?? [])
  return {
    layout: layouts.find((layout) => layout === query.get(names.layout)) ?? 'month',
    day: dayOf(query, today),
    collections: named.length === 0 ? null : named,
    view: query.get(names.view),
    mine: query.get(names.mine) === 'true',
  }
}

/** The address of a state; usual values are left out, so that a link without a day shows today. */
export function writeState(
  { layout, day, collections, view, mine }: CalendarState,
  today: LocalDate,
): string {
  const query = new URLSearchParams()
  if (layout !== 'month') query.set(names.layout, layout)
  if (layout === 'week' && day !== today) query.set(names.day, day)
  if (layout !== 'week' && startOfMonth(day) !== startOfMonth(today)) query.set(names.month, day.slice(0, 7))
  if (collections !== null) query.set(names.collections, collections.join(','))
  if (view !== null) query.set(names.view, view)
  if (mine) query.set(names.mine, 'true')
  return query.toString()
}
