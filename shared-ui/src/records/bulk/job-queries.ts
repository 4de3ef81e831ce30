import { Job, JobStarted } from '@portal/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/api.ts'

/** A job tells its progress on the stream; where that is not heard, it is asked for this often. */
const pollingMs = 700

export const jobKeys = { all: ['jobs'] as const, job: (id: string) => ['jobs', id] as const }

const hasEnded = (job: Job | undefined) => job?.state === 'done' || job?.state === 'failed'

/** How far a job is, asked for until it has ended. */
export function jobQuery(id: string) {
  return queryOptions({
    queryKey: jobKeys.job(id),
    queryFn: ({ signal }) => api.get(`/api/jobs/${encodeURIComponent(id)}`, Job, { signal }),
    refetchInterval: ({ state }) => (hasEnded(state.data) ? false : pollingMs),
    staleTime: 0,
  })
}

/** Takes back what a bulk call did, as a job of its own; answers its id. */
export async function undoJob(id: string): Promise<string> {
  const { job } = await api.post(`/api/jobs/${encodeURIComponent(id)}/undo`, {}, JobStarted)
  return job.id
}
