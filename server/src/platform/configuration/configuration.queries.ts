import { initialConfiguration } from '@portal/contract'
import type { Configuration } from '@portal/contract'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** The current version, or null before the first start has written one. */
export async function findVersion(database: Database): Promise<number | null> {
  const [row] = await database.query(
    'select version from configuration where id = 1',
    [],
    z.object({ version: z.number() }),
  )
  return row?.version ?? null
}

/** The stored configuration, not migrated: older releases wrote fewer keys. */
export async function findStored(kysely: Kysely<Tables>): Promise<unknown> {
  const row = await kysely.selectFrom('configuration').select('config').where('id', '=', 1).executeTakeFirst()
  return row?.config
}

/** Names of all remotes that were ever activated. Each is a module. */
export async function listRemotes(database: Database): Promise<string[]> {
  const rows = await database.query(
    'select distinct name from remote_activations',
    [],
    z.object({ name: z.string() }),
  )
  return rows.map(({ name }) => name)
}

export async function insertIfAbsent(kysely: Kysely<Tables>, config: Configuration, at: Date): Promise<void> {
  const row = {
    id: 1,
    version: config.version,
    config: JSON.stringify(config),
    updated_at: at,
    updated_by: null,
  }
  await kysely
    .insertInto('configuration')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/**
 * Locks the configuration until the transaction ends and returns its version. A new portal gets its first
 * one,
 * if nobody has read it yet.
 */
export async function lockVersion(trx: Transaction<Tables>, at: Date): Promise<number> {
  await insertIfAbsent(trx, initialConfiguration(), at)
  const row = await trx
    .selectFrom('configuration')
    .select('version')
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.version
}

/** The version is stored in its own column and in the stored JSON, so both are raised. */
export async function raiseVersion(
  trx: Transaction<Tables>,
  version: number,
  at: Date,
  by: string,
): Promise<void> {
  await sql`update configuration set version = ${version}::int, config = jsonb_set(config, '{version}', to_jsonb(${version}::int)),
    updated_at = ${at}, updated_by = ${by} where id = 1`.execute(trx)
}

export async function save(
  trx: Transaction<Tables>,
  config: Configuration,
  at: Date,
  by: string,
): Promise<void> {
  const row = { version: config.version, config: JSON.stringify(config), updated_at: at, updated_by: by }
  await trx.updateTable('configuration').set(row).where('id', '=', 1).execute()
}
