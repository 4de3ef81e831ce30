import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'

/** Dropped indexes, as the queries that create them again. */
export type DroppedIndexes = readonly string[]

/** For building an index. PostgreSQL takes it as needed: the indexes of 100,000 rows take less. */
const maintenanceMemory = '1GB'

/**
 * Drops the indexes of some tables except the unique ones. Inserts are several times faster without them, and
 * building them once is faster than updating them. Use it in the same transaction as `rebuildIndexes`, so
 * that a kill in between changes nothing.
 */
export async function takeIndexes(
  trx: Transaction<Tables>,
  tables: readonly string[],
): Promise<DroppedIndexes> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any (${sql.val(tables)}::text[]::regclass[]) and not indisunique order by indexrelid`.execute(
    trx,
  )
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(trx)
  return rows.map(({ definition }) => definition)
}

/** Builds the indexes again. `onBuilt` gets the number of finished ones. */
export async function rebuildIndexes(
  trx: Transaction<Tables>,
  taken: DroppedIndexes,
  onBuilt: (built: number) => void = () => undefined,
): Promise<void> {
  await sql`set local maintenance_work_mem = ${sql.lit(maintenanceMemory)}`.execute(trx)
  for (const [place, definition] of taken.entries()) {
    await sql.raw(definition).execute(trx)
    onBuilt(place + 1)
  }
}

/**
 * Builds the unique indexes of some tables again, but for primary keys, which are in order. `takeIndexes`
 * leaves them, and rows that come in another order than theirs leave their pages a third empty.
 */
export async function rebuildUniqueIndexes(
  trx: Transaction<Tables>,
  tables: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
    where indrelid = any (${sql.val(tables)}::text[]::regclass[]) and indisunique and not indisprimary order by indexrelid`.execute(
    trx,
  )
  await sql`set local maintenance_work_mem = ${sql.lit(maintenanceMemory)}`.execute(trx)
  for (const { name } of rows) await sql`reindex index ${sql.raw(name)}`.execute(trx)
}

/**
 * Updates the visibility maps and statistics of the tables, so that the first queries are planned well. Has
 * no timeout.
 */
export async function vacuum(kysely: Kysely<Tables>, tables: readonly string[]): Promise<void> {
  await kysely.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      for (const table of tables) await sql`vacuum (analyze) ${sql.table(table)}`.execute(connection)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}
