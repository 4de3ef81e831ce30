import type { Deps } from '../deps.ts'

const hourMs = 60 * 60_000

/**
 * Does work every so often, an hour by default, telling the log how it went, until the answered function is
 * called, which waits for a round under way.
 */
export function everyHour(
  deps: Pick<Deps, 'log'>,
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
