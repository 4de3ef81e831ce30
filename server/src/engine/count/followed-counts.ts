import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import type { CountsAtMark } from '../deps.ts'
import type { VisibleRows } from '../query/visibility.ts'
import { read, refuseLate } from '../query/reading.ts'
import type { RecordDeps, StatementPool } from '../query/reading.ts'
import { Placeholder, PreparedQuery } from '../sql/prepared-query.ts'
import { writeCountSql } from './write-counters.ts'

/** Expressions over a row `t` by which rows are counted apart; none = all rows together. */
export type GroupValues = readonly RawBuilder<unknown>[]

/** The key of the only group where rows are counted together. */
export const noKey = '[]'

const maxKept = 2_000
/** Counts by more groups than this are not kept. */
const maxKeptGroups = 1_000
/** More writes than this are not followed one by one: the rows are counted again. */
const maxFollowed = 500

const Counts = z.record(z.string(), z.number())
const Marked = z.object({ mark: z.number(), snapshot: z.string().nullable(), counts: Counts })
const Followed = Marked.extend({ counts: Counts.nullable() })
type Followed = z.infer<typeof Followed>

/** Numbers by group as one JSON object. `n` is the number of a group, `from` the FROM clauses of its rows. */
function countsSql(
  by: GroupValues,
  n: RawBuilder<unknown>,
  ...from: readonly RawBuilder<unknown>[]
): RawBuilder<unknown> {
  const names = by.map((_, index) => `k${index}`)
  const values = by.map((value, index) => sql`${value} as ${sql.raw(`k${index}`)}`)
  const groups = by.length === 0 ? '' : `group by ${by.map((_, index) => index + 1).join(', ')}`
  const counted = from.map(
    (each) => sql`select ${sql.join([...values, sql`${n} as n`])} ${each} ${sql.raw(groups)}`,
  )
  const summed = sql.raw([...names, 'sum(n)::bigint as n'].join(', '))
  const whole =
    counted.length === 1
      ? sql.join(counted)
      : sql`select ${summed} from (${sql.join(counted, sql` union all `)}) c ${sql.raw(groups)}`
  return sql`select coalesce(json_object_agg(json_build_array(${sql.raw(names.map((name) => `g.${name}`).join(', '))})::text, g.n), '{}')
    from (${whole}) g`
}

/** The query that counts all rows. */
const anewSql = (rows: VisibleRows, by: GroupValues) =>
  countsSql(by, sql`count(*)`, ...rows.byList().map((list) => list.from()))

/**
 * Counts with the write counter and the snapshot in which they are taken; `m.mark` is the write counter. A
 * standby does not tell which transactions of its snapshot are open, so it answers none.
 */
function markedSql(rows: VisibleRows, counts: RawBuilder<unknown>): RawBuilder<unknown> {
  const written = writeCountSql(rows.tablesRead())
  return sql`with m as materialized (${written})
    select m.mark, case when not pg_is_in_recovery() then pg_current_snapshot()::text end as snapshot, (${counts}) as counts from m`
}

/** The write counter and the snapshot of earlier counts. */
const earlier = { mark: new Placeholder(), snapshot: new Placeholder() }

/**
 * The query that tells what the writes since earlier counts have added to each group; null if that is not
 * known. The entries of these writes are complete if there are as many as the write counter has risen. It
 * reads no more than these entries.
 */
function followSql(rows: VisibleRows, by: GroupValues): RawBuilder<unknown> {
  const { mark, snapshot } = earlier
  const unchanged = sql`when m.mark = ${mark}::bigint then '{}'::json`
  // The subqueries hide the snapshot from the planner. It would plan for each anew, 0.5 ms, and find the
  // same.
  const since = sql`c.xid >= (select pg_snapshot_xmin(${snapshot}::pg_snapshot))
    and not pg_visible_in_snapshot(c.xid, (select ${snapshot}::pg_snapshot))`
  const changed = rows.fromChanges(since)
  if (changed === null) return markedSql(rows, sql`case ${unchanged} end`)
  const isKnown = sql`count(*) <= ${sql.lit(maxFollowed)} and bool_and(c.is_whole)`
  const entries = sql`(select case when ${isKnown} then count(*) end
    from (select c.is_whole from ${sql.table(`${rows.declaration.table}_changes`)} c where ${since} limit ${sql.lit(maxFollowed + 1)}) c)`
  const added = countsSql(by, sql`coalesce(sum(t.sign), 0)`, changed)
  return markedSql(
    rows,
    sql`case ${unchanged} when m.mark - ${mark}::bigint = ${entries} then (${added}) end`,
  )
}

