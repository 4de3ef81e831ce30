import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { HandoverPreview, HandoverResult, JobStarted } from '@portal/contract'
import type { HandoverBody } from '@portal/contract'
import { api, crud } from '../api/api.ts'
import { recordKeys } from '../records/list/record-queries.ts'
import { watchJob } from '../records/jobs/watch-job.ts'
import type { JobProgress } from '../records/jobs/watch-job.ts'
import { z } from 'zod'

/** Who gets the work: a person or a rule; null while no person is chosen. */
export type Target = Pick<HandoverBody, 'to' | 'rule'> | null

/** What would be handed over. Without a target, it is the open work alone. */
export const previewQuery = (apiPath: string, target: Target) =>
  queryOptions({
    queryKey: [...recordKeys.all, 'handover', apiPath, target] as const,
    queryFn: ({ signal }) =>
      crud({ apiPath, method: 'GET', query: { ...target } }, HandoverPreview, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Starts a handover and follows it to its end. */
export async function runHandover(
  apiPath: string,
  body: HandoverBody,
  onProgress: (progress: JobProgress) => void,
): Promise<HandoverResult & { id: string }> {
  const { job } = await crud({ apiPath, method: 'POST', body }, JobStarted)
  const { result } = await watchJob(job.id, onProgress)
  return { ...HandoverResult.parse(result), id: job.id }
}

const Undone = z.object({ restored: z.number(), failed: z.array(z.unknown()) })

/** Gives everything back that was not changed since. */
export async function undoHandover(
  id: string,
  onProgress: (progress: JobProgress) => void,
): Promise<z.infer<typeof Undone>> {
  const { job } = await api.post(`/api/jobs/${encodeURIComponent(id)}/undo`, {}, JobStarted)
  return Undone.parse((await watchJob(job.id, onProgress)).result)
}
