import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { fromFirstInOrder, limitSql, orderedRowsSql } from './ordered-rows.ts'
import type { PageRange } from './ordered-rows.ts'
import { jsonLines } from './select-list.ts'
import type { ReferenceOrder, RowOrder } from './sort-sql.ts'
import { everything } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'

/**
 * Pages up to this offset use a plain OFFSET. Beyond it only keys are read up to the page, or from the other
 * end. Source: facts of the data layer, section 2.
 */
export const deepOffset = 1_000

export type { PageRange } from './ordered-rows.ts'

/** The query of a page as one row: its records joined by commas, and additional columns. */
export function joinedPageSql(
  page: RawBuilder<unknown>,
  beside: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`select coalesce(string_agg(p.line, ','), '') as lines${beside} from (${page}) p`
}

/** So many rows are looked at in their order before the trigram index is asked. */
export const maxWalked = 5_000

/**
 * Rows of a page with a text filter. Where many rows contain the text, a few steps in the order of the list
 * find a
 * page; where few do, the trigram index finds all of them. Which it is nobody knows before, so the statement
 * takes
 * the steps first and reads the index only if they did not fill the page.
 */
function textPage(rows: VisibleRows, order: RowOrder, stretch: PageRange): RawBuilder<unknown> {
  const { forwards } = order
  const wanted = stretch.offset + stretch.limit
  const isFilled = sql.raw(`(select count(*) from near) = ${wanted}`)
  return sql`with near as materialized (select t.* ${fromFirstInOrder(rows, order, maxWalked)} order by ${forwards} ${limitSql({ offset: 0, limit: wanted })})
    (select t.* from near t where ${isFilled} order by ${forwards} ${limitSql(stretch)})
    union all (select t.* ${rows.from()} and not ${isFilled} order by ${forwards} ${limitSql(stretch)})`
}

/**
 * Rows of a page in the order of a reference. The referenced records are read in the order of their titles,
 * and for each of them the first of its rows, until the page is full. Rows that refer to no record come last
 * and are read only if they are needed.
 */
function referencePage(rows: VisibleRows, order: ReferenceOrder, stretch: PageRange): RawBuilder<unknown> {
  const { target, pid, title } = order
  const [byTitle, bySeq] = order.descending ? ['desc nulls last', 'desc'] : ['asc nulls last', 'asc']
  const [titleOrder, seqOrder] = [sql.raw(`r.title ${byTitle}`), sql.raw(`t.seq ${bySeq}`)]
  const first = limitSql({ offset: 0, limit: stretch.offset + stretch.limit })
  const own = rows.narrow(everything, sql`${pid} = r.pid`)
  const without = rows.narrow(
    everything,
    sql`not exists (select from ${sql.table(target)} r where r.pid = ${pid})`,
  )
  return sql`with near as materialized (select t.*, r.title as sort_title
      from (select r.pid, ${title} as title from ${sql.table(target)} r order by title ${sql.raw(byTitle)} offset 0) r
      cross join lateral (select t.* ${own.from()} order by ${seqOrder} ${first}) t
      order by ${titleOrder}, ${seqOrder} ${first}),
    rest as (select t.*, null as sort_title ${without.from()}
      and (select count(*) from near) < ${sql.lit(stretch.offset + stretch.limit)} order by ${seqOrder} ${first})
    select * from (select * from near union all select * from rest) t
      order by t.sort_title ${sql.raw(byTitle)}, ${seqOrder} ${limitSql(stretch)}`
}

/** The query of a page near the start. */
export function offsetPageSql(
  rows: VisibleRows,
  order: RowOrder,
  stretch: PageRange,
  fields?: readonly string[],
): RawBuilder<unknown> {
  const page =
    order.byReference !== null && rows.isWholeList()
      ? referencePage(rows, order.byReference, stretch)
      : order.isIndexed && rows.hasTextFilter()
        ? textPage(rows, order, stretch)
        : orderedRowsSql(sql`t.*`, rows, order, stretch)
  return jsonLines(rows, sql`(${page}) t`, fields)
}

