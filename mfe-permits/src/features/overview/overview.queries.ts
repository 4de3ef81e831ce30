import { Overview } from '@portal/contract'
import { crud, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/** The page stands open all day: its numbers are asked for anew every minute while it is looked at. */
const everyMs = 60_000

/** What stands before the viewer today. */
export const overviewQuery = queryOptions({
  queryKey: [...recordKeys.collection('permits'), 'overview'] as const,
  queryFn: ({ signal }) => crud({ apiPath: '/permits/overview', method: 'GET' }, Overview, { signal }),
  refetchInterval: everyMs,
})
