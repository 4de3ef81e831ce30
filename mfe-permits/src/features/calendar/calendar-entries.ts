import type { CollectionName, LocalDate } from '@portal/contract'
import type { CalendarDates, CalendarEntry } from '@portal/contract/calendar'

/** The dates of one day, and how many there are in all. */
export interface DayDates {
  entries: readonly CalendarEntry[]
  total: number
  /** Collections with more dates on the day than the server listed. */
  unlisted: readonly { collection: CollectionName; count: number }[]
}

const none: DayDates = { entries: [], total: 0, unlisted: [] }

/** The dates by day. Entries of `moves` are shown on the day they are moved to. */
export function datesByDay(
  { entries, totals }: CalendarDates,
  moves: ReadonlyMap<string, LocalDate>,
): (day: LocalDate) => DayDates {
  const placed = Map.groupBy(
    entries.map((entry) => ({ ...entry, day: moves.get(entry.id) ?? entry.day })),
    ({ day }) => day,
  )
  const listed = Map.groupBy(entries, ({ day, collection }) => `${day} ${collection}`)
  const unlisted = Map.groupBy(
    totals
      .map(({ day, collection, count }) => ({
        day,
        collection,
        count: count - (listed.get(`${day} ${collection}`)?.length ?? 0),
      }))
      .filter(({ count }) => count > 0),
    ({ day }) => day,
  )
  return (day) => {
    const here = placed.get(day)
    const others = unlisted.get(day)
    if (here === undefined && others === undefined) return none
    const rest = (others ?? []).reduce((sum, { count }) => sum + count, 0)
    return { entries: here ?? [], total: (here?.length ?? 0) + rest, unlisted: others ?? [] }
  }
}
