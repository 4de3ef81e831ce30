import type { ScheduledTaskName } from '@portal/contract'
import type { Database } from '#platform/database/database.ts'
import { claimTask, finishTask, registerTasks } from '../task-store.ts'
import type { TaskOutcome } from '../task-store.ts'

/** A run of a scheduled task in the table, as if it had taken 250 ms and ended this way. */
export async function runOnce(
  database: Database,
  name: ScheduledTaskName,
  outcome: TaskOutcome,
): Promise<void> {
  await registerTasks(database, [{ name, everyMs: 3_600_000, firstAfterMs: 0 }])
  await claimTask(database, [{ name }], { lease: name, leaseMs: 60_000 })
  await finishTask(database, name, outcome, 250)
}
