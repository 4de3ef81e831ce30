import type { PlatformDeps } from '../deps.ts'

const hourMs = 60 * 60_000

interface HourlyTask {
  /** Name in metrics. */
  task: string
  /** Sentence for the log after a run. */
  done: string
}

/**
 * Runs work at an interval, by default every hour, and logs each result. Returns a function that stops it and
 * waits for a run in progress.
 */
export function everyHour(
  deps: Pick<PlatformDeps, 'log' | 'taskRuns'>,
  { task, done: sentence }: HourlyTask,
  work: () => Promise<unknown>,
  everyMs = hourMs,
): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = deps.taskRuns.run(task, work).then(
      (done) => deps.log.info({ done }, sentence),
      (error: unknown) => deps.log.warn({ err: error }, `${task}: failed, the next round tries again`),
    )
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
