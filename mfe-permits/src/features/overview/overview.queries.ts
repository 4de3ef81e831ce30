import { Overview, Submissions } from '@portal/contract'
import type { SubmissionPeriod } from '@portal/contract'
import { crud, recordKeys } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'

/** The page may stay open all day: its numbers are reloaded every minute while it is visible, in ms. */
const everyMs = 60_000

/** The viewer's work for today. */
export const overviewQuery = queryOptions({
  queryKey: [...recordKeys.collection('permits'), 'overview'] as const,
  queryFn: ({ signal }) => crud({ apiPath: '/permits/overview', method: 'GET' }, Overview, { signal }),
  refetchInterval: everyMs,
})

/**
 * Submissions to and approvals by authorities in a period of `days`. The previous period's data is shown
 * until the new data has loaded.
 */
export const submissionsQuery = (days: SubmissionPeriod) =>
  queryOptions({
    queryKey: [...recordKeys.collection('permits'), 'overview', 'submissions', days] as const,
    queryFn: ({ signal }) =>
      crud({ apiPath: '/permits/overview/submissions', method: 'GET', query: { days } }, Submissions, {
        signal,
      }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })
