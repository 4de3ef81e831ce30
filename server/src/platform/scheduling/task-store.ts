import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { ScheduledTask, TaskCounts } from './scheduled-task.ts'

/** A failed task runs again after this time, or after its interval if that is shorter. */
const retryAfter = sql`interval '15 minutes'`
/** A task that no server knows any more is removed after this time. */
const removedAfter = sql`interval '7 days'`
const now = sql`clock_timestamp()`
const milliseconds = (count: unknown) => sql`${count}::bigint * interval '1 millisecond'`

type TaskKey = Pick<ScheduledTask, 'name' | 'place'>

const keysOf = (tasks: readonly TaskKey[]) =>
  sql`select * from unnest(${tasks.map(({ name }) => name)}::text[], ${tasks.map(({ place = '' }) => place)}::text[])`

/**
 * Adds the tasks of this server to the table, and removes tasks that have not been due on any server for a
 * week.
 */
export async function registerTasks(
  { kysely }: Database,
  tasks: readonly Pick<ScheduledTask, 'name' | 'place' | 'everyMs' | 'firstAfterMs'>[],
): Promise<void> {
  for (const { name, place = '', everyMs, firstAfterMs = everyMs } of tasks) {
    await sql`insert into scheduled_tasks (name, place, every_ms, next_run_at)
      values (${name}, ${place}, ${everyMs}::bigint, ${now} + ${milliseconds(firstAfterMs)})
      on conflict (name, place) do update set every_ms = excluded.every_ms,
        next_run_at = least(scheduled_tasks.next_run_at, ${now} + ${milliseconds(everyMs)})`.execute(kysely)
  }
  await sql`delete from scheduled_tasks where next_run_at < ${now} - ${removedAfter}
    and (name, place) not in (${keysOf(tasks)})`.execute(kysely)
}

/** A claimed run. */
export interface ClaimedTask {
  name: string
  place: string
  /** Whether the run before it was not finished: its server was killed or paused. */
  was_interrupted: boolean
}

/**
 * Claims the next of these tasks that is due or requested and that no other server runs; undefined when there
 * is none. Times far in the future are from a clock that was set back, and count as past. Requested ones come
 * first, then the one that is late by the largest part of its interval: by interval alone, a server that
 * cannot keep up would run the frequent tasks and never the others.
 */
export async function claimTask(
  { kysely }: Database,
  tasks: readonly TaskKey[],
  { lease, leaseMs }: { lease: string; leaseMs: number },
): Promise<ClaimedTask | undefined> {
  const leased = milliseconds(leaseMs)
  const { rows } = await sql<ClaimedTask>`with due as (
      select name, place, lease is not null as was_interrupted from scheduled_tasks
      where (name, place) in (${keysOf(tasks)})
        and (requested_at is not null or next_run_at <= ${now} or next_run_at > ${now} + ${milliseconds(sql`greatest(every_ms, 3600000)`)})
        and (lease is null or leased_until <= ${now} or leased_until > ${now} + ${leased})
      order by requested_at nulls last, abs(extract(epoch from ${now} - next_run_at)) / greatest(every_ms, 1) desc, every_ms
      limit 1 for update skip locked)
    update scheduled_tasks t set lease = ${lease}, leased_until = ${now} + ${leased}, started_at = ${now}, requested_at = null
    from due where t.name = due.name and t.place = due.place returning t.name, t.place, due.was_interrupted`.execute(
    kysely,
  )
  return rows[0]
}

/** Extends a lease. Returns false when another server has taken the task over. */
export async function renewLease({ kysely }: Database, lease: string, leaseMs: number): Promise<boolean> {
  const { rows } =
    await sql`update scheduled_tasks set leased_until = ${now} + ${milliseconds(leaseMs)} where lease = ${lease} returning 1`.execute(
      kysely,
    )
  return rows.length > 0
}

/** How a run ended: what it did, or why it failed. */
export type TaskOutcome = { counts: TaskCounts } | { error: string }

/** Saves how a run ended and when the next one is due. Returns false when another server had taken over. */
export async function finishTask(
  { kysely }: Database,
  lease: string,
  outcome: TaskOutcome,
  durationMs: number,
): Promise<boolean> {
  const error = 'error' in outcome ? outcome.error : null
  const counts = 'counts' in outcome ? JSON.stringify(outcome.counts) : null
  const interval = milliseconds(sql`every_ms`)
  const wait = error === null ? interval : sql`least(${interval}, ${retryAfter})`
  const { rows } =
    await sql`update scheduled_tasks set lease = null, leased_until = null, started_at = null, last_started_at = started_at,
      last_duration_ms = ${Math.round(durationMs)}::bigint, last_result = ${error === null ? 'done' : 'failed'},
      last_counts = ${counts}::jsonb, last_error = ${error}, failures = case when ${error === null}::boolean then 0 else failures + 1 end,
      next_run_at = ${now} + ${wait}
    where lease = ${lease} returning 1`.execute(kysely)
  return rows.length > 0
}

/** Requests a run as soon as possible, on every server that has the task. Returns whether the task exists. */
export async function requestTask({ kysely }: Database, name: string): Promise<boolean> {
  const { rows } =
    await sql`update scheduled_tasks set requested_at = ${now} where name = ${name} returning 1`.execute(
      kysely,
    )
  return rows.length > 0
}
