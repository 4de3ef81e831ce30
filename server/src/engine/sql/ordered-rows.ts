import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { VisibleRows } from '../query/visibility.ts'
import type { RowOrder } from './sort-sql.ts'

/** Part of a list: so many rows after the first `offset`. */
export interface PageRange {
  offset: number
  limit: number
}

export function limits({ offset, limit }: PageRange): RawBuilder<unknown> {
  // A literal limit: with a parameter the planner would expect a tenth of the table.
  const rows = sql.raw(`limit ${Math.trunc(limit)}`)
  return offset === 0 ? rows : sql`${rows} offset ${offset}::bigint`
}

/**
 * The query of rows `t` in an order, or against it; without a stretch all of them. Where an index has the order
 * but for the empty values, the others and the empty ones are read one after the other, each in the order of
 * the index: PostgreSQL reads the parts of a UNION ALL in turn, and the second only if the first ends too early.
 */
export function orderedRowsSql(
  selected: RawBuilder<unknown>,
  rows: VisibleRows,
  order: RowOrder,
  stretch: PageRange | null,
  direction: 'forwards' | 'backwards' = 'forwards',
): RawBuilder<unknown> {
  const bounds = stretch === null ? sql`` : limits(stretch)
  if (order.parts === null || !rows.isOneList())
    return sql`select ${selected} ${rows.from(order.joins)} order by ${order[direction]} ${bounds}`
  const { isEmpty, along } = order.parts
  const most = stretch === null ? sql`` : limits({ offset: 0, limit: stretch.offset + stretch.limit })
  const [filled, empty] = [sql`not (${isEmpty})`, isEmpty].map(
    (condition) =>
      sql`(select ${selected} ${rows.narrowByOwn(condition).from()} order by ${along[direction]} ${most})`,
  )
  const [first, second] = direction === 'forwards' ? [filled, empty] : [empty, filled]
  return sql`select t.* from (${first} union all ${second}) t ${bounds}`
}
