import { ImportReading, Refusal, findCollection, phrase } from '@portal/contract'
import type { Actor, Declaration, TableName } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { withAddedFields } from '#configuration/with-added-fields.ts'
import type { JobHandler } from '#jobs/job-runner.ts'
import { totalsOf } from '#records/columns.ts'
import { todayOf } from '#records/reading.ts'
import { run } from '#records/writing.ts'
import type { Deps } from '../../deps.ts'
import { importBatch } from './import-batch.ts'
import type { BatchPlan, SeenPermits } from './import-batch.ts'
import { Source } from './import-plan.ts'
import { resultSoFar, withBatch } from './import-report.ts'
import type { FileRow } from './import-rows.ts'

const batchSize = 1_000
/** A batch ends before it holds more characters than this; a single longer row is one by itself. */
const batchCharacters = 4_000_000
const Params = z.object({
  sources: z.array(Source),
  dryRun: z.boolean(),
  createMissing: z.array(z.string()).optional(),
  decimal: ImportReading.shape.decimal,
  currency: z.string().default('USD'),
})

/**
 * Has the table more than doubled since PostgreSQL last took statistics of it? Autovacuum looks once a minute
 * only, and until then searches are planned for the table as it was before the import. The count kept beside
 * the table is exact; a cumulative statistic lags behind.
 */
async function hasOutdatedStatistics(deps: Deps, table: TableName): Promise<boolean> {
  const [totals] = totalsOf(table)
  if (totals === undefined) return false
  const [found] = await deps.database.query<{ outdated: boolean }>(
    `select (select sum(n) from ${totals.table}) > 2 * greatest(reltuples, ${batchSize / 2}) as outdated from pg_class where oid = $1::text::regclass`,
    [table],
  )
  return found?.outdated === true
}

/** What a dry run has seen: permits, and names of clients that are not here. */
interface Seen {
  permits: SeenPermits
  orgs: Set<string>
}

/**
 * What a dry run has seen by job. A server that takes one over begins with nothing seen, so it begins the dry
 * run again.
 */
const seenByJob = new Map<string, Seen>()

async function importable(deps: Deps, actor: Actor, name: string): Promise<Declaration> {
  const declaration = findCollection(name)
  if (declaration === undefined || !declaration.access.create(actor))
    throw new Refusal('forbidden', phrase('Your role does not import {{name}}.', { name }))
  return withAddedFields(deps, declaration)
}

/** The work of an import, one batch of rows at a time, from behind the last committed one. */
export const importHandler: JobHandler = {
  async step(deps, trx, job, actor) {
    const declaration = await importable(deps, actor, job.collection)
    const { sources, dryRun, createMissing = [], decimal, currency } = Params.parse(job.params)
    const orgs = createMissing.includes('orgs') ? await importable(deps, actor, 'orgs') : null
    const plan: BatchPlan = { job: job.id, sources, dryRun, orgs, decimal, currency }
    const restarts = dryRun && job.cursor > 0 && !seenByJob.has(job.id)
    const cursor = restarts ? 0 : job.cursor
    const seen: Seen = (dryRun ? seenByJob.get(job.id) : undefined) ?? { permits: new Set(), orgs: new Set() }
    const before = resultSoFar(restarts ? null : job.result)
    const rows = await run<FileRow>(
      deps.database,
      trx,
      sql`select row, coalesce(line, row + 1) as line, cells, numbers, problem from (
          select row, line, cells, numbers, problem, size, sum(size) over (order by row) as through from (
            select row, line, cells, numbers, problem, size from import_rows where job = ${job.id} and row > ${cursor}::bigint order by row limit ${batchSize}::int) next
        ) counted where through - size < ${batchCharacters}::int order by row`,
    )
    const context = { deps, trx, actor, declaration, now: deps.clock.now(), today: todayOf(deps, actor) }
    if (dryRun) await sql`savepoint dry`.execute(trx)
    const batch = await importBatch(context, plan, rows, seen.permits)
    if (dryRun) await sql`rollback to savepoint dry`.execute(trx)
    for (const name of batch.missingOrgs) seen.orgs.add(name)
    const done = cursor + rows.length
    const finished = done >= job.total
    if (dryRun && !finished) seenByJob.set(job.id, seen)
    if (finished) {
      seenByJob.delete(job.id)
      await run(deps.database, trx, sql`delete from import_rows where job = ${job.id}`)
    }
    return { cursor: done, done, result: withBatch(before, plan, rows, batch, seen.orgs.size), finished }
  },

  async afterCommit(deps, job) {
    const declaration = findCollection(job.collection)
    if (declaration === undefined || Params.parse(job.params).dryRun) return
    const { table } = declaration
    if (!(await hasOutdatedStatistics(deps, table))) return
    await deps.database.kysely.transaction().execute(async (trx) => {
      // A tenth of the usual sample tells how large the table is and what it holds; autovacuum takes the
      // whole one within a minute.
      await sql`set local default_statistics_target = 10`.execute(trx)
      await sql`analyze ${sql.table(table)}, ${sql.table(`${table}_text`)}`.execute(trx)
    })
  },
}
