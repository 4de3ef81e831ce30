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

/** The last count of these rows, which is still right if nobody has written since. */
export function lastCount(deps: RecordDeps, rows: VisibleRows): number | undefined {
  return deps.counts.get(keyOf(deps, rows))?.count
}

/** More writes than this are not followed one by one: the rows are counted again. */
const maxFollowed = 500

const Counted = z.object({ mark: z.number(), snapshot: z.string().nullable(), count: z.number() })
const Followed = Counted.extend({ count: z.number().nullable() })

/**
 * A count with the write counter and the snapshot in which it is taken; `m.mark` is the write counter. A
 * standby
 * does not tell which transactions of its snapshot are open, so it answers none.
 */
function markedSql(rows: VisibleRows, count: RawBuilder<unknown>): RawBuilder<unknown> {
  const written = writeCountSql(rows.dependsOnOthers() ? 'all' : rows.declaration.table)
  return sql`with m as materialized (${written}) select m.mark, case when not pg_is_in_recovery() then pg_current_snapshot()::text end as snapshot, (${count})::bigint as count from m`
}

/**
 * The query that brings an earlier count up to date with what the writes since have changed; its count is
 * null if
 * that is not known. The entries of these writes are complete if there are as many as the write counter has
 * risen.
 * It reads no more than these entries.
 */
function followSql(rows: VisibleRows, { mark, snapshot, count }: CountAtMark): RawBuilder<unknown> {
  const unchanged = sql`when m.mark = ${mark}::bigint then ${count}::bigint`
  const since = sql`c.xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(c.xid, ${snapshot}::pg_snapshot)`
  const changed = snapshot === null ? null : rows.fromChanges(since)
  if (changed === null) return markedSql(rows, sql`case ${unchanged} end`)
  const entries = sql`(select case when count(*) <= ${maxFollowed}::int and bool_and(c.is_whole) then count(*) end
    from (select c.is_whole from ${sql.table(`${rows.declaration.table}_changes`)} c where ${since} limit ${sql.lit(maxFollowed + 1)}) c)`
  return markedSql(
    rows,
    sql`case ${unchanged} when m.mark - ${mark}::bigint = ${entries} then (select ${count}::bigint + coalesce(sum(t.sign), 0) ${changed}) end`,
  )
}

/**
 * Counts rows exactly and as cheaply as possible: from the table of totals if it covers all fields of the
 * filter, otherwise from an earlier count and what writes have changed since. Write counter
 * (`record_writes`),
 * snapshot and changes are read in one statement and snapshot, so the count is correct with any number of
 * servers
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
  const anew = sql`select count(*) ${rows.from()}`
  const cache = deps.counts
  const key = keyOf(deps, rows)
  const keep = ({ mark, snapshot, count }: CountAtMark) => {
    cache.delete(key)
    cache.set(key, { mark, snapshot, count })
    const [oldest] = cache.keys()
    if (cache.size > maxKept && oldest !== undefined) cache.delete(oldest)
    return count
  }
  const known = cache.get(key)
  if (known !== undefined) {
    // On the primary: the changes are not logged, so a standby has none.
    const { database, signal } = deps
    const [row] = await read({ database, ...(signal && { signal }) }, followSql(rows, known), Followed)
    if (row !== undefined && row.count !== null) return keep({ ...row, count: row.count })
  }
  const [row] = await read(deps, markedSql(rows, anew), Counted, pool)
  if (row === undefined) throw new Error('The statement of a count returned no row')
  return keep(row)
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
