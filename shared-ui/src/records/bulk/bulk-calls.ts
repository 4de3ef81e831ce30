import {
  BulkDeleted,
  BulkRestored,
  BulkUpdated,
  JobStarted,
  maxPageSize,
  maxBulkPids,
} from '@portal/contract'
import type { Declaration, Filter } from '@portal/contract'
import { z } from 'zod'
import { api, crud } from '../../api/api.ts'
import type { Selection } from '../page/selection.tsx'
import { askList } from '../list/record-queries.ts'
import type { ListState } from '../list/record-queries.ts'
import { watchJob } from '../jobs/watch-job.ts'
import type { JobProgress } from '../jobs/watch-job.ts'

/** The action on the selected records; `patch` is the body of the PATCH call. */
export type BulkAction = { kind: 'update'; patch: Record<string, unknown> } | { kind: 'delete' }
/** The transition applied to the selected records. */
export interface BulkStep {
  to: string
  reason?: string
  holdReason?: string
}
export type BulkSelection = NonNullable<Selection['body']>

const Outcome = z.union([
  BulkUpdated.transform(({ updated, ...rest }) => ({ changed: updated, ...rest })),
  BulkDeleted.transform(({ deleted, ...rest }) => ({ changed: deleted, ...rest })),
  BulkRestored.transform(({ restored, ...rest }) => ({ changed: restored, ...rest })),
])
const Answer = z.union([Outcome, JobStarted])

/** The number of changed records, the refused ones with reasons, and the job that can be undone. */
export interface BulkOutcome {
  changed: number
  failed: readonly { pid: string; reason: string }[]
  undo: string | null
  /** The pids of records that made a transition, which `undoSteps` takes. */
  stepped?: readonly string[]
}

/** Props of a bulk action's dialog: the selection when it opened, and its callbacks. */
export interface BulkDialogOf {
  collection: Declaration
  selection: BulkSelection
  count: number
  onDone: (outcome: BulkOutcome) => void
  onClose: () => void
}

async function settle(
  response: z.infer<typeof Answer>,
  onProgress: (progress: JobProgress) => void,
): Promise<BulkOutcome> {
  if ('changed' in response)
    return { changed: response.changed, failed: response.failed, undo: response.job?.id ?? null }
  const { result } = await watchJob(response.job.id, onProgress)
  const { changed, failed } = Outcome.parse(result)
  return { changed, failed, undo: response.job.id }
}

function ask(collection: Declaration, action: BulkAction, body: Record<string, unknown>) {
  const apiPath = `/${collection.name}`
  return action.kind === 'update'
    ? crud({ apiPath, method: 'PATCH', body: { ...body, patch: action.patch } }, Answer)
    : crud({ apiPath, method: 'DELETE', body }, Answer)
}

/** The expected result of the action; changes nothing. */
export async function previewBulk(
  collection: Declaration,
  action: BulkAction,
  selection: BulkSelection,
): Promise<BulkOutcome> {
  return settle(await ask(collection, action, { ...selection, dryRun: true }), () => {})
}

/** Runs the action. More than 500 records become a job that reports its progress. */
export async function runBulk(
  collection: Declaration,
  action: BulkAction,
  selection: BulkSelection,
  onProgress: (progress: JobProgress) => void,
): Promise<BulkOutcome> {
  return settle(await ask(collection, action, selection), onProgress)
}

/** Number of records per call, small enough to report progress. */
const stepsAtOnce = 50

/** The pids of a selection. Transitions take pids only, so a selection of all matches is resolved first. */
async function pidsOf(collection: Declaration, selection: BulkSelection): Promise<readonly string[]> {
  if (selection.pids !== undefined) return selection.pids
  const { filter = {}, match, searchToken = '', scope } = selection
  const isFilter = (value: Record<string, unknown>): value is Filter => Object.keys(value).length > 0
  const state: ListState = {
    page: 1,
    searchToken,
    ...(isFilter(filter) && { filter, ...(match && { match }) }),
    ...(scope && { scope }),
  }
  const pids: string[] = []
  for (let page = 1; pids.length < maxBulkPids; page += 1) {
    const { records } = await askList(collection, { ...state, page }, maxPageSize)
    pids.push(...records.map(({ pid }) => pid))
    if (records.length < maxPageSize) break
  }
  return pids.slice(0, maxBulkPids)
}

/**
 * Applies the same transition to all selected records, in batches. The server checks each record. Records
 * that were not reached are returned as failed, with the error.
 */
export async function runSteps(
  collection: Declaration,
  step: BulkStep,
  selection: BulkSelection,
  onProgress: (progress: JobProgress) => void,
): Promise<BulkOutcome> {
  const pids = await pidsOf(collection, selection)
  const failed: BulkOutcome['failed'][number][] = []
  let changed = 0
  for (let done = 0; done < pids.length; done += stepsAtOnce) {
    onProgress({ done, total: pids.length })
    const some = pids.slice(done, done + stepsAtOnce)
    try {
      const response = await crud(
        { apiPath: `/${collection.name}/transitions`, method: 'POST', body: { ...step, pids: some } },
        BulkUpdated,
      )
      changed += response.updated
      failed.push(...response.failed)
    } catch (error) {
      if (changed === 0 && failed.length === 0) throw error
      failed.push(
        ...pids
          .slice(done)
          .map((pid) => ({ pid, reason: error instanceof Error ? error.message : String(error) })),
      )
      break
    }
  }
  const refused = new Set(failed.map(({ pid }) => pid))
  return { changed, failed, undo: null, stepped: pids.filter((pid) => !refused.has(pid)) }
}

/** Undoes the last transition of these records. The server refuses a record that cannot be undone. */
export async function undoSteps(
  collection: Declaration,
  pids: readonly string[],
): Promise<{ changed: number; failed: { named?: string }[] }> {
  const failed: { named?: string }[] = []
  let changed = 0
  for (let done = 0; done < pids.length; done += stepsAtOnce) {
    const body = { pids: pids.slice(done, done + stepsAtOnce) }
    const response = await crud(
      { apiPath: `/${collection.name}/transitions/undo`, method: 'POST', body },
      BulkUpdated,
    )
    changed += response.updated
    failed.push(...response.failed.map(({ reason }) => (reason === 'not-found' ? {} : { named: reason })))
  }
  return { changed, failed }
}

/** Undoes a bulk action, except for records that were changed since. */
export async function undoBulk(job: string): Promise<BulkOutcome> {
  return settle(await api.post(`/api/jobs/${encodeURIComponent(job)}/undo`, {}, Answer), () => {})
}
