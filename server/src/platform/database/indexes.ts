import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'

/** Dropped indexes and foreign keys, as the queries that create them again, in their order. */
export type DroppedIndexes = readonly string[]

/** For building an index. PostgreSQL takes it as needed: the indexes of 100,000 rows take less. */
const maintenanceMemory = '1GB'

/** Drops the foreign keys of some tables and those that refer to them. */
async function takeForeignKeys(trx: Transaction<Tables>, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ drop: string; make: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and conparentid = 0
      and ${sql.val(tables)}::text[]::regclass[]::oid[] && array[conrelid, confrelid]
    order by conrelid::regclass::text, conname`.execute(trx)
  for (const { drop } of rows) await sql.raw(drop).execute(trx)
  return rows.map(({ make }) => make)
}

/**
 * Drops the indexes of some tables, except primary keys and what a partition has of its table: unique
 * constraints too, and foreign keys of and to these tables. Inserts are several times faster without them.
 * Building an index once is faster than updating it and fills its pages, and a foreign key is checked once
 * instead of row by row. Use it in the same transaction as `rebuildIndexes`, so that a kill in between
 * changes nothing.
 */
export async function takeIndexes(
  trx: Transaction<Tables>,
  tables: readonly string[],
): Promise<DroppedIndexes> {
  const foreignKeys = await takeForeignKeys(trx, tables)
  const { rows } = await sql<{ drop: string; make: string }>`
    select case when c.conname is null then 'drop index ' || i.indexrelid::regclass::text
        else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
      case when c.conname is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as make
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'u'
    where i.indrelid = any (${sql.val(tables)}::text[]::regclass[]) and not i.indisprimary and coalesce(c.conparentid, 0) = 0
    order by i.indexrelid`.execute(trx)
  for (const { drop } of rows) await sql.raw(drop).execute(trx)
  return [...rows.map(({ make }) => make), ...foreignKeys]
}

/** Creates the indexes and foreign keys again. `onBuilt` gets the number of finished ones. */
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
 * Updates the visibility maps and statistics of the tables, so that the first queries are planned well; with
 * `full`, writes them anew without the space of deleted rows, while nobody else can read them. Has no
 * timeout.
 */
export async function vacuum(
  kysely: Kysely<Tables>,
  tables: readonly string[],
  { full = false } = {},
): Promise<void> {
  const options = sql.raw(full ? 'full, analyze' : 'analyze')
  await kysely.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      for (const table of tables) await sql`vacuum (${options}) ${sql.table(table)}`.execute(connection)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}
