import { CountQuery, fieldFinder, invalid, parseFilter, refusalOf } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { CountAtMark } from '../deps.ts'
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

/** The key of a count: the statement and its values. */
function keyOf({ database }: Pick<RecordDeps, 'database'>, rows: VisibleRows): string {
  const { sql: text, parameters } = sql`select count(*) ${rows.from()}`.compile(database.kysely)
  return JSON.stringify([text, parameters])
}

/** Is there a count of these rows that is valid unless somebody has written since? */
export function isCountKept(deps: RecordDeps, rows: VisibleRows): boolean {
  return deps.counts.has(keyOf(deps, rows))
}

/** More writes than this are not followed one by one: the rows are counted again. */
const maxFollowed = 500

const Counted = z.object({ mark: z.number(), snapshot: z.string(), count: z.number().nullable() })

/**
 * The query of the count, given an earlier one: null if nobody has written since, the earlier count with the
 * difference that the writes since have made, or a new count. The entries of the writes are complete if there are
 * as many as the write counter has risen.
 */
function countSql(rows: VisibleRows, kept: CountAtMark | undefined): RawBuilder<unknown> {
  const { table } = rows.declaration
  const marked = sql`with m as materialized (${writeCountSql(rows.dependsOnOthers() ? 'all' : table)})
    select m.mark, pg_current_snapshot()::text as snapshot`
  const anew = sql`(select count(*) ${rows.from()})`
  if (kept === undefined) return sql`${marked}, ${anew} as count from m`
  const { mark, snapshot, count } = kept
  const since = sql`c.xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(c.xid, ${snapshot}::pg_snapshot)`
  const changed = rows.fromChanges(since)
  const followed =
    changed === null
      ? sql``
      : sql`when m.mark - ${mark}::bigint = (select case when count(*) <= ${maxFollowed}::int and bool_and(c.is_whole) then count(*) end
          from ${sql.table(`${table}_changes`)} c where ${since}) then (select ${count}::bigint + coalesce(sum(t.sign), 0) ${changed})`
  return sql`${marked}, (case when m.mark = ${mark}::bigint then null ${followed} else ${anew} end)::bigint as count from m`
}

/**
 * Counts rows exactly and as cheaply as possible: from the table of totals if it covers all fields of the
 * filter, otherwise from an earlier count and what writes have changed since. Write counter (`record_writes`),
 * snapshot and changes are read in one statement and snapshot, so the count is correct with any number of servers
 * on the database. The cache key is the whole statement with its values, so row rules never share a count.
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
  const key = keyOf(deps, rows)
  const cache = deps.counts
  const kept = cache.get(key)
  const [row] = await read(deps, countSql(rows, kept), Counted, pool)
  const count = row?.count ?? kept?.count
  if (row === undefined || count === undefined) throw new Error('The statement of a count returned no count')
  cache.delete(key)
  cache.set(key, { mark: row.mark, snapshot: row.snapshot, count })
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
