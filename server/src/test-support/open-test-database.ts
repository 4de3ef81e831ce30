import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { installPortalCollections } from '../domain/collections.ts'
import { openPglite } from '#platform/database/pglite-database.ts'
import { createPooledDatabase } from '#platform/database/server-database.ts'
import { migratedSnapshot } from './snapshot.ts'

/** Name of the template database. */
export const template = 'migrated'

const TestPostgres = z.object({ host: z.string(), password: z.string() })
type TestPostgres = z.infer<typeof TestPostgres>

/** The PostgreSQL server of the test run; null where a single file runs. */
export function testPostgres(): TestPostgres | null {
  const at = process.env['TEST_POSTGRES']
  return at === undefined || at === '' ? null : TestPostgres.parse(JSON.parse(at))
}

async function administer(at: TestPostgres, statement: string): Promise<void> {
  const client = new pg.Client({ ...at, user: 'portal', database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A copy of the migrated database, dropped when it is closed, and its DATABASE_URL. */
export async function openCopy(at: TestPostgres, log: Logger): Promise<{ database: Database; url: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copies files and writes no log: a quarter of the processor time of the default strategy.
  await administer(at, `create database ${name} template ${template} strategy file_copy`)
  const database = createPooledDatabase({
    kind: 'embedded',
    connection: { ...at, user: 'portal', database: name },
    log,
    // Without `force`, which needs a superuser while autovacuum works in the database. PostgreSQL stops
    // autovacuum automatically here, and waits for connections that are about to end.
    closeServer: () => administer(at, `drop database ${name}`),
  })
  return {
    database,
    url: `postgres://portal:${at.password}@localhost/${name}?host=${encodeURIComponent(at.host)}`,
  }
}

/**
 * A new, migrated database: a copy in the PostgreSQL server of the test run (`TEST_POSTGRES`,
 * run-postgres.ts), which `npm test` starts, or else a PGlite in this process.
 */
export async function openTestDatabase(log: Logger): Promise<Database> {
  installPortalCollections()
  const shared = testPostgres()
  if (shared !== null) return (await openCopy(shared, log)).database
  return openPglite({ folder: null, snapshot: await migratedSnapshot() })
}
