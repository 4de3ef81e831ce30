import type { DomainDeps } from '../../deps.ts'
import { countDay } from '../daily-metrics.ts'
import { takeDueTransitions } from './due-transitions.ts'
import type { ScheduledTaskDeps } from './due-transitions.ts'
import { notifyDocuments } from './documents.ts'
import { sendReminders } from './reminders.ts'

/** The first round waits, so that it does not slow down the start. */
const firstAfterMs = 30_000
const everyMs = 10_000

/** Counts of what a round did. */
export interface ScheduledRun {
  steps: number
  reminders: number
  documents: number
  /** 1 if this round recorded the daily metrics, otherwise 0. */
  days: number
}

/**
 * One round: transitions that are due, reminders and new documents. Several servers may run rounds at the
 * same time.
 */
export async function runScheduledTasks(deps: ScheduledTaskDeps): Promise<ScheduledRun> {
  const [steps, reminders, documents] = [
    await takeDueTransitions(deps),
    await sendReminders(deps),
    await notifyDocuments(deps),
  ]
  return { steps, reminders, documents, days: (await countDay(deps)) ? 1 : 0 }
}

/** Runs rounds until the returned function is called; that function waits for a running round. */
export function startScheduler(deps: ScheduledTaskDeps & Pick<DomainDeps, 'taskRuns'>): () => Promise<void> {
  let running: Promise<void> | undefined
  const start = () => {
    running ??= deps.taskRuns
      .run('due-steps', () => runScheduledTasks(deps))
      .then(
        (round) => {
          if (round.steps + round.reminders + round.documents + round.days > 0)
            deps.log.info(round, 'steps and reminders that were due')
        },
        (error: unknown) =>
          deps.log.warn({ err: error }, 'what is due could not be looked for; the next round tries again'),
      )
      .finally(() => {
        running = undefined
      })
  }
  let every: NodeJS.Timeout | undefined
  const first = setTimeout(() => {
    start()
    every = setInterval(start, everyMs).unref()
  }, firstAfterMs).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(every)
    await running
  }
}
