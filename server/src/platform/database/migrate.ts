import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import type { Tables } from './tables.ts'
import { advisoryLocks } from './advisory-locks.ts'

const lockKey = advisoryLocks.migration
const lockPollMs = 100
const migrationFile = /^\d{4}-[a-z0-9-]+\.ts$/
const defaultFolder = join(import.meta.dirname, 'migrations')

/** What a migration takes away from the schema, and the release whose servers no longer use it. */
const Contract = z.strictObject({
  unusedSince: z.string().regex(/^\d+\.\d+\.\d+$/),
  /** Tables, and columns as `table.column`, that are dropped, renamed, or accept less than before. */
  takes: z.array(z.string()).min(1),
})

const MigrationModule = z.object({
  up: z.custom<(db: Kysely<Tables>) => Promise<void>>((value) => typeof value === 'function'),
  contract: Contract.optional(),
  /**
   * For statements that refuse a transaction, such as `create index concurrently`. A run that was interrupted
   * is repeated, so the migration must be able to begin anew.
   */
  outsideTransaction: z.boolean().default(false),
})

type Migration = z.infer<typeof MigrationModule> & { name: string; checksum: string }

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
      const declared = MigrationModule.parse(await import(pathToFileURL(path).href))
      return {
        ...declared,
        name: file.slice(0, -'.ts'.length),
        checksum: createHash('sha256').update(text.replaceAll(/\s+/g, '')).digest('hex'),
      }
    }),
  )
}

const namesIn = async (folder: string) =>
  (await readdir(folder))
    .filter((file) => migrationFile.test(file))
    .map((file) => file.slice(0, -'.ts'.length))

/** Throws a StartRefusal when a migration ran that this server does not have. */
function requireKnown(ran: readonly string[], own: readonly string[]): void {
  const newer = ran.find((name) => !own.includes(name))
  if (newer !== undefined)
    throw new StartRefusal(
      `The database is newer than this server (it has ${newer}): start the server's newer version, or go back with a backup from before the upgrade. Nothing was changed.`,
    )
}

/** Throws a StartRefusal when a newer server has migrated the database, before anything is changed. */
export async function refuseNewer(kysely: Kysely<Tables>): Promise<void> {
  const { rows: known } = await sql<{
    there: boolean
  }>`select to_regclass('migrations') is not null as there`.execute(kysely)
  if (known[0]?.there !== true) return
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(kysely)
  requireKnown(
    rows.map(({ name }) => name),
    await namesIn(defaultFolder),
  )
}

/** Names of the migrations that have not run on this database. */
export async function missingMigrations(kysely: Kysely<Tables>, folder = defaultFolder): Promise<string[]> {
  const names = await namesIn(folder)
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(kysely)
  const done = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !done.has(name)).toSorted()
}

/**
 * Waits until no other server migrates. It asks again and again: a statement that waits for the lock would
 * hold a snapshot, for which `create index concurrently` of the other server waits in turn.
 */
async function lockMigrations(connection: Kysely<Tables>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      locked: boolean
    }>`select pg_try_advisory_lock(${lockKey}::bigint) as locked`.execute(connection)
    if (rows[0]?.locked === true) return
    await wait(lockPollMs)
  }
}

/**
 * Runs the missing migrations, each in its own transaction unless it declares otherwise. Other servers wait.
 * Returns the names of those
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
    await lockMigrations(connection)
    try {
      return await runMissing(connection, migrations)
    } finally {
      await sql`select pg_advisory_unlock(${lockKey}::bigint)`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function runOne(db: Kysely<Tables>, { name, checksum, up }: Migration): Promise<void> {
  await up(db)
  await sql`insert into migrations (name, checksum) values (${name}, ${checksum})`.execute(db)
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
  requireKnown(
    rows.map(({ name }) => name),
    migrations.map(({ name }) => name),
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
    if (migration.outsideTransaction) await runOne(connection, migration)
    else await connection.transaction().execute((trx) => runOne(trx, migration))
    ran.push(migration.name)
  }
  return ran
}
