import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { TestApp } from '#test-support/start-test-app.ts'

export interface Standstill<Result> {
  result: Result
  /** The longest time in which the event loop was blocked or a health request was not answered. */
  standstillMs: number
  tookMs: number
}

/** Runs `work` while polling the health route, and measures how long nobody was served. */
export async function longestStandstill<Result>(
  portal: TestApp,
  work: () => Promise<Result>,
): Promise<Standstill<Result>> {
  let isOver = false
  let standstillMs = 0
  const watch = async () => {
    while (!isOver) {
      const askedAt = performance.now()
      const response = await portal.send({ method: 'GET', url: '/api/health' })
      assert.equal(response.statusCode, 200)
      await wait(1)
      standstillMs = Math.max(standstillMs, performance.now() - askedAt)
    }
  }
  const watching = watch()
  const startedAt = performance.now()
  const ended = await Promise.allSettled([work()])
  const tookMs = performance.now() - startedAt
  isOver = true
  await watching
  const [outcome] = ended
  if (outcome.status === 'rejected') throw outcome.reason
  return { result: outcome.value, standstillMs, tookMs }
}
