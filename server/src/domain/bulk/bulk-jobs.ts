import {
  BulkDelete,
  BulkFailure,
  BulkPatch,
  Refusal,
  checkWrite,
  invalid,
  maxBulkAtOnce,
  refusalOf,
  phrase,
} from '@portal/contract'
import type { Actor, Declaration, RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { runBatch } from '#engine/bulk/bulk-batch.ts'
import { requireListed, selectedPids } from '#engine/bulk/bulk-selection.ts'
import { undoBatch } from '#engine/bulk/bulk-undo.ts'
import { checkReferences } from '#engine/write/check-references.ts'
import { withPidsOf } from '#engine/write/named-by-code.ts'
import { endBulkWork, notifyBulkWork } from '#domain/notifications/assignments.ts'
import { requireOpen } from '#engine/query/visibility.ts'
import { inRepeatableTransaction, inTransaction, withoutEmptyLists } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import type { DomainDeps } from '../deps.ts'
import { findJob, insertJob } from '#platform/jobs/job-store.ts'
import type { JobProgress } from '#platform/jobs/job-store.ts'
import type { JobHandler } from '#platform/jobs/job-runner.ts'
import { handoverHandlers, startUndoHandover } from '../handover/handover-job.ts'
import { moveHandlers } from '../requirements/move-job.ts'
import { bulkContext, declarationNamed } from './bulk-context.ts'
import { undoImport, undoImportHandler } from './undo-import.ts'

type Action = 'update' | 'delete'

/** The answer of a bulk call: 200 with its result, or 202 with the job that continues it. */
export interface BulkResponse {
  status: 200 | 202
  value: Record<string, unknown>
}

const Params = z.object({ pids: z.array(z.string()), patch: z.record(z.string(), z.unknown()) })
const Tally = z.object({ changed: z.number(), failed: z.array(BulkFailure) })
const UndoParams = z.object({ job: z.string(), action: z.enum(['update', 'delete']) })
const countName = { update: 'updated', delete: 'deleted', undo: 'restored' } as const

/** The form of a job's result in the API. `tallyOf` reads it for the next batch. */
function toResult(
  name: keyof typeof countName,
  { changed, failed }: z.infer<typeof Tally>,
): Record<string, unknown> {
  return { [countName[name]]: changed, failed }
}

function tallyOf(name: keyof typeof countName, result: unknown): z.infer<typeof Tally> {
  const known = z.record(z.string(), z.unknown()).nullable().parse(result) ?? {}
  return Tally.parse({ changed: known[countName[name]] ?? 0, failed: known['failed'] ?? [] })
}

function checkedPatch(declaration: Declaration, actor: Actor, patch: Record<string, unknown>): RecordValues {
  if (Object.keys(patch).length === 0) throw invalid('body.patch', 'required', 'body.patch sets no field')
  return withoutEmptyLists(checkWrite(declaration, actor, patch, 'body.patch'))
}

/** The values of a bulk change with pids in place of codes. Throws 400 naming a reference that is wrong. */
async function withReferences(context: WriteContext, values: RecordValues): Promise<RecordValues> {
  const named = await withPidsOf(context, values)
  await checkReferences(context, named)
  return named
}

interface BulkRequest {
  action: Action
  pids: readonly string[]
  patch: Record<string, unknown>
  values: RecordValues
  dryRun: boolean
}

/** Checks and, unless it is a dry run, writes all records in this request, with one transaction per batch. */
async function atOnce(
  deps: DomainDeps,
  actor: Actor,
  declaration: Declaration,
  { action, pids, patch, values, dryRun }: BulkRequest,
): Promise<BulkResponse> {
  const id = deps.ids.pid()
  const tally: z.infer<typeof Tally> = { changed: 0, failed: [] }
  for (let from = 0; from < pids.length || from === 0; from += maxBulkAtOnce) {
    const part = pids.slice(from, from + maxBulkAtOnce)
    const done = await inRepeatableTransaction(deps, async (trx) => {
      const context = bulkContext(deps, trx, actor, declaration)
      const named = await withReferences(context, values)
      const batch = await runBatch(context, {
        writing: { action, job: id },
        pids: part,
        values: named,
        dryRun,
      })
      if (dryRun) return batch
      await notifyBulkWork(context, id)
      const finished = { result: toResult(action, batch) }
      await insertJob(trx, {
        id,
        kind: `bulk-${action}`,
        owner: actor.pid,
        collection: declaration.name,
        params: { pids, patch },
        total: pids.length,
        finished,
      })
      return batch
    })
    tally.changed += done.changed
    tally.failed.push(...done.failed)
  }
  if (dryRun) return { status: 200, value: toResult(action, tally) }
  deps.writes.notify()
  return { status: 200, value: { ...toResult(action, tally), job: { id } } }
}

async function begin(
  deps: DomainDeps,
  actor: Actor,
  declaration: Declaration,
  wanted: BulkRequest,
): Promise<BulkResponse> {
  const { action, pids, patch, values } = wanted
  if (wanted.dryRun || pids.length <= maxBulkAtOnce) return atOnce(deps, actor, declaration, wanted)
  const id = deps.ids.pid()
  await inTransaction(deps, async (trx) => {
    await withReferences(bulkContext(deps, trx, actor, declaration), values)
    await insertJob(trx, {
      id,
      kind: `bulk-${action}`,
      owner: actor.pid,
      collection: declaration.name,
      params: { pids, patch },
      total: pids.length,
    })
  })
  deps.jobs.wake()
  return { status: 202, value: { job: { id } } }
}

/**
 * `PATCH /{collection}`. Throws 403 when the role may not change the collection, 400 with the reason when the
 * selection or the patch is not valid.
 */
export async function bulkPatch(
  deps: DomainDeps,
  actor: Actor,
  declaration: Declaration,
  body: unknown,
): Promise<BulkResponse> {
  requireListed(deps, actor, declaration)
  requireOpen(declaration, actor, 'update')
  const parsed = BulkPatch.safeParse(body)
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const { patch, dryRun = false } = parsed.data
  const values = checkedPatch(declaration, actor, patch)
  const { limits } = await currentConfiguration(deps)
  const pids = await selectedPids(deps, actor, declaration, parsed.data, limits.bulkRecords)
  return begin(deps, actor, declaration, { action: 'update', pids, patch, values, dryRun })
}

/** `DELETE /{collection}`. Throws like `bulkPatch`. */
export async function bulkDelete(
  deps: DomainDeps,
  actor: Actor,
  declaration: Declaration,
  body: unknown,
): Promise<BulkResponse> {
  requireListed(deps, actor, declaration)
  requireOpen(declaration, actor, 'delete')
  const parsed = BulkDelete.safeParse(body)
  if (!parsed.success) throw refusalOf(parsed.error, 'body')
  const { dryRun = false } = parsed.data
  const { limits } = await currentConfiguration(deps)
  const pids = await selectedPids(deps, actor, declaration, parsed.data, limits.bulkRecords)
  return begin(deps, actor, declaration, { action: 'delete', pids, patch: {}, values: {}, dryRun })
}

function bulkHandler(action: Action): JobHandler<DomainDeps> {
  return {
    async step(deps, trx, job, actor): Promise<JobProgress> {
      const declaration = await declarationNamed(deps, job.collection)
      requireOpen(declaration, actor, action)
      const { pids, patch } = Params.parse(job.params)
      const part = pids.slice(job.cursor, job.cursor + maxBulkAtOnce)
      const context = bulkContext(deps, trx, actor, declaration)
      const values =
        action === 'update' ? await withPidsOf(context, checkedPatch(declaration, actor, patch)) : {}
      const { changed, failed } = await runBatch(context, {
        writing: { action, job: job.id },
        pids: part,
        values,
      })
      const before = tallyOf(action, job.result)
      const done = job.cursor + part.length
      if (done >= pids.length) await notifyBulkWork(context, job.id)
      const result = toResult(action, {
        changed: before.changed + changed,
        failed: [...before.failed, ...failed],
      })
      return { cursor: done, done, result, finished: done >= pids.length }
    },
  }
}

const undoHandler: JobHandler<DomainDeps> = {
  async step(deps, trx, job, actor): Promise<JobProgress> {
    const { job: undone, action } = UndoParams.parse(job.params)
    const context = bulkContext(deps, trx, actor, await declarationNamed(deps, job.collection))
    const batch = await undoBatch(context, {
      job: undone,
      undoJob: job.id,
      kind: action,
      after: job.cursor,
      limit: maxBulkAtOnce,
    })
    if (job.cursor === 0) await endBulkWork(context, undone)
    const before = tallyOf('undo', job.result)
    const result = toResult('undo', {
      changed: before.changed + batch.changed,
      failed: [...before.failed, ...batch.failed],
    })
    return {
      cursor: batch.last,
      done: job.done + batch.lines,
      result,
      finished: batch.lines < maxBulkAtOnce,
    }
  },
}

/** The handlers of the job runner, by job kind. */
export const bulkHandlers: Readonly<Record<string, JobHandler<DomainDeps>>> = {
  'bulk-update': bulkHandler('update'),
  'bulk-delete': bulkHandler('delete'),
  undo: undoHandler,
  'undo-import': undoImportHandler,
  ...handoverHandlers,
  ...moveHandlers,
}

const undoable: Readonly<Record<string, Action>> = {
  'bulk-update': 'update',
  'bulk-delete': 'delete',
  'move-requirements': 'update',
}

/**
 * `POST /api/jobs/{id}/undo`: restores what a bulk call changed, or deletes the records that an import
 * created, except records that changed since. Up to 500 records: 200 with `{ restored, failed }` (an import:
 * `{ deleted, kept, failed }`). More: 202 with a job. Throws 404 for another person's job, 409 for a job that
 * cannot be undone or already was.
 */
export async function undoJob(deps: DomainDeps, actor: Actor, id: string): Promise<BulkResponse> {
  const undoId = deps.ids.pid()
  const response = await inRepeatableTransaction(deps, async (trx): Promise<BulkResponse> => {
    const job = await findJob(trx, id, actor.pid)
    if (job === undefined)
      throw new Refusal('not-found', phrase('Job {{id}} not found.', { id: id.slice(0, 64) }))
    const action = undoable[job.kind]
    const refuse = (sentence: string) => new Refusal('transition-refused', sentence, { unmet: [sentence] })
    if (action === undefined && job.kind !== 'import' && job.kind !== 'handover')
      throw refuse('Only imports and bulk changes or deletions can be undone here.')
    if (job.state === 'queued' || job.state === 'running')
      throw refuse('Still in progress. Undo it after it finishes.')
    const marked = await sql<{
      id: string
    }>`update jobs set undone_by = ${undoId} where id = ${id} and undone_by is null and state in ('done', 'failed') returning id`.execute(
      trx,
    )
    if (marked.rows.length === 0) throw refuse('Already undone.')
    if (job.kind === 'handover') {
      await startUndoHandover(trx, actor, job, undoId)
      return { status: 202, value: { job: { id: undoId } } }
    }
    if (action === undefined) {
      const undone = await undoImport(deps, trx, actor, job, undoId)
      return { status: undone === null ? 202 : 200, value: { ...undone, job: { id: undoId } } }
    }
    const declaration = await declarationNamed(deps, job.collection)
    requireOpen(declaration, actor, action)
    const params = { job: id, action }
    const counted = await sql<{
      lines: number
    }>`select count(*) as lines from record_history where job = ${id}`.execute(trx)
    const total = counted.rows[0]?.lines ?? 0
    const common = { id: undoId, kind: 'undo', owner: actor.pid, collection: job.collection, params, total }
    if (total > maxBulkAtOnce) {
      await insertJob(trx, common)
      return { status: 202, value: { job: { id: undoId } } }
    }
    const context = bulkContext(deps, trx, actor, declaration)
    const batch = await undoBatch(context, {
      job: id,
      undoJob: undoId,
      kind: action,
      after: 0,
      limit: maxBulkAtOnce,
    })
    await endBulkWork(context, id)
    const result = toResult('undo', batch)
    await insertJob(trx, { ...common, finished: { result } })
    return { status: 200, value: { ...result, job: { id: undoId } } }
  })
  if (response.status === 202) deps.jobs.wake()
  else deps.writes.notify()
  return response
}
