import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { columnName } from '#engine/sql/columns.ts'

/** Rows per query: large enough for few queries, small enough for the memory. */
const chunkSize = 2000

/**
 * Inserts rows with equal keys into a table. Keys in camelCase become columns; values are as in the API
 * (instants and days as text, money in minor units, lists and objects unchanged). The row type of the table
 * converts them, so one query works for every column. Columns that are not named keep their defaults.
 */
export async function bulkInsert(
  trx: Kysely<Tables>,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = sql.join(Object.keys(first).map((key) => sql.ref(columnName(key))))
  const toColumns = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [columnName(key), value]))
  for (let start = 0; start < rows.length; start += chunkSize) {
    const json = JSON.stringify(rows.slice(start, start + chunkSize).map(toColumns))
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(trx)
  }
}
