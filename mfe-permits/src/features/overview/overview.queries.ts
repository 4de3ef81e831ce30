import { Overview, Submissions } from '@portal/contract'
import type { SubmissionPeriod } from '@portal/contract'
import { crud, recordKeys } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'

/** The page stands open all day: its numbers are asked for anew every minute while it is looked at. */
const everyMs = 60_000

/** What stands before the viewer today. */
export const overviewQuery = queryOptions({
  queryKey: [...recordKeys.collection('permits'), 'overview'] as const,
  queryFn: ({ signal }) => crud({ apiPath: '/permits/overview', method: 'GET' }, Overview, { signal }),
  refetchInterval: everyMs,
})

/**
 * What authorities were sent and approved in so many days; those of the period before stand until they are
 * there.
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
