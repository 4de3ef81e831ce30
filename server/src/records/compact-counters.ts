import { quotedColumn, totalsOf } from './columns.ts'
import type { Deps } from '../deps.ts'
import { tables } from '@portal/contract'
import type { TableName } from '@portal/contract'

const foldEveryMs = 10_000

/**
 * Adds up the differences that writes have left in a table of totals: groups of several rows become one.
 * Readers see the old rows or the new one, never both; two servers folding at once wait for each other's rows
 * and find them gone.
 */
function foldSql(table: string, columns: string, total: string): string {
  return `with several as (select unnest(array_agg(c.ctid)) as place from ${table} c group by ${columns} having count(*) > 1),
      gone as (delete from ${table} where ctid in (select place from several) returning *)
    insert into ${table} (${columns}, ${total}) select ${columns}, sum(${total}) from gone group by ${columns} having sum(${total}) <> 0`
}

const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)

/** Folds the totals of all record tables and the count of writes. */
export async function compactCounters({ database }: Pick<Deps, 'database'>): Promise<void> {
  for (const name of Object.keys(tables).filter(isTable)) {
    for (const { table, fields } of totalsOf(name))
      await database.slowQuery(foldSql(table, fields.map(quotedColumn).join(', '), 'n'), [])
  }
  await database.slowQuery(foldSql('record_writes', 'collection', 'writes'), [])
}

/** Folds every ten seconds until the answered function is called, which waits for a fold under way. */
export function startCounterCompaction(deps: Pick<Deps, 'database' | 'log'>): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = compactCounters(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'totals could not be folded; the next round tries again'),
    )
  }, foldEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
