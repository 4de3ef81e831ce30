import { ImportResult, Refusal, findCollection } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { withAddedFields } from '#configuration/with-added-fields.ts'
import type { JobHandler } from '#jobs/job-runner.ts'
import { todayOf } from '#records/reading.ts'
import { run } from '#records/writing.ts'
import { importBatch } from './import-batch.ts'
import type { FileRow, SeenPermits } from './import-batch.ts'
import { Source } from './import-plan.ts'

const batchSize = 1_000
/** A batch ends before it holds more characters than this; a single longer row is one by itself. */
const batchCharacters = 4_000_000
const mostNamed = 1_000
const Params = z.object({ sources: z.array(Source), dryRun: z.boolean() })

/** What a dry run has seen by job. A server that takes one over begins with nothing seen, so it begins the dry run again. */
const seenByJob = new Map<string, SeenPermits>()

/** The work of an import, one batch of rows at a time, from behind the last committed one. */
export const importHandler: JobHandler = {
  async step(deps, trx, job, actor) {
    const declaration = findCollection(job.collection)
    if (declaration === undefined || !declaration.access.create(actor)) throw new Refusal('forbidden', `Your role does not import ${job.collection}.`)
    const { sources, dryRun } = Params.parse(job.params)
    const restarts = dryRun && job.cursor > 0 && !seenByJob.has(job.id)
    const cursor = restarts ? 0 : job.cursor
    const seen = dryRun ? (seenByJob.get(job.id) ?? new Set<string>()) : new Set<string>()
    const before = restarts || job.result === null ? { created: 0, skipped: 0, errors: [] } : ImportResult.parse(job.result)
    const rows = await run<FileRow>(
      deps.database,
      trx,
      sql`select row, cells from (
          select row, cells, size, sum(size) over (order by row) as through from (
            select row, cells, size from import_rows where job = ${job.id} and row > ${cursor}::bigint order by row limit ${batchSize}::int) next
        ) counted where through - size < ${batchCharacters}::int order by row`,
    )
    const context = { deps, trx, actor, declaration: await withAddedFields(deps, declaration), now: deps.clock.now(), today: todayOf(deps) }
    if (dryRun) await sql`savepoint dry`.execute(trx)
    const errors = await importBatch(context, job.id, sources, rows, seen)
    if (dryRun) await sql`rollback to savepoint dry`.execute(trx)
    const done = cursor + rows.length
    const finished = done >= job.total
    if (dryRun && !finished) seenByJob.set(job.id, seen)
    if (finished) {
      seenByJob.delete(job.id)
      await run(deps.database, trx, sql`delete from import_rows where job = ${job.id}`)
    }
    const result = {
      created: before.created + rows.length - errors.length,
      skipped: before.skipped + errors.length,
      errors: [...before.errors, ...errors].slice(0, mostNamed),
    }
    return { cursor: done, done, result, finished }
  },
}
