import type { PlatformDeps } from '../deps.ts'

const hourMs = 60 * 60_000

/**
 * Runs work at an interval, by default every hour, and logs each result. Returns a function that stops it and
 * waits for a run in progress.
 */
export function everyHour(
  deps: Pick<PlatformDeps, 'log'>,
  name: string,
  work: () => Promise<unknown>,
  everyMs = hourMs,
): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = work().then(
      (done) => deps.log.info({ done }, name),
      (error: unknown) => deps.log.warn({ err: error }, `${name}: failed, the next round tries again`),
    )
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
