import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import type { Tables } from './tables.ts'

/** An arbitrary number that no other program on the database uses for its advisory locks. */
const lockKey = 7_032_611
const migrationFile = /^\d{4}-[a-z0-9-]+\.ts$/
const defaultFolder = join(import.meta.dirname, 'migrations')

interface Migration {
  name: string
  checksum: string
  up(db: Kysely<Tables>): Promise<void>
}

const MigrationModule = z.object({ up: z.custom<Migration['up']>((value) => typeof value === 'function') })

/**
 * The migrations of a folder (`NNNN-name.ts`), in order. The checksum ignores white space, so formatting does
 * not change it.
 */
export async function readMigrations(folder = defaultFolder): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => migrationFile.test(file)).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const path = join(folder, file)
      const text = await readFile(path, 'utf8')
      const { up } = MigrationModule.parse(await import(pathToFileURL(path).href))
      return {
        name: file.slice(0, -'.ts'.length),
        checksum: createHash('sha256').update(text.replaceAll(/\s+/g, '')).digest('hex'),
        up,
      }
    }),
  )
}

/** Names of the migrations that have not run on this database. */
export async function missingMigrations(kysely: Kysely<Tables>, folder = defaultFolder): Promise<string[]> {
  const names = (await readdir(folder))
    .filter((file) => migrationFile.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(kysely)
  const done = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !done.has(name)).toSorted()
}

/**
 * Runs the missing migrations, each in its own transaction. Other servers wait. Returns the names of those
 * that ran. A restore runs those `only` that its backup has.
 */
export async function migrate(
  kysely: Kysely<Tables>,
  folder = defaultFolder,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const all = await readMigrations(folder)
  const migrations = only === undefined ? all : all.filter(({ name }) => only.has(name))
  return kysely.connection().execute(async (connection) => {
    // Waiting for another server or building an index on a million rows may exceed the statement timeout.
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${lockKey}::bigint)`.execute(connection)
    try {
      return await runMissing(connection, migrations)
    } finally {
      await sql`select pg_advisory_unlock(${lockKey}::bigint)`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function runMissing(connection: Kysely<Tables>, migrations: readonly Migration[]): Promise<string[]> {
  await sql`create table if not exists migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())`.execute(
    connection,
  )
  const { rows } = await sql<{
    name: string
    checksum: string
  }>`select name, checksum from migrations`.execute(connection)
  const done = new Map(rows.map((row) => [row.name, row.checksum]))
  const known = new Set(migrations.map((migration) => migration.name))
  const newer = rows.find((row) => !known.has(row.name))
  if (newer)
    throw new StartRefusal(
      `The database is newer than this server (it has ${newer.name}): start the server's newer version, or give it another database.`,
    )
  const ran: string[] = []
  for (const migration of migrations) {
    const checksum = done.get(migration.name)
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new StartRefusal(
        `Migration ${migration.name} was changed after it ran on this database: restore the file, or begin with a new database.`,
      )
    }
    if (checksum !== undefined) continue
    await connection.transaction().execute(async (trx) => {
      await migration.up(trx)
      await sql`insert into migrations (name, checksum) values (${migration.name}, ${migration.checksum})`.execute(
        trx,
      )
    })
    ran.push(migration.name)
  }
  return ran
}
