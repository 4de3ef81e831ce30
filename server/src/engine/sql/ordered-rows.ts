import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { VisibleRows } from '../query/visibility.ts'
import type { RowOrder } from './sort-sql.ts'

/** Part of a list: so many rows after the first `offset`. */
export interface PageRange {
  offset: number
  limit: number
}

export function limitSql({ offset, limit }: PageRange): RawBuilder<unknown> {
  // A literal limit: with a parameter the planner would expect a tenth of the table.
  const rows = sql.raw(`limit ${Math.trunc(limit)}`)
  return offset === 0 ? rows : sql`${rows} offset ${offset}::bigint`
}

/**
 * The query of rows `t` in an order, or against it; without a stretch all of them. Where an index has the
 * order but for the empty values, the others and the empty ones are read one after the other, each in the
 * order of the index: PostgreSQL reads the parts of a UNION ALL in turn, and the second only if the first
 * ends too early. Of several lists with their own indexes the first rows of each are read, and then put in
 * order, unless a filter may make the first ones rare: then all that meet it are sorted.
 */
export function orderedRowsSql(
  selected: RawBuilder<unknown>,
  rows: VisibleRows,
  order: RowOrder,
  stretch: PageRange | null,
  direction: 'forwards' | 'backwards' = 'forwards',
): RawBuilder<unknown> {
  const bounds = stretch === null ? sql`` : limitSql(stretch)
  const first = stretch && { offset: 0, limit: stretch.offset + stretch.limit }
  const lists = order.isPerList && !rows.isFiltered() ? rows.eachList() : [rows]
  if (first !== null && lists.length > 1) {
    const seqs = lists.map((list) => sql`(${orderedRowsSql(sql`t.seq`, list, order, first, direction)})`)
    return sql`select ${selected} from ${sql.table(rows.declaration.table)} t
      where t.seq in (${sql.join(seqs, sql` union all `)}) order by ${order[direction]} ${bounds}`
  }
  if (order.parts === null || rows.eachList().length > 1)
    return sql`select ${selected} ${rows.from(order.joins)} order by ${order[direction]} ${bounds}`
  const { isEmpty, along } = order.parts
  const most = first === null ? sql`` : limitSql(first)
  const [filled, empty] = [sql`not (${isEmpty})`, isEmpty].map(
    (condition) =>
      sql`(select ${selected} ${rows.narrowByOwn(condition).from()} order by ${along[direction]} ${most})`,
  )
  const [before, after] = direction === 'forwards' ? [filled, empty] : [empty, filled]
  return sql`select t.* from (${before} union all ${after}) t ${bounds}`
}

/** FROM clause of those of the rows that are among the first `count` in an order, before any filter. */
export function fromFirstInOrder(rows: VisibleRows, order: RowOrder, count: number): RawBuilder<unknown> {
  return rows.fromAmong((all) => orderedRowsSql(sql`t.*`, all, order, { offset: 0, limit: count }))
}
