import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/** Indexes taken away, as statements that make them again. */
export type DroppedIndexes = readonly string[]

const maintenanceMemory = '256MB'

/**
 * Drops the indexes of some tables but the unique ones, since rows go in several times faster without them
 * and building them once is quicker than growing them. Belongs to one transaction with `rebuildIndexes`: a
 * kill between the two leaves everything as it was.
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

/** Builds the indexes again; `onBuilt` hears how many stand. */
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
 * Sets the tables' visibility and statistics, so that the first pages are planned well. Takes as long as it
 * needs.
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
