import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { columnName } from '../records/columns.ts'

/** Rows of one statement: few statements, and none so long that it fills the memory. */
const chunkSize = 2000

/**
 * Inserts rows of equal keys into a table: camelCase keys become columns, values are as the API writes them
 * (instants and days as text, money in minor units, lists and objects as they are). The table's own row type
 * turns them into column values, so that one statement takes any column; columns not named keep their
 * defaults.
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
