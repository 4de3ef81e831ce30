import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Database } from '#platform/database/database.ts'
import { openEmbedded } from '#platform/database/embedded-database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { embeddedUrl } from './embedded-url.ts'
import { openCopy, testPostgres } from './open-test-database.ts'

/** A migrated, empty database of PostgreSQL. */
export interface MigratedPostgres {
  /** Closing it deletes it. */
  database: Database
  /** Its DATABASE_URL, for other servers and connections. */
  url: string
}

/**
 * Opens a database for tests that need PostgreSQL: a copy in the PostgreSQL server of the test run, or a
 * server of its own where a single file runs.
 */
export async function openMigratedPostgres(log: Logger): Promise<MigratedPostgres> {
  const shared = testPostgres()
  return shared === null ? openOwnPostgres(log) : openCopy(shared, log)
}

/** The same in a PostgreSQL server of its own, whose owner the test can be. */
export async function openOwnPostgres(log: Logger): Promise<MigratedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-postgres-'))
  await chmod(folder, 0o711)
  const database = await openEmbedded(folder, log)
  // The data need not survive a crash.
  await database.query('alter role current_user set synchronous_commit = off', [])
  await migrate(database.kysely)
  return {
    database: {
      ...database,
      async close() {
        await database.close()
        await rm(folder, { recursive: true, force: true })
      },
    },
    url: await embeddedUrl(folder),
  }
}
