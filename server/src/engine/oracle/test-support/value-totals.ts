import assert from 'node:assert/strict'
import type { TableName } from '@portal/contract'
import type { Database } from '#platform/database/database.ts'
import { columnName, quotedColumn, valueTotalsOf } from '../../sql/columns.ts'

/** Asserts that the totals by value of a table are those of its rows, for exactly the declared fields. */
export async function assertValueTotals(database: Database, table: TableName): Promise<void> {
  const totals = valueTotalsOf(table)
  if (totals === null) return
  const keys = totals.keys.map((key) => quotedColumn(key)).join(', ')
  const ofRows = totals.values.map(([name, declared]) => {
    const column = quotedColumn(name, declared)
    return `select '${columnName(name, declared)}' as field, ${keys}, ${column}::text as value, count(*)::int as n
        from ${table} where deleted_at is null group by ${keys}, ${column}`
  })
  // Servers of the last release count by a column that was moved, too.
  const names = totals.values.map(([name, declared]) => columnName(name, declared))
  const sorted = (text: string) => database.query(`select * from (${text}) found order by found::text`, [])
  assert.deepEqual(
    await sorted(
      `select field, ${keys}, value, sum(n)::int as n from ${totals.table} where field = any('{${names.join()}}')
        group by field, ${keys}, value having sum(n) <> 0`,
    ),
    await sorted(ofRows.join(' union all ')),
    `the totals of ${table} by value`,
  )
}
