import { rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { LocalDate } from '@portal/contract'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { seedFiles } from '#files/seed-files.ts'
import { seedMail } from '#mail/seed/seed-mail.ts'
import { hasRealPeople, markSamplePeople } from '#platform/auth/demo-people.ts'
import type { Deps } from '../deps.ts'
import { readSample, sampleFile } from './austin-rows.ts'
import type { AustinRow } from './austin-rows.ts'
import type { FeatureSeed } from '#domain/seed/context.ts'
import type { ImportReport } from './import-sample.ts'
import { vacuum } from '#platform/database/indexes.ts'
import { planSeed, toContext } from './plan.ts'
import type { SeedPlan } from './plan.ts'
import { recordTables, writePlan } from './write-plan.ts'
import { advisoryLocks } from '#platform/database/advisory-locks.ts'

const lockKey = advisoryLocks.firstStart

/** Seeds that use the records, in order. Each runs again after a start that was killed before it finished. */
const features: readonly (readonly [string, FeatureSeed<Deps>])[] = [
  ['files', seedFiles],
  ['mail', seedMail],
]

type Report = (line: string) => void

export interface FirstStartOptions {
  /** Returns the rows to import; by default those of the sample. */
  read?: () => Promise<AustinRow[]>
  /** Ends the seed when it is aborted. The next start goes on. */
  signal?: AbortSignal | undefined
}
/** How long a server waits before it looks again whether another one has ended its seed. */
const lookAgainMs = 250

/** Summary of the import in one line. */
export function summaryOf(report: ImportReport): string {
  const reasons = [...Map.groupBy(report.skipped, ({ reason }) => reason)].map(
    ([reason, rows]) => `${rows.length} × ${reason}`,
  )
  const skipped =
    reasons.length === 0
      ? 'no row skipped'
      : `${report.skipped.length} of ${report.rows} rows skipped: ${reasons.join('; ')}`
  return `Imported ${report.permits} permits and ${report.organizations} organizations from ${report.source} (${skipped}).`
}

/**
 * Writes the whole report, with the line and reason of every skipped row, to `DATA_DIR/import-report.json`.
 */
async function keepReport(report: ImportReport, dataDir: string): Promise<string> {
  const path = join(dataDir, 'import-report.json')
  await writeFile(`${path}.new`, `${JSON.stringify(report, null, 2)}\n`)
  await rename(`${path}.new`, path)
  return path
}

/** The finished steps and the day they were made for. */
async function readSteps(kysely: Kysely<Tables>): Promise<Map<string, LocalDate>> {
  const { rows } = await sql<{ name: string; today: LocalDate }>`select name, today from seed_steps`.execute(
    kysely,
  )
  return new Map(rows.map(({ name, today }) => [name, today]))
}

const markDone = (kysely: Kysely<Tables>, name: string, today: LocalDate, at: Date) =>
  sql`insert into seed_steps (name, today, done_at) values (${name}, ${today}, ${at}) on conflict (name) do nothing`.execute(
    kysely,
  )

/**
 * True when there are people or records, including deleted ones and access requests. The database is then in
 * use.
 */
async function isInUse(kysely: Kysely<Tables>): Promise<boolean> {
  const found = sql.join(
    [...recordTables, 'access_requests'].map((table) => sql`exists (select 1 from ${sql.table(table)})`),
    sql` or `,
  )
  const { rows } = await sql<{ found: boolean }>`select ${found} as found`.execute(kysely)
  return rows[0]?.found === true
}

/** Writes all records in one transaction, so that a killed start leaves none of them. */
async function seedRecords(
  deps: Deps,
  plan: SeedPlan,
  report: Report,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { kysely } = deps.database
  await kysely.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await writePlan(trx, plan, signal)
    await markSamplePeople(
      trx,
      plan.records.users.map(({ pid }) => pid),
    )
    await markDone(trx, 'records', plan.today, deps.clock.now())
  })
  await vacuum(kysely, recordTables)
  const path = await keepReport(plan.report, deps.environment.dataDir)
  report(summaryOf(plan.report))
  report(`Every skipped row is named in ${path}.`)
}

async function tryLock(connection: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{
    has: boolean
  }>`select pg_try_advisory_lock(${lockKey}::bigint) as has`.execute(connection)
  return rows[0]?.has === true
}

async function seedMissing(
  deps: Deps,
  report: Report,
  { read = readSample, signal }: FirstStartOptions,
): Promise<void> {
  const { kysely } = deps.database
  const steps = await readSteps(kysely)
  const madeFor = steps.get('records')
  if (madeFor === undefined ? await isInUse(kysely) : await hasRealPeople(kysely)) return
  const missing = features.filter(([name]) => !steps.has(name))
  if (madeFor !== undefined && missing.length === 0) return
  const today = madeFor ?? deps.environment.seedDate ?? deps.clock.now().toISOString().slice(0, 10)
  const plan = planSeed(await read(), today, basename(sampleFile))
  if (madeFor === undefined) await seedRecords(deps, plan, report, signal)
  for (const [name, seed] of missing) {
    signal?.throwIfAborted()
    await seed(deps, toContext(plan, name))
    await markDone(kysely, name, today, deps.clock.now())
  }
}

/**
 * Fills a database without people and records: imports the Austin sample, creates users, tasks, payments and
 * related records, then mail and files. Deterministic for a day (`SEED_DATE`, else today). Does nothing if
 * there are people or records. Finishes the seed of a start that was killed or stopped, unless real people
 * were added since. `report` gets lines to print. If several servers start on one database, only one of them
 * seeds.
 */
export async function seedFirstStart(
  deps: Deps,
  report: Report,
  options: FirstStartOptions = {},
): Promise<void> {
  // Only an external database server can have several portal servers. The embedded databases have a lock that
  // admits one process.
  if (deps.database.kind !== 'server') return seedMissing(deps, report, options)
  await deps.database.kysely.connection().execute(async (connection) => {
    while (!(await tryLock(connection))) await wait(lookAgainMs, undefined, { signal: options.signal })
    try {
      await seedMissing(deps, report, options)
    } finally {
      await sql`select pg_advisory_unlock(${lockKey}::bigint)`.execute(connection)
    }
  })
}
