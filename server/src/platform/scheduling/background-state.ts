import type { ScheduledTaskState } from '@portal/contract'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { listTasks } from './list-tasks.ts'

/** Work in the background at this moment, for metrics. */
export interface BackgroundState {
  jobs: {
    queued: number
    running: number
    /** Failed jobs that are kept, canceled ones included. */
    failed: number
    /** Time in seconds that the oldest queued job has waited; 0 when none waits. */
    longestWaitSeconds: number
  }
  /** Scheduled tasks with last run, duration, result and next run. */
  tasks: readonly ScheduledTaskState[]
}

/** Reads the numbers of jobs and the last runs of the scheduled tasks, in two statements. */
export async function readBackgroundState(database: Database): Promise<BackgroundState> {
  const { rows } = await sql<
    BackgroundState['jobs']
  >`select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'running') as running,
      count(*) filter (where state = 'failed') as failed,
      coalesce(extract(epoch from clock_timestamp() - min(created_at) filter (where state = 'queued'))::float8, 0) as "longestWaitSeconds"
    from jobs where state in ('queued', 'running', 'failed')`.execute(database.kysely)
  const [jobs = { queued: 0, running: 0, failed: 0, longestWaitSeconds: 0 }] = rows
  return { jobs, tasks: (await listTasks(database)).tasks }
}
