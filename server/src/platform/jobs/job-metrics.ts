import { z } from 'zod'
import type { PlatformDeps } from '../deps.ts'
import type { TaskRun } from './task-runs.ts'

const JobCount = z.object({
  kind: z.string(),
  state: z.enum(['queued', 'running', 'failed']),
  count: z.number(),
  oldest_seconds: z.number(),
})

/** Jobs of all servers by kind: those that wait or run, and those that failed within a day. */
export async function countJobs({ database }: Pick<PlatformDeps, 'database'>) {
  const text = `select kind, state, count(*)::int as count, coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as oldest_seconds
    from jobs where state in ('queued', 'running') or (state = 'failed' and finished_at > clock_timestamp() - interval '1 day')
    group by kind, state`
  return z.array(JobCount).parse(await database.query(text, []))
}

/** The last run of each scheduled task. Metrics read them here. */
async function lastTaskRuns({ taskRuns }: Pick<PlatformDeps, 'taskRuns'>): Promise<readonly TaskRun[]> {
  return taskRuns.list()
}

/** Metrics of jobs and scheduled tasks. Jobs are counted in the database, so every server tells the same. */
export function addJobMetrics(deps: Pick<PlatformDeps, 'database' | 'metrics' | 'taskRuns'>): void {
  const { metrics } = deps
  metrics.addGauge(
    {
      name: 'portal_jobs',
      help: 'Jobs of all servers by kind that are queued or running, or failed within a day',
      labels: ['kind', 'state'],
    },
    async () =>
      (await countJobs(deps)).map(({ kind, state, count }) => ({ labels: { kind, state }, value: count })),
  )
  metrics.addGauge(
    { name: 'portal_jobs_oldest_queued_seconds', help: 'How long the oldest queued job has waited' },
    async () => {
      const queued = (await countJobs(deps)).filter(({ state }) => state === 'queued')
      return [{ value: Math.max(0, ...queued.map((row) => row.oldest_seconds)) }]
    },
  )
  const addTaskGauge = (name: string, help: string, value: (run: TaskRun) => number) =>
    metrics.addGauge({ name, help, labels: ['task'] }, async () =>
      (await lastTaskRuns(deps)).map((run) => ({ labels: { task: run.task }, value: value(run) })),
    )
  addTaskGauge(
    'portal_task_last_run_timestamp_seconds',
    'When a scheduled task last began',
    (run) => run.startedAtMs / 1000,
  )
  addTaskGauge(
    'portal_task_last_run_seconds',
    'How long the last run of a scheduled task took',
    (run) => run.durationMs / 1000,
  )
  addTaskGauge(
    'portal_task_last_run_ok',
    '1 if the last run of a scheduled task succeeded, otherwise 0',
    (run) => (run.isOk ? 1 : 0),
  )
}
