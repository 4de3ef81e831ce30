import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '#platform/database/column-types.ts'

export interface ScheduledTaskTable {
  name: string
  /** The server that runs this task for itself (`host:data folder`); empty when any server may run it. */
  place: Generated<string>
  /** From the end of a run to the start of the next. */
  every_ms: number
  next_run_at: Timestamp
  /** When an administrator asked for a run now; null once that run began. */
  requested_at: NullableTimestamp
  /** Id of the lease of the run in progress; null between runs. */
  lease: string | null
  leased_until: NullableTimestamp
  /** Start of the run in progress; null between runs. */
  started_at: NullableTimestamp
  /** This and the other `last_` columns are about the last run that ended. */
  last_started_at: NullableTimestamp
  last_duration_ms: number | null
  last_result: 'done' | 'failed' | null
  /** What it did, such as `{ deleted: 12 }`. */
  last_counts: Json | null
  last_error: string | null
  /** Failed runs since the last successful one. */
  failures: Generated<number>
}

export interface SchedulingTables {
  scheduled_tasks: ScheduledTaskTable
}
