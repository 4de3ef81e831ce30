import type { RetentionName } from '@portal/contract'
import { watchErrorBudgets } from '#deployments/error-budgets.ts'
import { reportOverdueFlags, sweepFlags } from '#deployments/flags.ts'
import { judgeCanaries } from '#deployments/judge-canaries.ts'
import { checkOrigins } from '#deployments/origin-checks.ts'
import { retainLoads } from '#deployments/loads.ts'
import { sweepBuilds } from '#deployments/sweep-builds.ts'
import { sweepPreviews } from '#deployments/sweep-previews.ts'
import { fitDurations } from '#domain/expected-dates/fit-durations.ts'
import { runDueSources } from '#domain/authorities/feeds/run-due-sources.ts'
import { sendDigests } from '#domain/notifications/delivery/digests.ts'
import { deliverNotifications } from '#domain/notifications/delivery/deliver.ts'
import { runAutomaticSteps } from '#domain/permits/automatic/automatic-steps.ts'
import { retainFeedRuns } from '#domain/authorities/feeds/retain-runs.ts'
import { retainHistory } from '#domain/retention/retain-history.ts'
import { runScheduledRequirements } from '#domain/requirements/scheduled-task.ts'
import { rescan } from '#domain/scanning/rescan.ts'
import { endSnoozes } from '#domain/notifications/end-snoozes.ts'
import { escalateTasks } from '#domain/tasks/escalate-tasks.ts'
import { sendTaskReminders } from '#domain/tasks/task-reminders.ts'
import { checkWatchedViews } from '#domain/watching/check-views.ts'
import { collectChanges } from '#domain/watching/collect-changes.ts'
import { tellWatchers } from '#domain/watching/notify-watchers.ts'
import { compactCounters } from '#engine/count/compact-counters.ts'
import { buildPostings } from '#engine/search/postings/build-segments.ts'
import { purgeDeleted } from '#engine/write/purge-deleted.ts'
import { sweepFiles } from '#files/sweep-files.ts'
import { sweepImportRows, sweepUploads } from '#import/sweep-rows.ts'
import { openPost } from '#mail/outbox/post-from-office.ts'
import { retainDeletedMail } from '#mail/retain-deleted.ts'
import { retainAudit } from '#platform/audit/retain-audit.ts'
import { mailScopes } from '#platform/auth/microsoft-grants.ts'
import { checkIntervalMs, checkMicrosoftSessions } from '#platform/auth/microsoft-sessions.ts'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { rotateEvents } from '#platform/database/event-months.ts'
import { levelStore } from '#platform/federation/build-store.ts'
import { retainJobs } from '#platform/jobs/retain-jobs.ts'
import { hourMs, minuteMs, placeOfServer, placeOfStore } from '#platform/scheduling/scheduled-task.ts'
import type { ScheduledTask } from '#platform/scheduling/scheduled-task.ts'
import { deleteExpiredSessions } from '#platform/sessions/sessions.queries.ts'
import { backupTasks } from './backups/schedule.ts'
import type { Deps } from './deps.ts'

const dayMs = 24 * hourMs

type Retain = (deps: Deps, before: Date, signal: AbortSignal) => Promise<number>

/** A task that deletes what is older than a setting says, once a day; nothing when the setting is 0. */
function retention(
  deps: Deps,
  name: ScheduledTask['name'],
  setting: RetentionName,
  retain: Retain,
): ScheduledTask {
  return {
    name,
    everyMs: dayMs,
    firstAfterMs: hourMs,
    async run(signal) {
      const days = (await currentConfiguration(deps)).retention[setting]
      if (days === 0) return { deleted: 0 }
      return { deleted: await retain(deps, new Date(deps.clock.now().getTime() - days * dayMs), signal) }
    },
  }
}

/**
 * Every task that the portal runs at an interval, for `TaskScheduler`. What a server does for itself in
 * memory, such as heartbeats of streams, is not among them. Source: docs/decisions/0102-background-work.md
 */
