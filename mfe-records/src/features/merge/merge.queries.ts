import { JobStarted, MadeMerge, MergePreview } from '@portal/contract'
import type { MergeBody } from '@portal/contract'
import { crud, recordKeys, watchJob } from '@portal/shared-ui'
import type { JobProgress } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

const pathOf = (pid: string) => `/orgs/${pid}/merge`

/** What merging an organization into another one would do. */
export const previewQuery = (pid: string, into: string | null) =>
  queryOptions({
    queryKey: [...recordKeys.collection('orgs'), 'merge', pid, into] as const,
    enabled: into !== null,
    queryFn: ({ signal }) =>
      crud({ apiPath: pathOf(pid), method: 'GET', query: { into } }, MergePreview, { signal }),
  })

/** The merge of a merged organization, and what keeps it from being undone. */
export const madeMergeQuery = (pid: string) =>
  queryOptions({
    queryKey: [...recordKeys.collection('orgs'), 'merge', pid] as const,
    queryFn: ({ signal }) => crud({ apiPath: pathOf(pid), method: 'GET' }, MadeMerge, { signal }),
  })

type OnProgress = (progress: JobProgress) => void

/** Merges, and returns when all is moved. */
export async function mergeInto(pid: string, body: MergeBody, onProgress: OnProgress): Promise<void> {
  const { job } = await crud({ apiPath: pathOf(pid), method: 'POST', body }, JobStarted)
  await watchJob(job.id, onProgress)
}

/** Undoes the merge, and returns when all is back. */
export async function undoMerge(pid: string, onProgress: OnProgress): Promise<void> {
  const { job } = await crud({ apiPath: `${pathOf(pid)}/undo`, method: 'POST' }, JobStarted)
  await watchJob(job.id, onProgress)
}
