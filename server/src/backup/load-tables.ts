import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Transaction } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { makeNamedMonths } from '#platform/database/event-months.ts'
import { rebuildIndexes, takeIndexes } from '#platform/database/indexes.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { Tables } from '#platform/database/tables.ts'
import { connectForCopy, listTables, measureTable, targetOf } from './copy-tables.ts'
import type { Manifest } from './manifest.ts'
import type { BackupFiles } from './place.ts'
import type { BackupKey } from './seal.ts'
import { readStored } from './stored-files.ts'

/** Kysely on a single connection, for code that shares a transaction with COPY. */
function kyselyOn(client: pg.Client): Kysely<Tables> {
  const query: pg.PoolClient['query'] = client.query.bind(client)
  const pool = {
    options: {},
    connect: async () => ({ query, release: () => undefined }),
    end: async () => undefined,
  }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Throws a StartRefusal when the database already has records. */
async function requireEmpty(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('users') is not null as there`.execute(
    kysely,
  )
  if (rows[0]?.there !== true) return
  const found = await sql`select 1 from users limit 1`.execute(kysely)
  if (found.rows.length > 0)
    throw new StartRefusal(
      'The database at DATABASE_URL is not empty: create an empty one for the backup, so that nothing is overwritten.',
    )
}

async function load(
  client: pg.Client,
  trx: Transaction<Tables>,
  files: BackupFiles,
  { manifest, key }: { manifest: Manifest; key: BackupKey | null },
): Promise<void> {
  const names = manifest.tables.map(({ name }) => name)
  await makeNamedMonths(trx, names)
  // Triggers have done their work in the portal of the backup.
  for (const name of names) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx)
  const indexes = await takeIndexes(trx, names)
  await sql`truncate ${sql.join(names.map((name) => sql.table(name)))}`.execute(trx)
  for (const table of manifest.tables) {
    const rows = readStored(files, table.file, { key, isCompressed: true })
    await pipeline(rows, client.query(copyFrom(`copy ${targetOf(table)} from stdin`)))
  }
  await rebuildIndexes(trx, indexes)
  for (const name of names) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx)
  for (const { name, value, isCalled } of manifest.sequences)
    await sql`select setval(quote_ident(${name})::regclass, ${value}::bigint, ${isCalled})`.execute(trx)
}

/** Replaces the rows of a migrated database by those of a backup, in one transaction. */
export async function fillTables(
  client: pg.Client,
  files: BackupFiles,
  backup: { manifest: Manifest; key: BackupKey | null },
): Promise<void> {
  await kyselyOn(client)
    .transaction()
    .execute((trx) => load(client, trx, files, backup))
}

/**
 * Fills an empty database: the migrations of the backup, then its rows in one transaction. Later migrations
 * run at the next start. Throws a StartRefusal when the database has records, or the server is older than the
 * backup.
 */
export async function loadTables(
  connection: pg.ClientConfig,
  files: BackupFiles,
  backup: { manifest: Manifest; key: BackupKey | null },
): Promise<void> {
  const client = await connectForCopy(connection)
  try {
    const kysely = kyselyOn(client)
    await requireEmpty(kysely)
    // A restore that is interrupted begins anew, so it need not wait for the disk at every step.
    await client.query('set synchronous_commit = off')
    const ran = await migrate(kysely, undefined, new Set(backup.manifest.migrations))
    const unknown = backup.manifest.migrations.find((name) => !ran.includes(name))
    if (unknown !== undefined)
      throw new StartRefusal(
        `The backup is newer than this server (it has ${unknown}): restore it with the server's newer version.`,
      )
    await fillTables(client, files, backup)
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

/** Differences between a database and the manifest, as sentences; empty when there are none. */
export async function compareTables(connection: pg.ClientConfig, manifest: Manifest): Promise<string[]> {
  const client = await connectForCopy(connection)
  try {
    const differences: string[] = []
    const found = new Set((await listTables(client)).map(({ name }) => name))
    for (const table of manifest.tables) {
      if (!found.has(table.name)) {
        differences.push(`The table ${table.name} is missing.`)
        continue
      }
      const { rows, sha256 } = await measureTable(client, table)
      if (rows !== table.rows)
        differences.push(`The table ${table.name} has ${rows} rows, the backup ${table.rows}.`)
      else if (sha256 !== table.sha256) differences.push(`Rows of the table ${table.name} differ.`)
    }
    return differences
  } finally {
    await client.end()
  }
}
