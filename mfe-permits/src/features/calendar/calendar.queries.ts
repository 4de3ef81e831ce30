import { Views } from '@portal/contract'
import type { LocalDate } from '@portal/contract'
import { CalendarDates, CalendarFeeds, MadeCalendarFeed } from '@portal/contract/calendar'
import { api, crud, nothing, recordKeys } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'
import type { CalendarState } from './calendar-state.ts'

/** The page may stay open all day: its dates are read again every minute while it is visible, in ms. */
const everyMs = 60_000

export interface CalendarQuestion extends Pick<CalendarState, 'collections' | 'view' | 'mine'> {
  from: LocalDate
  to: LocalDate
}

/** The dates of a range of days. Those shown before stay until they have loaded. */
export function calendarQuery({ from, to, collections, view, mine }: CalendarQuestion) {
  const query = {
    from,
    to,
    ...(collections !== null && { collections: [...collections] }),
    ...(view !== null && { view }),
    ...(mine && { mine }),
  }
  return queryOptions({
    queryKey: [...recordKeys.all, 'calendar', query] as const,
    queryFn: ({ signal }) => crud({ apiPath: '/calendar', method: 'GET', query }, CalendarDates, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })
}

/** The saved views of all collections. */
export const allViewsQuery = queryOptions({
  queryKey: ['views', 'all'] as const,
  queryFn: ({ signal }) => crud({ apiPath: '/views', method: 'GET' }, Views, { signal }),
  select: ({ views }) => views,
})

const feedsUrl = '/api/calendar/feeds'

/** The feeds of the viewer. */
export const feedsQuery = queryOptions({
  queryKey: ['calendar-feeds'] as const,
  queryFn: ({ signal }) => api.get(feedsUrl, CalendarFeeds, { signal }),
  select: ({ feeds }) => feeds,
})

export const makeFeed = (view: string | null): Promise<MadeCalendarFeed> =>
  api.post(feedsUrl, view === null ? {} : { view }, MadeCalendarFeed)

export const revokeFeed = (id: string): Promise<null> =>
  api.delete(`${feedsUrl}/${encodeURIComponent(id)}`, nothing)
