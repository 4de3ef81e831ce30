import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Database } from '#database/database.ts'
import type { RowOrder } from '../sql/sort-sql.ts'
import type { VisibleRows } from './visibility.ts'
import { writeCountSql } from '../count/write-counters.ts'

/** Distance of anchors in rows: the maximum number of index entries to skip before a page begins. */
export const anchorsApart = 5_000
const maxKept = 200
const walkEveryMs = 2_000

/** A row whose position in a list was known when the write counter of its table was `mark`. */
export interface Anchor {
  seq: number
  /** Is its sort field empty? Then so are those of all rows after it. */
  isEmpty: boolean
  /** Number of rows before it. */
  offset: number
  mark: number
}

interface AnchorScan {
  text: string
  values: readonly unknown[]
}

type Place = readonly [seq: number, isEmpty: boolean]

interface CacheEntry {
  walk: AnchorScan
  /** The write counter when a far page of the list was last read. */
  mark: number
  /** One row in every `anchorsApart`, starting with the first; null until the list is scanned. */
  rows: readonly Place[] | null
  /** Was the list requested again without a write in between? Then a scan is worthwhile. */
  isPending: boolean
}

/**
 * Row positions in lists whose far pages are requested, so that a deep page starts at the anchor before it
 * instead of at the first row. Anchors are valid until the table is written. The query of the page reads the
 * write counter in its own snapshot to check that.
 */
export class PageAnchors {
  readonly #lists = new Map<string, CacheEntry>()

  /** The last anchor at or before an offset, if the list was scanned. */
  before(list: string, offset: number): Anchor | null {
    const kept = this.#lists.get(list)
    const place = Math.floor(offset / anchorsApart)
    const row = kept?.rows?.[place]
    return kept === undefined || row === undefined
      ? null
      : { seq: row[0], isEmpty: row[1], offset: place * anchorsApart, mark: kept.mark }
  }

  /** Reports that a far page was read without an anchor when the write counter was `mark`. */
  missed(list: string, walk: AnchorScan, mark: number): void {
    const kept = this.#lists.get(list)
    const isPending = kept?.mark === mark && kept.rows === null
    this.#lists.delete(list)
    this.#lists.set(list, { walk, mark, rows: kept?.mark === mark ? kept.rows : null, isPending })
    const [oldest] = this.#lists.keys()
    if (this.#lists.size > maxKept && oldest !== undefined) this.#lists.delete(oldest)
  }

  /** Keys of the lists to scan. */
  get wanted(): string[] {
    return [...this.#lists].filter(([, { isPending }]) => isPending).map(([list]) => list)
  }

  /**
   * Scans the pending lists. A list that was written in the meantime gets no anchors until it is requested
   * twice again.
   */
  async scanPending(database: Database): Promise<void> {
    for (const kept of this.#lists.values()) {
      if (!kept.isPending) continue
      kept.isPending = false
      const [found] = await database.slowQuery<{ rows: Place[] | null }>(kept.walk.text, [
        ...kept.walk.values,
        kept.mark,
      ])
      kept.rows = found?.rows ?? null
    }
  }
}

const known = new WeakMap<Database, PageAnchors>()

export function anchorsOf(database: Database): PageAnchors {
  const anchors = known.get(database) ?? new PageAnchors()
  known.set(database, anchors)
  return anchors
}

/**
 * A list that can have anchors: a key that is unique for its rows and order, and the query that finds its
 * anchors; the last parameter of that query is the mark.
 */
export interface AnchoredList {
  key: string
  walk: AnchorScan
  /**
   * Condition: rows at or after an anchor, among the rows whose sort field is empty or not empty like that of
   * the anchor.
   */
  from: (anchor: Anchor) => RawBuilder<unknown>
}

/**
 * The anchored list of these rows in this order; null if positions can change without a write to its table,
 * or if the order has no plain key.
 */
export function anchoredList(database: Database, rows: VisibleRows, order: RowOrder): AnchoredList | null {
  const { middle } = order
  if (middle === null || rows.dependsOnOthers()) return null
  const { table } = rows.declaration
  const placed = sql`select t.seq, ${middle.isEmpty} as is_empty, row_number() over (order by ${order.forwards}) as place ${rows.from(order.joins)}`
  const every = sql`select coalesce(json_agg(json_build_array(k.seq, k.is_empty) order by k.place), '[]') from (${placed}) k
    where k.place % ${sql.raw(String(anchorsApart))} = 1`
  const walk = sql`with m as materialized (${writeCountSql(table)}) select (${every}) as rows from m`.compile(
    database.kysely,
  )
  const text = `${walk.sql} where m.mark = $${walk.parameters.length + 1}::bigint`
  return {
    key: JSON.stringify([walk.sql, walk.parameters]),
    walk: { text, values: walk.parameters },
    from: ({ seq, isEmpty }) => middle.from(seq, isEmpty),
  }
}

/**
 * Scans pending lists every two seconds until the returned function is called; that function waits for a
 * running scan.
 */
export function startAnchorBuilder(deps: Pick<Deps, 'database' | 'log'>): () => Promise<void> {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= anchorsOf(deps.database)
      .scanPending(deps.database)
      .catch((error: unknown) =>
        deps.log.warn({ err: error }, 'a long list could not be walked; its deep pages are read as before'),
      )
      .finally(() => (running = null))
  }, walkEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
