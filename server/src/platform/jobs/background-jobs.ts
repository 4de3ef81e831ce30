import { BackgroundJobs, Refusal, backgroundJobStates, joined, phrase } from '@portal/contract'
import type { BackgroundJobState } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Tables } from '#platform/database/tables.ts'
import { findLanguageOf } from '#platform/language/language-of-person.ts'
import { localize } from '#platform/language/localize.ts'

const pageSize = 20

interface JobRow {
  id: string
  kind: string
  collection: string
  state: string
  owner: string
  owner_name: string | null
  done: number
  total: number
  attempts: number
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  elapsed_ms: number | null
  detail: string | null
  canceled_by: string | null
  canceler_name: string | null
  can_retry: boolean
}

const stateSql = sql`case when j.canceled_at is not null then 'canceled' else j.state end`
/** A dry run is a kind of its own for people. */
const kindSql = sql`case when j.kind = 'import' and j.params @> '{"dryRun": true}' then 'import-check' else j.kind end`
/** An import goes on with the rows of its file, which are kept for a day. */
const canRetrySql = sql<boolean>`(j.state = 'failed' and j.undone_by is null
  and (j.kind <> 'import' or exists (select 1 from import_rows r where r.job = j.id)))`

const toPerson = (pid: string | null, name: string | null) =>
  pid === null ? null : { pid, title: name ?? pid }

/** Jobs of everyone: those that have not ended, then the others, newest first. */
export async function listBackgroundJobs(
  { kysely }: Database,
  { state, page }: { state: BackgroundJobState | null; page: number },
): Promise<BackgroundJobs> {
  const { rows: counted } = await sql<{
    state: string
    n: number
  }>`select ${stateSql} as state, count(*) as n from jobs j group by 1`.execute(kysely)
  const { rows } =
    await sql<JobRow>`select j.id, ${kindSql} as kind, j.collection, ${stateSql} as state, j.owner, o.name as owner_name,
      j.done, j.total, j.attempts, j.created_at, j.started_at, j.finished_at,
      extract(epoch from coalesce(j.finished_at, clock_timestamp()) - j.started_at)::float8 * 1000 as elapsed_ms,
      j.detail, j.canceled_by, c.name as canceler_name, ${canRetrySql} as can_retry
    from jobs j left join users o on o.pid = j.owner left join users c on c.pid = j.canceled_by
    where ${state}::text is null or ${stateSql} = ${state}
    order by j.state in ('queued', 'running') desc, j.created_at desc, j.id desc limit ${pageSize}::bigint offset ${(page - 1) * pageSize}::bigint`.execute(
      kysely,
    )
  const countOf = (each: BackgroundJobState) => counted.find((row) => row.state === each)?.n ?? 0
  const counts = {
    running: countOf('running'),
    queued: countOf('queued'),
    failed: countOf('failed'),
    canceled: countOf('canceled'),
    done: countOf('done'),
  }
  const count =
    state === null
      ? backgroundJobStates.reduce((sum, backgroundJobState) => sum + counts[backgroundJobState], 0)
      : counts[state]
  return BackgroundJobs.parse({
    jobs: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      collection: row.collection,
      state: row.state,
      owner: toPerson(row.owner, row.owner_name),
      done: row.done,
      total: row.total,
      attempts: row.attempts,
      createdAt: row.created_at.toISOString(),
      startedAt: row.started_at?.toISOString() ?? null,
      finishedAt: row.finished_at?.toISOString() ?? null,
      elapsedMs: row.elapsed_ms === null ? null : Math.max(0, Math.round(row.elapsed_ms)),
      detail: row.detail,
      canceledBy: toPerson(row.canceled_by, row.canceler_name),
      canRetry: row.can_retry,
    })),
    metadata: { count, page, pageSize },
    counts,
  })
}

interface ChangedJob {
  owner: string
  done: number
  total: number
}

/** The reason why nothing was changed: there is no such job, or its state does not allow it. */
async function refusalFor(trx: Transaction<Tables>, id: string, sentence: string): Promise<Refusal> {
  const { rows } = await sql`select 1 from jobs where id = ${id}`.execute(trx)
  if (rows.length === 0)
    return new Refusal('not-found', phrase('Job {{id}} not found.', { id: id.slice(0, 64) }))
  return new Refusal('transition-refused', sentence, { unmet: [sentence] })
}

async function tell(
  trx: Transaction<Tables>,
  id: string,
  { owner, done, total }: ChangedJob,
  state: string,
  at: Date,
): Promise<void> {
  const changes = { id, state, done, total }
  await appendEvent(trx, { collection: 'job', pid: id, action: state, version: 0, actor: owner, at, changes })
}

/** A change of a job by an administrator, by the administrator's pid. */
interface JobChange {
  id: string
  by: string
  now: Date
}

/**
 * Cancels a job that waits or runs, after its batch in progress. Its owner sees a failed job. Throws 404, and
 * 409 when it has ended.
 */
export async function cancelJob(trx: Transaction<Tables>, { id, by, now }: JobChange): Promise<void> {
  const { rows } =
    await sql<ChangedJob>`update jobs set state = 'failed', claimed_by = null, canceled_at = clock_timestamp(),
    canceled_by = ${by}, finished_at = clock_timestamp() where id = ${id} and state in ('queued', 'running')
    returning owner, done, total`.execute(trx)
  const [job] = rows
  if (job === undefined) throw await refusalFor(trx, id, 'This job has already ended.')
  const say = localize(await findLanguageOf(trx, job.owner))
  const detail = say(
    joined([phrase('Canceled by an administrator.', {}), phrase('Changes made so far are kept.', {})]),
  )
  await sql`update jobs set detail = ${detail} where id = ${id}`.execute(trx)
  await tell(trx, id, job, 'failed', now)
}

/**
 * Queues a failed or canceled job again: it goes on after its last completed batch. Throws 404, and 409 when
 * it cannot go on.
 */
export async function retryJob(trx: Transaction<Tables>, { id, now }: JobChange): Promise<void> {
  const { rows } =
    await sql<ChangedJob>`update jobs j set state = 'queued', attempts = 0, detail = null, finished_at = null,
    canceled_at = null, canceled_by = null where j.id = ${id} and ${canRetrySql} returning owner, done, total`.execute(
      trx,
    )
  const [job] = rows
  if (job === undefined)
    throw await refusalFor(
      trx,
      id,
      'Only failed or canceled jobs can be retried, and imports only while their file is kept.',
    )
  await tell(trx, id, job, 'running', now)
}
