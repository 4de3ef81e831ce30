import { CollectionName, HandoverResult, Refusal, maxBulkAtOnce } from '@portal/contract'
import type { Actor, RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { localize } from '#platform/language/localize.ts'
import { insertJob } from '#platform/jobs/job-store.ts'
import type { JobProgress, StoredJob } from '#platform/jobs/job-store.ts'
import type { JobHandler } from '#platform/jobs/job-runner.ts'
import { runBatch } from '#engine/bulk/bulk-batch.ts'
import { undoBatch } from '#engine/bulk/bulk-undo.ts'
import { requireOpen } from '#engine/query/visibility.ts'
import { bulkContext, declarationNamed } from '../bulk/bulk-context.ts'
import type { DomainDeps } from '../deps.ts'
import { endBulkWork, notifyBulkWork } from '../notifications/assignments.ts'
import { changeUserStatusIn } from '../users/sign-in/change-status.ts'
import { countOpenWork } from './open-work.ts'

const Planned = z.object({
  collection: CollectionName,
  pid: z.string(),
  fields: z.array(z.string()),
  to: z.string(),
})
type Planned = z.infer<typeof Planned>

const Params = z.object({
  person: z.string().nullable(),
  thenDisable: z.boolean(),
  records: z.array(Planned),
})
type Params = z.infer<typeof Params>

const none: HandoverResult = { updated: 0, failed: [] }
const resultOf = ({ result }: StoredJob): HandoverResult =>
  result === null ? none : HandoverResult.parse(result)

/** The fields that still name the person, with the new one; what somebody else changed since is left. */
function handedOver({ fields, to }: Planned, person: string | null, before: RecordValues): RecordValues {
  const changed = fields.flatMap((name): [string, unknown][] => {
    const value = before[name] ?? null
    if (!Array.isArray(value)) return value === person ? [[name, to]] : []
    if (!value.includes(person)) return []
    return [[name, [...new Set(value.map((each: unknown) => (each === person ? to : each)))]]]
  })
  return Object.fromEntries(changed)
}

/** Disables the account of a person who leaves, once no open work is left. */
async function disableOnceDone(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  { person, thenDisable }: Params,
  left: number,
): Promise<Pick<HandoverResult, 'disabled' | 'refusal'>> {
  if (!thenDisable || person === null) return {}
  if (left > 0) return { disabled: false }
  try {
    await changeUserStatusIn(trx, deps.clock.now(), actor, person, { to: 'DISABLED' })
    return { disabled: true }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { disabled: false, refusal: localize(actor.language)(error.detail) }
  }
}

/** Hands over the records of a job in batches of one collection each. */
const handover: JobHandler<DomainDeps> = {
  async step(deps, trx, job, actor): Promise<JobProgress> {
    const params = Params.parse(job.params)
    const { person, records } = params
    const [first] = records.slice(job.cursor)
    const before = resultOf(job)
    const part = records
      .slice(job.cursor, job.cursor + maxBulkAtOnce)
      .filter(({ collection }) => collection === first?.collection)
    if (first === undefined) return { cursor: job.cursor, done: job.done, result: before, finished: true }
    const declaration = await declarationNamed(deps, first.collection)
    requireOpen(declaration, actor, 'update')
    const context = bulkContext(deps, trx, actor, declaration)
    const byPid = new Map(part.map((record) => [record.pid, record]))
    const { changed, failed } = await runBatch(context, {
      writing: { action: 'update', job: job.id },
      pids: [...byPid.keys()],
      values: (pid, values) => {
        const record = byPid.get(pid)
        return record === undefined ? {} : handedOver(record, person, values)
      },
    })
    const done = job.cursor + part.length
    const result: HandoverResult = {
      updated: before.updated + changed,
      failed: [...before.failed, ...failed],
    }
    if (records[done]?.collection !== first.collection) await notifyBulkWork(context, job.id)
    if (done < records.length) return { cursor: done, done, result, finished: false }
    const left = await countOpenWork({ deps, trx }, person)
    const end = await disableOnceDone(deps, trx, actor, params, left)
    return { cursor: done, done, result: { ...result, left, ...end }, finished: true }
  },
}

const UndoParams = z.object({ job: z.string() })
const UndoResult = z.object({ restored: z.number(), failed: HandoverResult.shape.failed })

/** Undoes a handover in batches; each belongs to one collection. */
const undoHandover: JobHandler<DomainDeps> = {
  async step(deps, trx, job, actor): Promise<JobProgress> {
    const { job: undone } = UndoParams.parse(job.params)
    const before = job.result === null ? { restored: 0, failed: [] } : UndoResult.parse(job.result)
    const { rows } = await sql<{
      collection: string
    }>`select collection from record_history where job = ${undone} and id > ${job.cursor}::bigint order by id limit 1`.execute(
      trx,
    )
    const [next] = rows
    if (next === undefined) return { cursor: job.cursor, done: job.done, result: before, finished: true }
    const declaration = await declarationNamed(deps, next.collection)
    requireOpen(declaration, actor, 'update')
    const context = bulkContext(deps, trx, actor, declaration)
    const batch = await undoBatch(context, {
      job: undone,
      undoJob: job.id,
      kind: 'update',
      after: job.cursor,
      limit: maxBulkAtOnce,
      collection: next.collection,
    })
    await endBulkWork(context, undone)
    const result = {
      restored: before.restored + batch.changed,
      failed: [...before.failed, ...batch.failed],
    }
    return { cursor: batch.last, done: job.done + batch.lines, result, finished: false }
  },
}

/**
 * Starts to undo a handover, in the transaction that marks it as undone. Throws 409 for a person whose
 * account was disabled by it, since work would go to somebody who cannot sign in.
 */
export async function startUndoHandover(
  trx: Transaction<Tables>,
  actor: Actor,
  job: StoredJob,
  undoId: string,
): Promise<void> {
  const { person, records } = Params.parse(job.params)
  const { rows } = await sql<{
    status: string
  }>`select status from users where pid = ${person} and status <> 'ACTIVE'`.execute(trx)
  const sentence = 'The account of this person is disabled. Activate it first.'
  if (rows.length > 0) throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  const counted = await sql<{
    lines: number
  }>`select count(*) as lines from record_history where job = ${job.id}`.execute(trx)
  await insertJob(trx, {
    id: undoId,
    kind: 'undo-handover',
    owner: actor.pid,
    collection: 'users',
    otherCollections: [...new Set(records.map(({ collection }) => collection))],
    params: { job: job.id },
    total: counted.rows[0]?.lines ?? 0,
  })
}

/** The handlers of the job runner, by job kind. */
export const handoverHandlers: Readonly<Record<string, JobHandler<DomainDeps>>> = {
  handover,
  'undo-handover': undoHandover,
}
