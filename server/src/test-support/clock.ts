import type { Clock } from '#platform/clock.ts'

/** A clock whose time is fixed until a test changes it. */
export interface TestClock extends Clock {
  /** Advances the clock by a number of milliseconds. */
  pass(durationMs: number): void
  set(at: Date | string): void
}

export function createTestClock(start = '2026-11-20T12:00:00.000Z'): TestClock {
  let nowMs = Date.parse(start)
  return {
    now: () => new Date(nowMs),
    pass(durationMs) {
      nowMs += durationMs
    },
    set(at) {
      nowMs = new Date(at).getTime()
    },
  }
}
