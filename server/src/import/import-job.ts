import { ImportReading, Refusal, findCollection, phrase } from '@portal/contract'
import type { Actor, Declaration, TableName } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { withAddedFields } from '#platform/configuration/with-added-fields.ts'
import type { JobHandler } from '#platform/jobs/job-runner.ts'
import { localize } from '#platform/language/localize.ts'
import { totalsOf } from '#engine/sql/columns.ts'
import { todayOf } from '#engine/query/reading.ts'
import { run } from '#engine/write/writing.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { importBatch } from './import-batch.ts'
import type { BatchPlan, SeenPermits } from './import-batch.ts'
import { Source } from './import-plan.ts'
import { resultSoFar, withBatch } from './import-report.ts'
import { FileRow } from './import-rows.ts'

const batchSize = 1_000
/** Maximum number of characters in a batch. A longer row is a batch on its own. */
const batchCharacters = 4_000_000
const Params = z.object({
  sources: z.array(Source),
  dryRun: z.boolean(),
  createMissing: z.array(z.string()).optional(),
  decimal: ImportReading.shape.decimal,
  currency: z.string().default('USD'),
})

/**
 * Whether the table has more than doubled since PostgreSQL last collected statistics for it. Autovacuum runs
 * only once a minute; until then searches are planned for the smaller table. The count stored for the table
 * is exact, whereas a cumulative statistic lags behind.
 */
async function hasOutdatedStatistics(deps: DomainDeps, table: TableName): Promise<boolean> {
  const [totals] = totalsOf(table)
  if (totals === undefined) return false
  const [found] = await deps.database.query(
    `select (select sum(n) from ${totals.table}) > 2 * greatest(reltuples, ${batchSize / 2}) as outdated from pg_class where oid = $1::text::regclass`,
    [table],
    z.object({ outdated: z.boolean().nullable() }),
  )
  return found?.outdated === true
}

/** What a dry run has seen: permits and names of missing clients. */
interface Seen {
  permits: SeenPermits
  orgs: Set<string>
}

/**
 * What dry runs have seen, by job. A server that takes over a job has no entry for it, so it starts the dry
 * run again.
 */
const seenByJob = new Map<string, Seen>()

async function importable(deps: DomainDeps, actor: Actor, name: string): Promise<Declaration> {
  const declaration = findCollection(name)
  if (declaration === undefined || !declaration.access.create(actor))
    throw new Refusal('forbidden', phrase('Your role can’t import {{name}}.', { name }))
  return withAddedFields(deps, declaration)
}

/** Runs an import, one batch of rows at a time, starting after the last committed batch. */
export const importHandler: JobHandler<DomainDeps> = {
  async step(deps, trx, job, actor) {
    const declaration = await importable(deps, actor, job.collection)
    const { sources, dryRun, createMissing = [], decimal, currency } = Params.parse(job.params)
    const orgs = createMissing.includes('orgs') ? await importable(deps, actor, 'orgs') : null
    const plan: BatchPlan = { job: job.id, sources, dryRun, orgs, decimal, currency }
    const restarts = dryRun && job.cursor > 0 && !seenByJob.has(job.id)
    const cursor = restarts ? 0 : job.cursor
    const seen: Seen = (dryRun ? seenByJob.get(job.id) : undefined) ?? { permits: new Set(), orgs: new Set() }
    const before = resultSoFar(restarts ? null : job.result)
    const rows = await run(
      deps.database,
      trx,
      sql`select row, coalesce(line, row + 1) as line, cells, numbers, problem from (
          select row, line, cells, numbers, problem, size, sum(size) over (order by row) as through from (
            select row, line, cells, numbers, problem, size from import_rows where job = ${job.id} and row > ${cursor}::bigint order by row limit ${batchSize}::int) next
        ) counted where through - size < ${batchCharacters}::int order by row`,
      FileRow,
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
    const result = withBatch(before, plan, rows, batch, seen.orgs.size, localize(actor.language))
    return { cursor: done, done, result, finished }
  },

  async afterCommit(deps, job) {
    const declaration = findCollection(job.collection)
    if (declaration === undefined || Params.parse(job.params).dryRun) return
    const { table } = declaration
    if (!(await hasOutdatedStatistics(deps, table))) return
    await deps.database.kysely.transaction().execute(async (trx) => {
      // A tenth of the usual sample is enough to estimate the size and content of the table. Autovacuum
      // collects the full statistics within a minute.
      await sql`set local default_statistics_target = 10`.execute(trx)
      await sql`analyze ${sql.table(table)}, ${sql.table(`${table}_text`)}`.execute(trx)
    })
  },
}
