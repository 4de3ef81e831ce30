import { CountQuery, fieldFinder, invalid, parseFilter, refusalOf } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { countGroups, followCounts, noKey } from './followed-counts.ts'
import { listableRows } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'
import { read, todayOf } from '../query/reading.ts'
import type { RecordDeps, StatementPool } from '../query/reading.ts'

/**
 * The query that counts rows from the table of totals; null if the totals do not cover all fields of the
 * filter.
 */
export function totalSql(rows: VisibleRows): RawBuilder<unknown> | null {
  const totals = rows.fromTotals()
  return totals === null ? null : sql`select coalesce(sum(t.n), 0)::bigint as count ${totals}`
}

/**
 * The exact count of these rows if it can be told without counting them: by totals, or followed from an
 * earlier count.
 */
export async function knownCount(deps: RecordDeps, rows: VisibleRows): Promise<number | undefined> {
  if (totalSql(rows) !== null) return countRows(deps, rows)
  return (await followCounts(deps, rows, []))?.get(noKey)
}

/**
 * Counts rows exactly: from the table of totals if it covers all fields of the filter, else by `countGroups`.
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
  const counts = await countGroups(deps, rows, [], pool)
  return counts.get(noKey) ?? 0
}

/**
 * `GET /count`: how many of the rows the actor may list match all filters of the aggregation.
 * `declarationOf` throws for an unknown collection.
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