interface CountQueries {
  /**
   * The key of the counts in the cache: the whole statement with its values, so row rules never share counts.
   */
  key: string
  follow: PreparedQuery<Followed>
}

function prepareCounts({ database }: RecordDeps, rows: VisibleRows, by: GroupValues): CountQueries {
  const { sql: text, parameters } = anewSql(rows, by).compile(database.kysely)
  const key = JSON.stringify([text, parameters])
  return { key, follow: new PreparedQuery(followSql(rows, by), Followed) }
}

/** The queries of rows that are counted all together, made once. */
const prepared = new WeakMap<VisibleRows, CountQueries>()

function countQueries(deps: RecordDeps, rows: VisibleRows, by: GroupValues): CountQueries {
  if (by.length > 0) return prepareCounts(deps, rows, by)
  const queries = prepared.get(rows) ?? prepareCounts(deps, rows, by)
  prepared.set(rows, queries)
  return queries
}

/** Counts after what writes have added to them. */
function withAdded(counts: ReadonlyMap<string, number>, added: Readonly<Record<string, number>>) {
  const sums = new Map(counts)
  for (const [key, n] of Object.entries(added)) sums.set(key, (sums.get(key) ?? 0) + n)
  return sums
}

/** Keeps counts for the next time. */
function keep({ counts: cache }: RecordDeps, key: string, counts: CountsAtMark): ReadonlyMap<string, number> {
  cache.delete(key)
  if (counts.counts.size <= maxKeptGroups) cache.set(key, counts)
  const [oldest] = cache.keys()
  if (cache.size > maxKept && oldest !== undefined) cache.delete(oldest)
  return counts.counts
}

/**
 * Counts of rows by group from earlier counts and what writes have changed since; undefined if the rows must
 * be counted. Write counter (`record_writes`), snapshot and changes are read in one statement and snapshot,
 * so the counts are right with any number of servers on the database.
 */
export async function followCounts(
  deps: RecordDeps,
  rows: VisibleRows,
  by: GroupValues,
  { key, follow } = countQueries(deps, rows, by),
): Promise<ReadonlyMap<string, number> | undefined> {
  const known = deps.counts.get(key)
  if (known === undefined) return undefined
  // On the primary: the changes are not logged, so a standby has none.
  const { database, signal } = deps
  const { mark, snapshot } = known
  const row = await follow.read({ database, ...(signal && { signal }) }, (value) =>
    value === earlier.mark ? mark : value === earlier.snapshot ? snapshot : value,
  )
  if (row === undefined || row.counts === null) return undefined
  return keep(deps, key, { ...row, counts: withAdded(known.counts, row.counts) })
}

async function countAnew(
  deps: RecordDeps,
  rows: VisibleRows,
  by: GroupValues,
  key: string,
  pool: StatementPool,
): Promise<ReadonlyMap<string, number>> {
  const [row] = await read(deps, markedSql(rows, anewSql(rows, by)), Marked, pool)
  if (row === undefined) throw new Error('The statement of a count returned no row')
  return keep(deps, key, { ...row, counts: new Map(Object.entries(row.counts)) })
}

/**
 * Counts rows by group, exactly and as cheaply as possible: followed, or anew. The keys are JSON arrays of
 * the values of a group; groups without rows may be missing. Calls on the primary that find the same rows
 * being counted share what comes next: that count followed, or another one. Source: decision 0184.
 */
export async function countGroups(
  deps: RecordDeps,
  rows: VisibleRows,
  by: GroupValues,
  pool: StatementPool = 'slow',
): Promise<ReadonlyMap<string, number>> {
  const queries = countQueries(deps, rows, by)
  const { key } = queries
  const current = async (within: RecordDeps) =>
    (await followCounts(within, rows, by, queries)) ?? countAnew(within, rows, by, key, pool)
  if (deps.reader !== undefined) return current(deps)
  const followed = await followCounts(deps, rows, by, queries)
  if (followed !== undefined) return followed
  const start = (signal: AbortSignal) => current({ ...deps, signal })
  return refuseLate(deps.signal, () => deps.runningCounts.runNext(key, start, deps.signal))
}
