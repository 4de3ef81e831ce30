import { pino } from 'pino'
import { openMigratedPostgres } from './open-migrated-postgres.ts'
import { startTestApp } from './start-test-app.ts'
import type { TestApp, TestAppOptions } from './start-test-app.ts'

/**
 * A test app on PostgreSQL, for locks and for proofs that would take an hour on PGlite, which runs in the
 * thread of the test.
 */
export async function startOnPostgres(options: TestAppOptions = {}): Promise<TestApp> {
  const log = pino({ level: 'silent' })
  const { database } = await openMigratedPostgres(log)
  return startTestApp({ ...options, deps: { log, ...options.deps, database } })
}
