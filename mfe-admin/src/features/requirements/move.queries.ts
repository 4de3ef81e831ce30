import { JobStarted, collections } from '@portal/contract'
import {
  AffectedPermitsPage,
  MoveResult,
  MoveUndone,
  RequirementsTrial,
} from '@portal/contract/requirements-move'
import type { AffectedPermitsQuery, MoveRequirements } from '@portal/contract/requirements-move'
import { api, crud, listShape, watchJob } from '@portal/shared-ui'
import type { JobProgress } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'

export const affectedPerPage = 20

export type Narrowing = Pick<AffectedPermitsQuery, 'authority' | 'permitType'>

/** What the draft, a scheduled publication, or the version in force, changes for open permits. */
export const affectedQuery = (
  asked: Narrowing & Pick<AffectedPermitsQuery, 'to' | 'id' | 'page'> & { version: number },
) =>
  queryOptions({
    queryKey: ['requirements', 'permits', asked] as const,
    queryFn: ({ signal }) => {
      const { version: _, ...query } = asked
      return crud(
        { apiPath: '/requirements/permits', method: 'GET', query: { ...query, pageSize: affectedPerPage } },
        AffectedPermitsPage,
        { signal },
      )
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The draft of this version tried on a copy of a permit. */
export const trialQuery = (asked: Narrowing & { permit: string; version: number }) =>
  queryOptions({
    queryKey: ['requirements', 'trial', asked] as const,
    queryFn: ({ signal }) => {
      const { version: _, ...query } = asked
      return crud({ apiPath: '/requirements/trial', method: 'GET', query }, RequirementsTrial, { signal })
    },
    staleTime: 0,
  })

/** Numbers and titles of these permits, by pid. */
export const permitNamesQuery = (pids: readonly string[]) =>
  queryOptions({
    queryKey: ['records', 'permits', 'names-of-requirements', pids] as const,
    queryFn: async ({ signal }) => {
      const { records } = await crud(
        {
          apiPath: '/permits',
          method: 'GET',
          query: { pageSize: pids.length, filter: { pid: { in: pids } }, fields: 'refNo,title' },
        },
        listShape(collections.permits),
        { signal },
      )
      const named = (record: (typeof records)[number]) =>
        [record['refNo'], record['title']].filter((each) => typeof each === 'string').join(' · ')
      return new Map(records.map((record) => [record.pid, named(record)]))
    },
    enabled: pids.length > 0,
  })

/** Moves open permits to the version in force, and follows the job to its end. */
export async function movePermits(
  body: MoveRequirements,
  onProgress: (progress: JobProgress) => void,
): Promise<MoveResult & { id: string }> {
  const { job } = await crud({ apiPath: '/requirements/move', method: 'POST', body }, JobStarted)
  const { result } = await watchJob(job.id, onProgress)
  return { ...MoveResult.parse(result), id: job.id }
}

/** Gives the permits their former version again, except those that changed since. */
export async function undoMove(id: string, onProgress: (progress: JobProgress) => void): Promise<MoveUndone> {
  const { job } = await api.post(`/api/jobs/${encodeURIComponent(id)}/undo`, {}, JobStarted)
  return MoveUndone.parse((await watchJob(job.id, onProgress)).result)
}
