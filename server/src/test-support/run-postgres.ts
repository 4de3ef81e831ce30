import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { z } from 'zod'
import { connectionOf, openEmbedded } from '#platform/database/embedded-database.ts'
import { runningSocket } from '#platform/database/embedded/orphan.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createExtensions } from '#platform/database/session-database.ts'
import { createPooledDatabase } from '#platform/database/server-database.ts'
import { template } from './open-test-database.ts'

/**
 * Runs one PostgreSQL server for a whole test run, with a migrated, empty database that each test app copies.
 * Prints its address as one line of JSON. Ends when its input ends, which also happens when the parent
 * process is gone.
 */
const dataDir = await mkdtemp(join(tmpdir(), 'portal-tests-'))
await chmod(dataDir, 0o711)
const log = pino({ level: 'silent' })
// Connections for several test files at once, some of which start two servers.
const server = await openEmbedded(dataDir, log, { workers: 8 })
process.stdin
  .resume()
  .once('end', () => void server.close().then(() => rm(dataDir, { recursive: true, force: true })))

// Test apps create databases, and one test changes rows that triggers protect.
await server.administer?.([
  'alter role portal createdb',
  'grant set on parameter session_replication_role to portal',
])
const host = (await runningSocket(dataDir)) ?? ''
// The data need not survive a crash. Without these settings, making and dropping the databases waits for the
// disk.
const owner = new pg.Client(await connectionOf(dataDir, host, 'owner'))
await owner.connect()
for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
  await owner.query(`alter system set ${name} = off`)
await owner.query('select pg_reload_conf()')
await owner.end()
await server.query(`create database ${template}`, [])
const { portal: password } = z
  .object({ portal: z.string() })
  .parse(JSON.parse(await readFile(join(dataDir, 'database.secret'), 'utf8')))
// A template database must have no connections when it is copied.
const connection = { host, password, user: 'portal', database: template }
const empty = createPooledDatabase({
  kind: 'embedded',
  connection,
  log,
  closeServer: () => Promise.resolve(),
})
for (const statement of createExtensions.split(';')) await empty.query(statement, [])
await migrate(empty.kysely)
await empty.close()
process.stdout.write(`${JSON.stringify({ host, password })}\n`)
