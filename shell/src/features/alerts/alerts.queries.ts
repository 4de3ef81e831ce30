import { Instant } from '@portal/contract'
import { crud } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'
import { z } from 'zod'

/** What the list shows of an alert. Source: domain.md section 1.8. */
export const AlertLine = z.object({
  pid: z.string(),
  title: z.string(),
  message: z.string().nullish(),
  severity: z.enum(['INFO', 'SUCCESS', 'WARNING', 'CRITICAL']).nullish().catch(null),
  isRead: z.boolean().nullish(),
  createdAt: Instant,
})
export type AlertLine = z.infer<typeof AlertLine>

const AlertPage = z.object({ alerts: z.array(AlertLine), metadata: z.object({ count: z.number() }) })

/** The newest hundred alerts of the viewer and how many there are. */
export const alertsQuery = () =>
  queryOptions({
    queryKey: ['alerts', 'newest'],
    queryFn: ({ signal }) =>
      crud({ apiPath: '/alerts', method: 'GET', query: { page: 1, pageSize: 100, sort: '-createdAt' } }, AlertPage, { signal }),
    staleTime: 0,
  })
