import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '#platform/database/column-types.ts'

export interface ScheduledTaskTable {
  name: string
  /** Empty for a task of the whole portal; else the server whose task this is. */
  place: Generated<string>
  every_ms: number
  next_run_at: Timestamp
  /** Set by an administrator who wants a run now; cleared when it begins. */
  requested_at: NullableTimestamp
  /** Identifies the run in progress; null between runs. */
  lease: string | null
  leased_until: NullableTimestamp
  /** Start of the run in progress. */
  started_at: NullableTimestamp
  last_started_at: NullableTimestamp
  last_duration_ms: number | null
  last_result: 'done' | 'failed' | null
  last_counts: Json | null
  last_error: string | null
  /** Failed runs since the last successful one. */
  failures: Generated<number>
}

export interface SchedulingTables {
  scheduled_tasks: ScheduledTaskTable
}