/** The query of the records with these keys, in the order of the keys or against it. */
function pageOfKeys(
  rows: VisibleRows,
  keys: RawBuilder<unknown>,
  direction: 'asc' | 'desc',
  fields?: readonly string[],
): RawBuilder<unknown> {
  const placed = sql`(select k.seq, row_number() over () as place from (${keys}) k) k`
  return jsonLines(
    rows,
    sql`(select t.* from ${placed} join ${sql.table(rows.declaration.table)} t on t.seq = k.seq order by k.place ${sql.raw(direction)}) t`,
    fields,
  )
}

/** The keys of a page, in its order. */
export const PageKeys = z.object({ keys: z.array(z.number()) })

/**
 * The query of the keys of a page near the start. A statement that is planned for its values reads keys
 * alone: planning it with all fields of a record, and the titles they refer to, takes several milliseconds.
 */
export function pageKeysSql(rows: VisibleRows, order: RowOrder, stretch: PageRange): RawBuilder<unknown> {
  return sql`select array(${orderedRowsSql(sql`t.seq`, rows, order, stretch)}) as keys`
}

/**
 * Up to this number of matches of a text, the records are read and sorted. How many there are is counted,
 * since the estimate of PostgreSQL for a rare text is often ten times too high: it would walk a whole list to
 * find fifty rows that are not there.
 */
export const fewRows = 5_000

/** The keys of a page of few matches, and their exact count; `is_few` is false if there are more. */
export const FewRowsPage = PageKeys.extend({ count: z.number(), is_few: z.boolean() })
export type FewRowsPage = z.infer<typeof FewRowsPage>

/**
 * The query of the keys of a page, and of the count, of those rows whose `seq` is among the `matches`, if
 * there are few.
 */
export function fewRowsPageSql(
  rows: VisibleRows,
  matches: RawBuilder<unknown>,
  order: RowOrder,
  { offset, limit }: PageRange,
  most = fewRows,
): RawBuilder<unknown> {
  const picked = sql`select count(*) <= ${sql.lit(most)} as is_few,
    case when count(*) between 1 and ${sql.lit(most)} then array_agg(h.seq) else '{}' end as seqs
    from (${matches} limit ${sql.lit(most + 1)}) h`
  const found = rows.narrow(everything, sql`t.seq = any((select seqs from picked)::bigint[])`)
  // They are all read and sorted: no index of their order would find them sooner.
  return sql`with picked as materialized (${picked}),
    hits as materialized (select t.seq ${found.from(order.joins)} order by ${order.forwards})
    select array(select h.seq from hits h limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as keys,
      (select count(*) from hits) as count, (select is_few from picked) as is_few`
}

/**
 * The query of a page, with the offset counted from the first row for which the condition `from` holds. These
 * rows are all empty in the sort field, or none is.
 */
export function anchoredPageSql(
  rows: VisibleRows,
  { forwards, parts }: RowOrder,
  from: RawBuilder<unknown>,
  stretch: PageRange,
  fields?: readonly string[],
): RawBuilder<unknown> {
  const rest = rows.narrow({ kind: 'and', nodes: [] }, from)
  return pageOfKeys(
    rows,
    sql`select t.seq ${rest.from()} order by ${parts?.along.forwards ?? forwards} ${limitSql(stretch)}`,
    'asc',
    fields,
  )
}

/**
 * The query of a far page of `count` rows: reads only keys up to the page and joins the rows afterwards. A
 * page in the second half is read from the end and reversed.
 */
export function deepPageSql(
  rows: VisibleRows,
  order: RowOrder,
  { offset, limit }: PageRange,
  count: number,
  fields?: readonly string[],
): RawBuilder<unknown> {
  const flipped = offset > count / 2
  const stretch = flipped
    ? { offset: Math.max(0, count - offset - limit), limit: Math.min(limit, count - offset) }
    : { offset, limit }
  const keys = orderedRowsSql(sql`t.seq`, rows, order, stretch, flipped ? 'backwards' : 'forwards')
  return pageOfKeys(rows, keys, flipped ? 'desc' : 'asc', fields)
}
