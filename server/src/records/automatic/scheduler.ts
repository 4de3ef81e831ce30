import { countDay } from '../permits/daily-metrics.ts'
import { takeDueTransitions } from './due-transitions.ts'
import type { ScheduledTaskDeps } from './due-transitions.ts'
import { notifyDocuments } from './documents.ts'
import { sendReminders } from './reminders.ts'

/** After a start the server has other things to do first. */
const firstAfterMs = 30_000
const everyMs = 10_000

/** What a round did. */
export interface ScheduledRun {
  steps: number
  reminders: number
  documents: number
  /** One where this round counted the numbers of the day. */
  days: number
}

/**
 * One round: what the day made due, what came near, what came in. Several servers may make theirs at once.
 */
export async function runScheduledTasks(deps: ScheduledTaskDeps): Promise<ScheduledRun> {
  const [steps, reminders, documents] = [
    await takeDueTransitions(deps),
    await sendReminders(deps),
    await notifyDocuments(deps),
  ]
  return { steps, reminders, documents, days: (await countDay(deps)) ? 1 : 0 }
}

/** Makes rounds until the answered function is called, which waits for one under way. */
export function startScheduler(deps: ScheduledTaskDeps): () => Promise<void> {
  let running: Promise<void> | undefined
  const start = () => {
    running ??= runScheduledTasks(deps)
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
