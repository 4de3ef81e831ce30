import { BulkDeleted, BulkRestored, BulkUpdated, JobStarted } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { z } from 'zod'
import { api, crud } from '../../api/api.ts'
import type { Selection } from '../selection.tsx'
import { watchJob } from '../steps/watch-job.ts'
import type { JobProgress } from '../steps/watch-job.ts'

/** What is done to the selected records; `patch` is what PATCH takes. */
export type BulkAction = { kind: 'update'; patch: Record<string, unknown> } | { kind: 'delete' }
export type BulkSelection = NonNullable<Selection['body']>

const Outcome = z.union([
  BulkUpdated.transform(({ updated, ...rest }) => ({ changed: updated, ...rest })),
  BulkDeleted.transform(({ deleted, ...rest }) => ({ changed: deleted, ...rest })),
  BulkRestored.transform(({ restored, ...rest }) => ({ changed: restored, ...rest })),
])
const Answer = z.union([Outcome, JobStarted])

/** How many records are now as asked, why the others are not, and the job that takes it back. */
export interface BulkOutcome {
  changed: number
  failed: readonly { pid: string; reason: string }[]
  undo: string | null
}

/** What the dialog of a bulk action gets: the selection as it was when it opened, and whom to tell. */
export interface BulkDialogOf {
  collection: Declaration
  selection: BulkSelection
  count: number
  onDone: (outcome: BulkOutcome) => void
  onClose: () => void
}

async function settle(answer: z.infer<typeof Answer>, onProgress: (progress: JobProgress) => void): Promise<BulkOutcome> {
  if ('changed' in answer) return { changed: answer.changed, failed: answer.failed, undo: answer.job?.id ?? null }
  const { result } = await watchJob(answer.job.id, onProgress)
  const { changed, failed } = Outcome.parse(result)
  return { changed, failed, undo: answer.job.id }
}

function ask(collection: Declaration, action: BulkAction, body: Record<string, unknown>) {
  const apiPath = `/${collection.name}`
  return action.kind === 'update'
    ? crud({ apiPath, method: 'PATCH', body: { ...body, patch: action.patch } }, Answer)
    : crud({ apiPath, method: 'DELETE', body }, Answer)
}

/** What the action would come to; changes nothing. */
export async function previewBulk(collection: Declaration, action: BulkAction, selection: BulkSelection): Promise<BulkOutcome> {
  return settle(await ask(collection, action, { ...selection, dryRun: true }), () => {})
}

/** Does it; more than 500 records become a job whose progress is told. */
export async function runBulk(
  collection: Declaration,
  action: BulkAction,
  selection: BulkSelection,
  onProgress: (progress: JobProgress) => void,
): Promise<BulkOutcome> {
  return settle(await ask(collection, action, selection), onProgress)
}

/** Takes back what a bulk call did, where nobody changed it since. */
export async function undoBulk(job: string): Promise<BulkOutcome> {
  return settle(await api.post(`/api/jobs/${encodeURIComponent(job)}/undo`, {}, Answer), () => {})
}
