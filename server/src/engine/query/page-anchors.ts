import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { EngineDeps } from '../deps.ts'
import type { Database } from '#platform/database/database.ts'
import { anchorsApart } from './anchors.ts'
import type { Anchor, AnchorScan } from './anchors.ts'
import { orderedRowsSql } from '../sql/ordered-rows.ts'
import type { RowOrder } from '../sql/sort-sql.ts'
import type { VisibleRows } from './visibility.ts'
import { writeCountSql } from '../count/write-counters.ts'

const walkEveryMs = 2_000

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
  const ordered = orderedRowsSql(sql`t.seq, ${middle.isEmpty} as is_empty`, rows, order, null)
  const placed = sql`select o.*, row_number() over () as place from (${ordered}) o`
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
export function startAnchorBuilder(
  deps: Pick<EngineDeps, 'database' | 'log' | 'anchors'>,
): () => Promise<void> {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= deps.anchors
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
