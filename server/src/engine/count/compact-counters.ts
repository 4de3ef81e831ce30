import { quotedColumn, totalsOf, valueTotalsOf } from '../sql/columns.ts'
import type { EngineDeps } from '../deps.ts'
import { tables } from '@portal/contract'
import type { TableName } from '@portal/contract'

/**
 * Merges the difference rows that writes leave in a table of totals: several rows of a group become one.
 * Readers see either the old rows or the merged one. If two servers compact at the same time, the second
 * waits for the row locks and then finds the rows deleted.
 */
function foldSql(table: string, columns: string, total: string): string {
  return `with several as (select unnest(array_agg(c.ctid)) as place from ${table} c group by ${columns} having count(*) > 1),
      gone as (delete from ${table} where ctid in (select place from several) returning *)
    insert into ${table} (${columns}, ${total}) select ${columns}, sum(${total}) from gone group by ${columns} having sum(${total}) <> 0`
}

const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)

/** Counts that are older are taken anew instead of being brought up to date. */
const changesKept = '1 minute'

/** Compacts the totals of all record tables and the write counter, and deletes old entries of changes. */
export async function compactCounters({ database }: Pick<EngineDeps, 'database'>): Promise<void> {
  for (const name of Object.keys(tables).filter(isTable)) {
    for (const { table, fields } of totalsOf(name))
      await database.slowQuery(foldSql(table, fields.map((name) => quotedColumn(name)).join(', '), 'n'), [])
    await database.slowQuery(`delete from ${name}_changes where at < now() - interval '${changesKept}'`, [])
    const byValue = valueTotalsOf(name)
    if (byValue === null) continue
    const keys = byValue.keys.map((key) => quotedColumn(key))
    await database.slowQuery(foldSql(byValue.table, ['field', ...keys, 'value'].join(', '), 'n'), [])
  }
  await database.slowQuery(foldSql('record_writes', 'collection', 'writes'), [])
}
