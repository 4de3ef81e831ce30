import {
  ImportUndone,
  Refusal,
  findCollection,
  isAdministrator,
  maxBulkAtOnce,
  undoImportHours,
  phrase,
} from '@portal/contract'
import type { Actor, Declaration, Sayable } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import type { Tables } from '#platform/database/tables.ts'
import { todayOf } from '#engine/query/reading.ts'
import { undoImportBatch } from '#engine/bulk/undo-import.ts'
import type { UndoneRows } from '#engine/bulk/undo-import.ts'
import { requireOpen } from '#engine/query/visibility.ts'
import type { DomainDeps } from '../deps.ts'
import { insertJob } from '#platform/jobs/job-store.ts'
import type { StoredJob } from '#platform/jobs/job-store.ts'
import type { JobHandler } from '#platform/jobs/job-runner.ts'

const Params = z.object({ job: z.string(), span: z.object({ importedAt: z.string(), begun: z.number() }) })
/** Of the parameters of an import: the collections in which it created missing records. */
const Created = z.object({ createMissing: z.array(z.string()).default([]) })
const maxNamed = 1_000
const refused = (sentence: Sayable) => new Refusal('transition-refused', sentence, { unmet: [sentence] })

/** The collection of an import. Throws 403 when the actor may not import into it. */
async function importedBy(deps: DomainDeps, actor: Actor, collection: string): Promise<Declaration> {
  const declaration = findCollection(collection)
  if (declaration === undefined || !isAdministrator(actor.role))
    throw new Refusal('forbidden', phrase('Your role can’t import {{collection}}.', { collection }))
  requireOpen(declaration, actor, 'create')
  return withAddedFields(deps, declaration)
}

const noneYet: ImportUndone = { deleted: 0, kept: 0, failed: [] }

function withRows({ deleted, kept, failed }: ImportUndone, rows: UndoneRows): ImportUndone {
  return {
    deleted: deleted + rows.deleted,
    kept: kept + rows.failed.length,
    failed: [...failed, ...rows.failed].slice(0, maxNamed),
  }
}

async function undoRows(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  {
    collection,
    undoJob,
    before,
    params,
  }: { collection: string; undoJob: string; before: number; params: z.infer<typeof Params> },
): Promise<UndoneRows> {
  const declaration = await importedBy(deps, actor, collection)
  const context = { deps, trx, actor, declaration, now: deps.clock.now(), today: todayOf(deps, actor) }
  const withFields = (each: Declaration) => withAddedFields(deps, each)
  return undoImportBatch(context, { ...params, undoJob, before, limit: maxBulkAtOnce, withFields })
}

/**
 * Undoes an import in batches, last rows first. The cursor is the history entry before which the next batch
 * begins.
 */
export const undoImportHandler: JobHandler<DomainDeps> = {
  isExclusive: true,
  async step(deps, trx, job, actor) {
    const params = Params.parse(job.params)
    const rows = await undoRows(deps, trx, actor, {
      collection: job.collection,
      undoJob: job.id,
      before: job.cursor,
      params,
    })
    const result = withRows(job.result === null ? noneYet : ImportUndone.parse(job.result), rows)
    return { cursor: rows.last, done: job.done + rows.lines, result, finished: rows.lines < maxBulkAtOnce }
  },
}

/**
 * Starts to undo an import, in the transaction that marks it as undone. Up to 500 records are undone
 * directly; for more it creates a job and returns null. Throws 403 when the actor may no longer import, 409
 * when there is nothing to undo or the time has passed.
 */
export async function undoImport(
  deps: DomainDeps,
  trx: Transaction<Tables>,
  actor: Actor,
  imported: StoredJob,
  undoJob: string,
): Promise<ImportUndone | null> {
  const { id, collection, undo_until: until } = imported
  await importedBy(deps, actor, collection)
  if (until === null)
    throw refused(phrase('An import can be undone within {{hours}} hours.', { hours: undoImportHours }))
  const { rows } = await sql<{
    lines: number
    at: Date | string | null
    begun: number
  }>`select count(*) as lines, max(at) as at,
    (select coalesce(max(id), 0) from record_history) as begun from record_history where job = ${id} and action = 'import'`.execute(
    trx,
  )
  const { lines: total = 0, at = null, begun = 0 } = rows[0] ?? {}
  const params = { job: id, span: { importedAt: new Date(at ?? 0).toISOString(), begun } }
  const otherCollections = Created.parse(imported.params).createMissing
  const job = {
    id: undoJob,
    kind: 'undo-import',
    owner: actor.pid,
    collection,
    otherCollections,
    params,
    total,
  }
  if (total > maxBulkAtOnce) {
    await insertJob(trx, job)
    return null
  }
  const result = withRows(
    noneYet,
    await undoRows(deps, trx, actor, { collection, undoJob, before: 0, params }),
  )
  await insertJob(trx, { ...job, finished: { result } })
  return result
}
