import { CollectionName, Instant } from '@portal/contract'
import { crud } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'
import type { QueryClient } from '@portal/shared-ui/query'
import { z } from 'zod'

/** What the list shows of an alert. Source: domain.md 1.8. */
export const AlertLine = z.object({
  pid: z.string(),
  title: z.string(),
  message: z.string().nullish(),
  severity: z.enum(['INFO', 'SUCCESS', 'WARNING', 'CRITICAL']).nullish().catch(null),
  isRead: z.boolean().nullish(),
  createdAt: Instant,
  /** The record it is about. */
  relatedType: CollectionName.nullish().catch(null),
  relatedPid: z.string().nullish(),
  /** The path of the portal it leads to, where it is about no record. */
  link: z.string().startsWith('/').nullish().catch(null),
})
export type AlertLine = z.infer<typeof AlertLine>

const AlertPage = z.object({ alerts: z.array(AlertLine), metadata: z.object({ count: z.number() }) })
type AlertPage = z.infer<typeof AlertPage>

export const alertsKey = ['alerts']

/**
 * The newest hundred alerts of the viewer and how many there are. They are kept for as long as the page is
 * open.
 */
export const alertsQuery = () =>
  queryOptions({
    queryKey: [...alertsKey, 'newest'],
    queryFn: ({ signal }) =>
      crud(
        { apiPath: '/alerts', method: 'GET', query: { page: 1, pageSize: 100, sort: '-createdAt' } },
        AlertPage,
        { signal },
      ),
    staleTime: 0,
    gcTime: Infinity,
  })

/** Are there alerts in the list this page holds? */
export function hasLoadedAlerts(queryClient: QueryClient): boolean {
  return (queryClient.getQueryData(alertsQuery().queryKey)?.alerts.length ?? 0) > 0
}

/**
 * Clears the cached pages of alerts and reads the newest again. An open list keeps showing what it has until
 * they are there.
 */
export function reloadAlerts(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: alertsKey, type: 'inactive' })
  void queryClient.invalidateQueries({ queryKey: alertsKey })
  void queryClient.prefetchQuery(alertsQuery())
}

const onTop = (line: AlertLine) => (page: AlertPage | undefined) =>
  page === undefined || page.alerts.some(({ pid }) => pid === line.pid)
    ? page
    : { alerts: [line, ...page.alerts], metadata: { count: page.metadata.count + 1 } }

/** Puts a new alert at the top of the list this page holds. */
export async function addAlert(queryClient: QueryClient, pid: string): Promise<void> {
  if (queryClient.getQueryData(alertsQuery().queryKey) === undefined) return
  try {
    const line = await crud({ apiPath: `/alerts/${pid}`, method: 'GET' }, AlertLine)
    queryClient.setQueryData(alertsQuery().queryKey, onTop(line))
  } catch {
    // Read away or taken back meanwhile: the list is asked instead.
    void queryClient.invalidateQueries({ queryKey: alertsKey })
  }
}

export const readAlert = (pid: string) =>
  crud({ apiPath: `/alerts/${pid}`, method: 'PATCH', body: { isRead: true } }, z.unknown())
export const readAllAlerts = () =>
  crud({ apiPath: '/alerts/read-all', method: 'POST', body: {} }, z.unknown())
