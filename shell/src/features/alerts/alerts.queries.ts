import { CollectionName, Instant } from '@portal/contract'
import { crud } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'
import type { QueryClient } from '@portal/shared-ui/query'
import { z } from 'zod'

/** The fields of an alert that the list shows. Source: domain.md 1.8. */
export const AlertLine = z.object({
  pid: z.string(),
  title: z.string(),
  message: z.string().nullish(),
  severity: z.enum(['INFO', 'SUCCESS', 'WARNING', 'CRITICAL']).nullish().catch(null),
  isRead: z.boolean().nullish(),
  createdAt: Instant,
  ackRequired: z.boolean().nullish(),
  acknowledgedAt: Instant.nullish(),
  snoozedUntil: Instant.nullish(),
  /** Collection of the record the alert is about. */
  relatedType: CollectionName.nullish().catch(null),
  relatedPid: z.string().nullish(),
  /** What raised the alert. */
  rule: z.string().nullish(),
  /** Path of the portal page the alert links to when it is not about a record. */
  link: z.string().startsWith('/').nullish().catch(null),
})
export type AlertLine = z.infer<typeof AlertLine>

const AlertPage = z.object({ alerts: z.array(AlertLine), metadata: z.object({ count: z.number() }) })
type AlertPage = z.infer<typeof AlertPage>

export const alertsKey = ['alerts']

/** Does the alert stay on top until its reader acknowledges it? */
export const awaitsAcknowledgment = ({ ackRequired, acknowledgedAt }: AlertLine) =>
  ackRequired === true && !acknowledgedAt

/** The alerts of a view: those that wait for an acknowledgment first; snoozed ones as they come back. */
const listed = {
  newest: { sort: '-awaitsAcknowledgment,-createdAt' },
  snoozed: { filter: { snoozedUntil: { isNotEmpty: true } }, sort: 'snoozedUntil' },
} as const

/** The first hundred alerts of the viewer and their total. Cached for as long as the page is open. */
export const alertsQuery = (view: keyof typeof listed = 'newest') =>
  queryOptions({
    queryKey: [...alertsKey, view],
    queryFn: ({ signal }) =>
      crud(
        { apiPath: '/alerts', method: 'GET', query: { page: 1, pageSize: 100, ...listed[view] } },
        AlertPage,
        { signal },
      ),
    staleTime: 0,
    gcTime: Infinity,
  })

const Unacknowledged = z.object({
  alerts: z.array(
    z.object({
      pid: z.string(),
      title: z.string(),
      createdAt: Instant,
      person: z.object({ pid: z.string(), title: z.string() }),
    }),
  ),
})

/** Who has not acknowledged what, for staff. */
export const unacknowledgedQuery = () =>
  queryOptions({
    queryKey: [...alertsKey, 'unacknowledged'],
    queryFn: ({ signal }) =>
      crud({ apiPath: '/alerts/unacknowledged', method: 'GET' }, Unacknowledged, { signal }),
    staleTime: 0,
  })

/** Whether this page has a non-empty list of alerts in its cache. */
export function hasLoadedAlerts(queryClient: QueryClient): boolean {
  return (queryClient.getQueryData(alertsQuery().queryKey)?.alerts.length ?? 0) > 0
}

/**
 * Clears the cached pages of alerts and loads the newest again. An open list keeps its content until they
 * arrive.
 */
export function reloadAlerts(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: alertsKey, type: 'inactive' })
  void queryClient.invalidateQueries({ queryKey: alertsKey })
  void queryClient.prefetchQuery(alertsQuery())
}

const onTop = (line: AlertLine) => (page: AlertPage | undefined) =>
  page === undefined || page.alerts.some(({ pid }) => pid === line.pid)
    ? page
    : {
        alerts: awaitsAcknowledgment(line)
          ? [line, ...page.alerts]
          : [
              ...page.alerts.filter(awaitsAcknowledgment),
              line,
              ...page.alerts.filter((alert) => !awaitsAcknowledgment(alert)),
            ],
        metadata: { count: page.metadata.count + 1 },
      }

/** Adds a new alert to the top of the cached list, below those that wait for an acknowledgment. */
export async function addAlert(queryClient: QueryClient, pid: string): Promise<void> {
  if (queryClient.getQueryData(alertsQuery().queryKey) === undefined) return
  try {
    const line = await crud({ apiPath: `/alerts/${pid}`, method: 'GET' }, AlertLine)
    queryClient.setQueryData(alertsQuery().queryKey, onTop(line))
  } catch {
    // The alert was read or removed in the meantime: the list is loaded again.
    void queryClient.invalidateQueries({ queryKey: alertsKey })
  }
}

export const readAlert = (pid: string) =>
  crud({ apiPath: `/alerts/${pid}`, method: 'PATCH', body: { isRead: true } }, z.unknown())
export const acknowledgeAlert = (pid: string) =>
  crud({ apiPath: `/alerts/${pid}/acknowledge`, method: 'POST', body: {} }, z.unknown())
/** Hides an alert until a time; null shows it again. */
export const snoozeAlert = ({ pid, until }: { pid: string; until: string | null }) =>
  crud({ apiPath: `/alerts/${pid}`, method: 'PATCH', body: { snoozedUntil: until } }, z.unknown())
export const readAllAlerts = () =>
  crud({ apiPath: '/alerts/read-all', method: 'POST', body: {} }, z.unknown())
