import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { jobColumns } from './job-store.ts'
import type { StoredJob } from './job-store.ts'
import { advisoryLocks } from '#platform/database/advisory-locks.ts'

/** A job without a heartbeat for this long is abandoned by its server. */
const abandonedAfter = sql`interval '10 seconds'`

/** How many jobs of one person run at once, on all servers together. */
export const jobsPerPerson = 2

/**
 * A job of more rows is a long one. It is the limit of a bulk edit, so that only imports and their undo are
 * long.
 */
export const maxShortRows = 10_000

/** Lets only one server claim a job at a time, so that two claims never break a rule together. */
const claimLock = advisoryLocks.jobClaim

export interface ClaimRules {
  /** Kinds of job that never run at the same time as another one of these kinds on the same collection. */
  exclusiveKinds: readonly string[]
  /** False when the last free place of a server is reserved for short jobs. */
  mayTakeLong: boolean
}

const collectionsOf = (job: string) => sql.raw(`array_append(${job}.other_collections, ${job}.collection)`)

/**
 * Whether running job `r` counts against `j`. Against a job that has begun and was abandoned, only jobs of
 * servers that are alive and earlier jobs do, so that abandoned jobs never wait for each other.
 */
const runsFirst = sql`(r.state = 'running' and (j.state = 'queued' or (r.created_at, r.id) < (j.created_at, j.id)
  or r.heartbeat_at >= clock_timestamp() - ${abandonedAfter}))`
const waitsFirst = sql`(r.state = 'queued' and j.state = 'queued' and (r.created_at, r.id) < (j.created_at, j.id))`

/**
 * Whether another job has to end before job `j` begins: an earlier one of the same person on the same
 * collection, or any running one when both are of exclusive kinds.
 */
function isBlocked(exclusiveKinds: readonly string[]): RawBuilder<boolean> {
  const kinds = sql`${[...exclusiveKinds]}::text[]`
  return sql<boolean>`exists (select 1 from jobs r where r.id <> j.id and r.state in ('queued', 'running')
    and ${collectionsOf('r')} && ${collectionsOf('j')}
    and ((r.owner = j.owner and (${runsFirst} or ${waitsFirst}))
      or (r.kind = any(${kinds}) and j.kind = any(${kinds}) and ${runsFirst})))`
}

/** Number of other jobs of the same person that run. */
const othersRunning = sql`(select count(*) from jobs r where r.owner = j.owner and r.id <> j.id and ${runsFirst})`

const isWaiting = sql<boolean>`(j.state = 'queued' or (j.state = 'running' and j.heartbeat_at < clock_timestamp() - ${abandonedAfter}))`

/**
 * Claims the next job that is queued or abandoned; undefined when none may run now. People with fewer running
 * jobs come first, then older jobs. `claim` identifies this claim: the same server claims an abandoned job
 * under a new one.
 */
export async function claimJob(
  database: Database,
  claim: string,
  { exclusiveKinds, mayTakeLong }: ClaimRules,
): Promise<StoredJob | undefined> {
  // Without the lock, because nearly every poll finds nothing.
  const waiting = await sql`select 1 from jobs j where ${isWaiting} limit 1`.execute(database.kysely)
  if (waiting.rows.length === 0) return undefined
  return database.kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${claimLock}::bigint)`.execute(trx)
    const { rows } =
      await sql<StoredJob>`update jobs set state = 'running', claimed_by = ${claim}, heartbeat_at = clock_timestamp(),
        started_at = coalesce(started_at, clock_timestamp())
      where id = (select j.id from jobs j where ${isWaiting} and (${mayTakeLong}::boolean or j.total <= ${maxShortRows}::bigint)
        and ${othersRunning} < ${jobsPerPerson}::int and not ${isBlocked(exclusiveKinds)}
        order by ${othersRunning}, j.created_at, j.id limit 1 for update skip locked)
      returning ${jobColumns}`.execute(trx)
    return rows[0]
  })
}
