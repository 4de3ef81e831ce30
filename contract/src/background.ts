import { z } from 'zod'

/**
 * Names of the scheduled tasks, in the order of the page. `server/src/app/scheduled-tasks.ts` has what they
 * do.
 */
export const scheduledTaskNames = [
  'ask-authority-feeds',
  'automatic-steps',
  'back-up',
  'build-postings',
  'check-flags',
  'check-microsoft-sessions',
  'check-remote-origins',
  'compact-counters',
  'delete-expired-sessions',
  'deliver-notifications',
  'fit-durations',
  'notify-watchers',
  'judge-canaries',
  'publish-requirements',
  'purge-deleted-records',
  'rescan-files',
  'retain-audit',
  'retain-history',
  'retain-jobs',
  'retain-load-reports',
  'retain-mail',
  'rotate-events',
  'send-reminders',
  'send-digests',
  'sweep-builds',
  'sweep-files',
  'sweep-import-rows',
  'sweep-uploads',
  'sync-builds',
  'watch-error-budgets',
] as const
export type ScheduledTaskName = (typeof scheduledTaskNames)[number]

/** States of a job as administrators see them. For its owner, a canceled job is a failed one. */
export const backgroundJobStates = ['running', 'queued', 'failed', 'canceled', 'done'] as const
export const BackgroundJobState = z.enum(backgroundJobStates)
export type BackgroundJobState = z.infer<typeof BackgroundJobState>

const Person = z.object({ pid: z.string(), title: z.string() })

/** A job of anyone, for administrators. `done` and `total` count rows. */
export const BackgroundJob = z.object({
  id: z.string(),
  kind: z.string(),
  collection: z.string(),
  state: BackgroundJobState,
  owner: Person.nullable(),
  done: z.number(),
  total: z.number(),
  /** Failed attempts since the last completed batch. */
  attempts: z.number(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** Time from its start to its end or, while it runs, to now. */
  elapsedMs: z.number().nullable(),
  /** Why it failed, in the language of its owner. */
  detail: z.string().nullable(),
  canceledBy: Person.nullable(),
  canRetry: z.boolean(),
})
export type BackgroundJob = z.infer<typeof BackgroundJob>

/**
 * Response of `GET /api/background/jobs?state=&page=`: those that have not ended first, then newest first;
 * `counts` are of all states.
 */
export const BackgroundJobs = z.object({
  jobs: z.array(BackgroundJob),
  metadata: z.object({ count: z.number(), page: z.number(), pageSize: z.number() }),
  counts: z.record(BackgroundJobState, z.number()),
})
export type BackgroundJobs = z.infer<typeof BackgroundJobs>

/** A scheduled task; one that every server runs for itself is listed once per server. */
export const ScheduledTaskState = z.object({
  /** One of `scheduledTaskNames`, or a name of another version of the server. */
  name: z.string(),
  /** The server whose task this is; null for a task of the whole portal. */
  place: z.string().nullable(),
  everyMs: z.number(),
  nextRunAt: z.iso.datetime(),
  /** An administrator wants a run as soon as possible. */
  isRequested: z.boolean(),
  /** Start of the run in progress; null between runs. */
  runningSince: z.iso.datetime().nullable(),
  last: z
    .object({
      startedAt: z.iso.datetime(),
      durationMs: z.number(),
      /** What the run did, by name of what was counted; null when it failed. */
      counts: z.record(z.string(), z.number()).nullable(),
      /** Why it failed; null when it did not. */
      error: z.string().nullable(),
    })
    .nullable(),
  /** Failed runs since the last successful one. */
  failures: z.number(),
})
export type ScheduledTaskState = z.infer<typeof ScheduledTaskState>

/** Response of `GET /api/background/tasks`. */
export const ScheduledTasks = z.object({ tasks: z.array(ScheduledTaskState) })
export type ScheduledTasks = z.infer<typeof ScheduledTasks>
