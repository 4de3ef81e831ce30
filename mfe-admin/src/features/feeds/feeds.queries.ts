import { CreatedPid, JobStarted } from '@portal/contract'
import { AuthoritySources, FeedRuns, SourceTrialResult } from '@portal/contract/authority-feeds'
import type { HeldDecision, NewAuthoritySource, SourceTrial } from '@portal/contract/authority-feeds'
import { crud, nothing } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

export const feedsKey = ['agency-feeds'] as const

/** Polling interval in ms: the stream does not tell about runs. */
const lookAgainMs = 5_000

export const feedsQuery = queryOptions({
  queryKey: [...feedsKey, 'list'],
  queryFn: ({ signal }) =>
    crud({ apiPath: '/authority-sources', method: 'GET', query: { pageSize: 1_000 } }, AuthoritySources, {
      signal,
    }),
  staleTime: 0,
  refetchInterval: lookAgainMs,
})

export const runsQuery = (pid: string) =>
  queryOptions({
    queryKey: [...feedsKey, 'runs', pid],
    queryFn: ({ signal }) =>
      crud({ apiPath: `/authority-sources/${pid}/runs`, method: 'GET' }, FeedRuns, { signal }),
    staleTime: 0,
    refetchInterval: lookAgainMs,
  })

export const createFeed = (body: NewAuthoritySource) =>
  crud({ apiPath: '/authority-sources', method: 'POST', body }, CreatedPid)

export const changeFeed = ({ pid, ...body }: { pid: string } & Record<string, unknown>) =>
  crud({ apiPath: `/authority-sources/${pid}`, method: 'PATCH', body }, nothing)

export const deleteFeed = (pid: string) =>
  crud({ apiPath: `/authority-sources/${pid}`, method: 'DELETE' }, nothing)

export const runFeed = (pid: string) =>
  crud({ apiPath: `/authority-sources/${pid}/run`, method: 'POST' }, JobStarted)

export const decideHeld = ({ pid, ...body }: { pid: string } & HeldDecision) =>
  crud({ apiPath: `/authority-sources/${pid}/held`, method: 'POST', body }, nothing)

export const tryFeed = (body: SourceTrial) =>
  crud({ apiPath: '/authority-sources/try', method: 'POST', body }, SourceTrialResult)
