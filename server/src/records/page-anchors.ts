import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Database } from '#database/database.ts'
import type { RowOrder } from './sort-sql.ts'
import type { VisibleRows } from './visibility.ts'
import { writeCountSql } from './write-counters.ts'

/** How far anchors stand apart, in rows: so many index entries are read at most before a page begins. */
export const anchorsApart = 5_000
const maxKept = 200
const walkEveryMs = 2_000

/** A row whose place in a list was known when its table had seen `mark` writes. */
export interface Anchor {
  seq: number
  /** Is it empty in the order of the list? Then all that follow are. */
  isEmpty: boolean
  /** How many rows stand before it. */
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
  /** The writes seen when the list was last read far from its beginning. */
  mark: number
  /** Every so many-th row from the first on; null until the list is walked. */
  rows: readonly Place[] | null
  /** Was it asked for again without a write in between, so that a walk is worth it? */
  isPending: boolean
}

/**
 * Places along lists that are read far from their beginning, so that a deep page reads on from the anchor
 * before it instead of all rows before. They are right for as long as nobody writes the table; the page tells
 * whether somebody did, in its own snapshot.
 */
export class PageAnchors {
  readonly #lists = new Map<string, CacheEntry>()

  /** The anchor before or at an offset, if the list was walked. */
  before(list: string, offset: number): Anchor | null {
    const kept = this.#lists.get(list)
    const place = Math.floor(offset / anchorsApart)
    const row = kept?.rows?.[place]
    return kept === undefined || row === undefined
      ? null
      : { seq: row[0], isEmpty: row[1], offset: place * anchorsApart, mark: kept.mark }
  }

  /** A far page was read without an anchor when its table had seen `mark` writes. */
  missed(list: string, walk: AnchorScan, mark: number): void {
    const kept = this.#lists.get(list)
    const isPending = kept?.mark === mark && kept.rows === null
    this.#lists.delete(list)
    this.#lists.set(list, { walk, mark, rows: kept?.mark === mark ? kept.rows : null, isPending })
    const [oldest] = this.#lists.keys()
    if (this.#lists.size > maxKept && oldest !== undefined) this.#lists.delete(oldest)
  }

  /** Keys of the lists that are worth a walk. */
  get wanted(): string[] {
    return [...this.#lists].filter(([, { isPending }]) => isPending).map(([list]) => list)
  }

  /**
   * Walks the lists that are worth it. A list that was written meanwhile is not walked until it is asked for
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
 * A list as anchors know it: a key that no other rows or order share, and the statement that finds its
 * anchors, whose last value is the mark.
 */
export interface AnchoredList {
  key: string
  walk: AnchorScan
  /**
   * Condition on rows that come at or after an anchor, of those that are empty in the order like it, or not.
   */
  from: (anchor: Anchor) => RawBuilder<unknown>
}

/**
 * The list of these rows in this order; null where its places may change without a write of its table, or its
 * order has no plain key.
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
 * Walks what is wanted every two seconds until the answered function is called, which waits for a walk under
 * way.
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