export function scheduledTasks(deps: Deps): readonly ScheduledTask[] {
  const store = placeOfStore(deps)
  const posting = { ...deps, openPost: () => openPost(deps) }
  const tasks: ScheduledTask[] = [
    {
      name: 'ask-authority-feeds',
      everyMs: minuteMs,
      run: async (signal) => ({ ...(await runDueSources(deps, signal)) }),
    },
    {
      name: 'automatic-steps',
      everyMs: 10_000,
      run: async () => ({ ...(await runAutomaticSteps(deps)) }),
    },
    {
      name: 'send-reminders',
      // With the poll of the scheduler, a notice is at most 15 seconds late.
      everyMs: 10_000,
      run: async (signal) => ({
        sent: await sendTaskReminders(deps, signal),
        escalated: await escalateTasks(deps, signal),
        broughtBack: await endSnoozes(deps),
      }),
    },
    {
      name: 'judge-canaries',
      everyMs: 10_000,
      run: async () => ({ ...(await judgeCanaries(deps)) }),
    },
    {
      name: 'check-remote-origins',
      everyMs: 5 * minuteMs,
      run: async (signal) => ({ ...(await checkOrigins(deps, signal)) }),
    },
    {
      name: 'compact-counters',
      everyMs: 10_000,
      async run() {
        await compactCounters(deps)
        return {}
      },
    },
    {
      name: 'build-postings',
      everyMs: 10_000,
      run: async (signal) => ({ segments: await buildPostings(deps, signal) }),
    },
    {
      name: 'deliver-notifications',
      everyMs: 10_000,
      run: async (signal) => ({ ...(await deliverNotifications(posting, signal)) }),
    },
    {
      name: 'notify-watchers',
      everyMs: 10_000,
      async run(signal) {
        await collectChanges(deps)
        return { sent: await tellWatchers(deps, signal), sentForViews: await checkWatchedViews(deps, signal) }
      },
    },
    {
      name: 'delete-expired-sessions',
      everyMs: hourMs,
      async run() {
        await deleteExpiredSessions(deps.database.kysely, deps.clock.now())
        return {}
      },
    },
    {
      name: 'fit-durations',
      everyMs: dayMs,
      firstAfterMs: minuteMs,
      run: async (signal) => ({ curves: await fitDurations(deps, signal) }),
    },
    {
      name: 'publish-requirements',
      everyMs: minuteMs,
      run: async () => ({ ...(await runScheduledRequirements(deps)) }),
    },
    {
      name: 'purge-deleted-records',
      everyMs: dayMs,
      firstAfterMs: minuteMs,
      run: async () => ({ deleted: await purgeDeleted(deps) }),
    },
    {
      name: 'send-digests',
      everyMs: minuteMs,
      run: async (signal) => ({ ...(await sendDigests(posting, signal)) }),
    },
    {
      name: 'sweep-files',
      everyMs: hourMs,
      firstAfterMs: 5 * minuteMs,
      place: store,
      run: async () => ({ ...(await sweepFiles(deps)) }),
    },
    {
      name: 'sweep-builds',
      everyMs: hourMs,
      async run() {
        const ofPreviews = (await sweepPreviews(deps)).length
        const builds = (await sweepBuilds(deps)).length
        return { deleted: ofPreviews + builds }
      },
    },
    {
      name: 'check-flags',
      everyMs: hourMs,
      run: async () => ({ deleted: await sweepFlags(deps), reported: await reportOverdueFlags(deps) }),
    },
    {
      name: 'sync-builds',
      everyMs: hourMs,
      place: store,
      run: async () => ({ ...(await levelStore(deps)) }),
    },
    {
      name: 'sweep-import-rows',
      everyMs: hourMs,
      run: async () => ({ deleted: await sweepImportRows(deps) }),
    },
    {
      name: 'sweep-uploads',
      everyMs: hourMs,
      // Incomplete uploads are on the disk of the server that received them.
      place: placeOfServer(deps),
      run: async () => ({ deleted: await sweepUploads(deps) }),
    },
    {
      name: 'watch-error-budgets',
      everyMs: 5 * minuteMs,
      run: async () => ({ ...(await watchErrorBudgets(deps)) }),
    },
    {
      name: 'rotate-events',
      everyMs: hourMs,
      // Until then events have no month of their own.
      firstAfterMs: 0,
      run: async () => ({ ...(await rotateEvents(deps.database, deps.clock.now())) }),
    },
    retention(
      deps,
      'retain-jobs',
      'jobDays',
      async (...given) => (await retainJobs(...given)) + (await retainFeedRuns(...given)),
    ),
    retention(deps, 'retain-mail', 'mailDays', retainDeletedMail),
    retention(deps, 'retain-load-reports', 'loadReportDays', retainLoads),
    retention(deps, 'retain-history', 'historyDays', retainHistory),
    retention(deps, 'retain-audit', 'auditDays', retainAudit),
    ...backupTasks(deps),
  ]
  if (deps.scanner.kind !== 'none')
    tasks.push({
      name: 'rescan-files',
      everyMs: 10 * minuteMs,
      place: store,
      run: async () => ({ ...(await rescan(deps)) }),
    })
  // Without mail access there is no grant of Microsoft to check.
  if (deps.environment.oidc !== null && mailScopes(deps) !== '')
    tasks.push({
      name: 'check-microsoft-sessions',
      everyMs: checkIntervalMs,
      run: async () => ({ ...(await checkMicrosoftSessions(deps)) }),
    })
  return tasks
}
