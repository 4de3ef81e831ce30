import { CountQuery, fieldFinder, invalid, parseFilter, refusalOf } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { writeCountSql } from './write-counters.ts'
import { listableRows } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'
import { read, todayOf } from '../query/reading.ts'
import type { RecordDeps, StatementPool } from '../query/reading.ts'

const maxKept = 2_000

/**
 * The query that counts rows from the table of totals; null if the totals do not cover all fields of the
 * filter.
 */
export function totalSql(rows: VisibleRows): RawBuilder<unknown> | null {
  const totals = rows.fromTotals()
  return totals === null ? null : sql`select coalesce(sum(t.n), 0)::bigint as count ${totals}`
}

/** The query that counts rows, and the key of its count. */
function countingOf({ database }: Pick<RecordDeps, 'database'>, rows: VisibleRows) {
  const counting = sql`select count(*) ${rows.from()}`
  const { sql: text, parameters } = counting.compile(database.kysely)
  return { counting, key: JSON.stringify([text, parameters]) }
}

/** The last count of these rows, which is still right if nobody has written since. */
export function lastCount(deps: RecordDeps, rows: VisibleRows): number | undefined {
  return deps.counts.get(countingOf(deps, rows).key)?.count
}

/**
 * Counts rows exactly and as cheaply as possible: from the table of totals if it covers all fields of the
 * filter, otherwise from a cache that is valid until somebody writes. The write counter (`record_writes`) is
 * read in the same statement and snapshot, so the cached count is correct with any number of servers on the
 * database. The cache key is the whole statement with its values, so row rules never share a count.
 */
export async function countRows(
  deps: RecordDeps,
  rows: VisibleRows,
  pool: StatementPool = 'slow',
): Promise<number> {
  const total = totalSql(rows)
  if (total !== null) {
    const [row] = await read(deps, total, z.object({ count: z.number() }))
    return row?.count ?? 0
  }
  const { table } = rows.declaration
  const { counting, key } = countingOf(deps, rows)
  const cache = deps.counts
  const kept = cache.get(key)
  const marked = sql`with m as materialized (${writeCountSql(rows.dependsOnOthers() ? 'all' : table)})
    select m.mark, case when m.mark = ${kept?.mark ?? -1}::bigint then null else (${counting}) end as count from m`
  const [row] = await read(deps, marked, z.object({ mark: z.number(), count: z.number().nullable() }), pool)
  const count = row?.count ?? kept?.count ?? 0
  cache.delete(key)
  cache.set(key, { mark: row?.mark ?? -1, count })
  const [oldest] = cache.keys()
  if (cache.size > maxKept && oldest !== undefined) cache.delete(oldest)
  return count
}

/**
 * `GET /count`: how many of the rows the actor may list match all filters of the aggregation. `declarationOf` throws for an unknown collection.
 */
export async function countRecords(
  deps: RecordDeps,
  actor: Actor,
  query: unknown,
  declarationOf: (name: string) => Declaration | Promise<Declaration>,
): Promise<{ total: number }> {
  const parsed = CountQuery.safeParse(query)
  const name =
    typeof query === 'object' && query !== null && 'collection' in query ? query.collection : undefined
  if (typeof name !== 'string')
    throw invalid('query.collection', 'required', 'query.collection names the collection to count')
  const declaration = await declarationOf(name)
  const rows = listableRows(declaration, actor, { today: todayOf(deps, actor) })
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const find = fieldFinder(declaration, actor)
  const narrowed = parsed.data.aggregate.reduce(
    (narrower, stage, at) =>
      'match' in stage
        ? narrower.narrow(parseFilter(stage.match, find, 'all', `query.aggregate.${at}.match`))
        : narrower,
    rows,
  )
  return { total: await countRows(deps, narrowed) }
}
