import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openEmbedded } from '#platform/database/embedded-database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startTestApp } from './start-test-app.ts'
import type { TestApp, TestAppOptions } from './start-test-app.ts'

/**
 * A test app with its own PostgreSQL server, for proofs that would take an hour on PGlite, which runs in the
 * thread of the test.
 */
export async function startOnPostgres(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-proof-'))
  await chmod(dataDir, 0o711)
  const log = pino({ level: 'silent' })
  const database = await openEmbedded(dataDir, log)
  // The data need not survive a crash.
  await database.query('alter role current_user set synchronous_commit = off', [])
  await migrate(database.kysely)
  const portal = await startTestApp({ ...options, deps: { log, ...options.deps, database } })
  return {
    ...portal,
    async close() {
      await portal.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
