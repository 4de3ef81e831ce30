import { ScheduledTasks } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'

interface TaskRow {
  name: string
  place: string
  every_ms: number
  next_run_at: Date
  is_requested: boolean
  running_since: Date | null
  last_started_at: Date | null
  last_duration_ms: number | null
  last_counts: unknown
  last_error: string | null
  failures: number
}

const Counts = z.record(z.string(), z.number()).nullable()

/**
 * All scheduled tasks with their last and next runs. A run whose lease has ended is not in progress: its
 * server was killed or paused.
 */
export async function listTasks({ kysely }: Database): Promise<ScheduledTasks> {
  const { rows } =
    await sql<TaskRow>`select name, place, every_ms, next_run_at, requested_at is not null as is_requested,
      case when lease is not null and leased_until > clock_timestamp() then started_at end as running_since,
      last_started_at, last_duration_ms, last_counts, last_error, failures from scheduled_tasks order by name, place`.execute(
      kysely,
    )
  return ScheduledTasks.parse({
    tasks: rows.map((row) => ({
      name: row.name,
      place: row.place === '' ? null : row.place,
      everyMs: row.every_ms,
      nextRunAt: row.next_run_at.toISOString(),
      isRequested: row.is_requested,
      runningSince: row.running_since?.toISOString() ?? null,
      last:
        row.last_started_at === null
          ? null
          : {
              startedAt: row.last_started_at.toISOString(),
              durationMs: row.last_duration_ms ?? 0,
              counts: Counts.parse(row.last_counts),
              error: row.last_error,
            },
      failures: row.failures,
    })),
  })
}
