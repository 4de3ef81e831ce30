import type { Job, RecentImports } from '@portal/contract'
import { Job as JobSchema, undoImportHours } from '@portal/contract'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** A job as stored. Times come from the database clock, so the clocks of servers may differ. */
export interface StoredJob {
  id: string
  kind: string
  state: Job['state']
  owner: string
  collection: string
  params: unknown
  cursor: number
  done: number
  total: number
  result: unknown
  detail: string | null
  attempts: number
  undone_by: string | null
  /** Until when an import can be undone; null when it cannot, or no longer. */
  undo_until: Date | string | null
}

export interface NewJob {
  id: string
  kind: string
  owner: string
  collection: string
  params: unknown
  total: number
  /** Collections that it writes besides `collection`. */
  otherCollections?: readonly string[]
  /** Set when the work is already done. The job exists so that it can be read and undone. */
  finished?: { result: unknown }
}

const undoTime = `interval '${undoImportHours} hours'`
/** An import that created records and ended within the time for undoing it. */
const undoableSql = `kind = 'import' and undone_by is null and state in ('done', 'failed') and finished_at > clock_timestamp() - ${undoTime}
  and params @> '{"dryRun": false}' and result @@ '$.created > 0'`
const undoUntilSql = `case when ${undoableSql} then finished_at + ${undoTime} end as undo_until`
/** The columns of a StoredJob. */
export const jobColumns = sql.raw(
  `id, kind, state, owner, collection, params, cursor, done, total, result, detail, attempts, undone_by, ${undoUntilSql}`,
)

export async function insertJob(kysely: Kysely<Tables>, job: NewJob): Promise<void> {
  const { id, kind, owner, collection, params, total, otherCollections = [], finished } = job
  const isDone = finished !== undefined
  await sql`insert into jobs (id, kind, state, owner, collection, other_collections, params, total, done, result, started_at, finished_at)
    values (${id}, ${kind}, ${isDone ? 'done' : 'queued'}, ${owner}, ${collection}, ${[...otherCollections]}::text[], ${JSON.stringify(params)}::jsonb,
      ${total}::bigint, ${isDone ? total : 0}::bigint, ${isDone ? JSON.stringify(finished.result) : null}::jsonb,
      case when ${isDone}::boolean then now() end, case when ${isDone}::boolean then now() end)`.execute(
    kysely,
  )
}

export async function findJob(
  kysely: Kysely<Tables>,
  id: string,
  owner: string,
): Promise<StoredJob | undefined> {
  const { rows } =
    await sql<StoredJob>`select ${jobColumns} from jobs where id = ${id} and owner = ${owner}`.execute(kysely)
  return rows[0]
}

/** A job in the form of the API. */
export function toJob({ id, kind, state, done, total, result, detail, undo_until: until }: StoredJob): Job {
  const undo = until === null ? {} : { undoUntil: new Date(until).toISOString() }
  return JobSchema.parse({
    id,
    kind,
    state,
    done,
    total,
    result,
    ...(detail === null ? {} : { detail }),
    ...undo,
  })
}

/** The owner's imports into a collection that can still be undone, newest first, at most five. */
export async function recentImports(
  kysely: Kysely<Tables>,
  owner: string,
  collection: string,
): Promise<RecentImports> {
  const { rows } = await sql<{
    id: string
    ended_at: Date | string
    created: number
    undo_until: Date | string
  }>`
    select id, finished_at as ended_at, (result->>'created')::bigint as created, ${sql.raw(undoUntilSql)} from jobs
    where owner = ${owner} and collection = ${collection} and ${sql.raw(undoableSql)} order by finished_at desc limit 5`.execute(
    kysely,
  )
  const text = (time: Date | string) => new Date(time).toISOString()
  return {
    imports: rows.map((row) => ({
      id: row.id,
      endedAt: text(row.ended_at),
      created: row.created,
      undoUntil: text(row.undo_until),
    })),
  }
}

/** Locks a claimed job; undefined when it was canceled or claimed again since. */
export async function lockClaimedJob(
  trx: Transaction<Tables>,
  id: string,
  claim: string,
): Promise<StoredJob | undefined> {
  const { rows } =
    await sql<StoredJob>`select ${jobColumns} from jobs where id = ${id} and claimed_by = ${claim} and state = 'running' for update`.execute(
      trx,
    )
  return rows[0]
}

export interface JobProgress {
  cursor: number
  done: number
  result: unknown
  finished: boolean
}

export async function saveProgress(
  trx: Transaction<Tables>,
  id: string,
  { cursor, done, result, finished }: JobProgress,
): Promise<void> {
  await sql`update jobs set cursor = ${cursor}::bigint, done = ${done}::bigint, result = ${JSON.stringify(result)}::jsonb, attempts = 0,
    heartbeat_at = clock_timestamp(), state = case when ${finished}::boolean then 'done' else state end,
    finished_at = case when ${finished}::boolean then clock_timestamp() end where id = ${id}`.execute(trx)
}

export async function failJob(trx: Transaction<Tables>, id: string, detail: string): Promise<void> {
  await sql`update jobs set state = 'failed', detail = ${detail}, finished_at = clock_timestamp() where id = ${id}`.execute(
    trx,
  )
}

/** Queues a job again after an error. Returns the number of attempts since the last committed batch. */
export async function requeueJob(database: Database, id: string, claim: string): Promise<number> {
  const { rows } = await sql<{
    attempts: number
  }>`update jobs set attempts = attempts + 1, state = 'queued', claimed_by = null
    where id = ${id} and claimed_by = ${claim} and state = 'running' returning attempts`.execute(
    database.kysely,
  )
  return rows[0]?.attempts ?? 0
}

/** Queues all running jobs again. Only for a server that is the only one on its database. */
export async function releaseAllJobs(database: Database): Promise<void> {
  await sql`update jobs set state = 'queued', claimed_by = null where state = 'running'`.execute(
    database.kysely,
  )
}

/** Queues a claimed job of a server that stops, so that other servers can claim it immediately. */
export async function releaseJob(database: Database, claim: string): Promise<void> {
  await sql`update jobs set state = 'queued', claimed_by = null where claimed_by = ${claim} and state = 'running'`.execute(
    database.kysely,
  )
}
