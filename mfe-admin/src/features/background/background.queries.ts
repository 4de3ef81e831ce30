import { BackgroundJobs, ScheduledTasks } from '@portal/contract'
import type { BackgroundJobState } from '@portal/contract'
import { api, nothing } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'

export const backgroundKey = ['background'] as const

/** Polling interval in ms: the stream tells people about their own jobs only. */
const lookAgainMs = 5_000
const fresh = { staleTime: 0, refetchInterval: lookAgainMs } as const

/** A page of the jobs of everyone, newest first; `state` is null for all. */
export const jobsQuery = (state: BackgroundJobState | null, page: number) =>
  queryOptions({
    ...fresh,
    queryKey: [...backgroundKey, 'jobs', state, page],
    queryFn: ({ signal }) =>
      api.get('/api/background/jobs', BackgroundJobs, {
        params: { page, ...(state !== null && { state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const tasksQuery = () =>
  queryOptions({
    ...fresh,
    queryKey: [...backgroundKey, 'tasks'],
    queryFn: ({ signal }) => api.get('/api/background/tasks', ScheduledTasks, { signal }),
  })

export const cancelJob = (id: string) => api.post(`/api/background/jobs/${id}/cancel`, {}, nothing)
export const retryJob = (id: string) => api.post(`/api/background/jobs/${id}/retry`, {}, nothing)
export const runTask = (name: string) => api.post(`/api/background/tasks/${name}/run`, {}, nothing)
