import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { countRows, knownCount } from '../count/count-records.ts'
import type { RecordDeps } from '../query/reading.ts'
import { everything } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'
import { FewRowsPage, PageKeys, fewRows, fewRowsPageSql, maxWalked, pageKeysSql } from '../sql/page-sql.ts'
import { fromFirstInOrder } from '../sql/ordered-rows.ts'
import { PreparedQuery } from '../sql/prepared-query.ts'
import type { PageRange } from '../sql/page-sql.ts'
import type { RowOrder } from '../sql/sort-sql.ts'
import { commonWordPage } from './common-word-page.ts'

/** A page of a search, near the start of its list. */
export interface FoundPage {
  /** The rows of the search before its words, and with them. */
  rows: VisibleRows
  found: VisibleRows
  /** The query of the matching search texts, by `seq`. */
  texts: RawBuilder<unknown>
  order: RowOrder
  stretch: PageRange
  /** The words whose best matches come first; null if the rows are sorted by fields. */
  ranked: readonly string[] | null
}

export interface SearchBounds {
  /** Up to this number of texts with the words of a search, their records are read and sorted. */
  fewTexts: number
  /** Fewer rows than this are hardly among the first of a list. */
  walkedFrom: number
  /** So many rows are looked at in the order of a list. */
  walked: number
}
const usualBounds: SearchBounds = { fewTexts: fewRows, walkedFrom: 1_000, walked: maxWalked }

/** Every text with the words is read before the records, so that no list is walked for them. */
function manyTextsPageSql({ rows, texts, order, stretch }: FoundPage): RawBuilder<unknown> {
  const found = rows.narrow(everything, sql`t.seq in (select h.seq from (${texts} offset 0) h)`)
  return pageKeysSql(found, order, stretch)
}

/** A page of the rows with the words among the first rows of the list, in its order. */
function walkedPageSql({ found, order, stretch }: FoundPage, walked: number): RawBuilder<unknown> {
  const { offset, limit } = stretch
  return sql`select array(select t.seq ${fromFirstInOrder(found, order, walked)}
    order by ${order.forwards} limit ${sql.lit(limit)} offset ${sql.lit(offset)}) as keys`
}

async function keysOf(deps: RecordDeps, page: RawBuilder<unknown>): Promise<number[]> {
  const row = await new PreparedQuery(page, PageKeys, 'search').read(deps)
  return row?.keys ?? []
}

/** A page of a search with many matches that a bounded number of rows decides; null if they do not. */
async function boundedPage(deps: RecordDeps, page: FoundPage, walked: number): Promise<number[] | null> {
  const { rows, found, stretch, order, ranked } = page
  if (ranked !== null) return commonWordPage(deps, rows, found, ranked, stretch, walked)
  if (!order.isIndexed) return null
  const keys = await keysOf(deps, walkedPageSql(page, walked))
  return keys.length === stretch.limit ? keys : null
}

/** A page of a search with many matches. */
async function manyRowsPage(
  deps: RecordDeps,
  { rows, found, order, stretch, ranked }: FoundPage,
): Promise<number[]> {
  const best = ranked && (await commonWordPage(deps, rows, found, ranked, stretch, null))
  return best ?? keysOf(deps, pageKeysSql(found, order, stretch))
}

/**
 * Reads the keys of a page of a search, and its exact count: from the few texts with its words, or from the
 * rows of a list that has many of them. Where only the texts are many, as for a word of another collection,
 * they are read first as well. If the count `mayComeLater` and the page is known before it, it is null.
 */
export async function readFoundPage(
  deps: RecordDeps,
  page: FoundPage,
  mayComeLater: boolean,
  { fewTexts, walkedFrom, walked } = usualBounds,
): Promise<{ keys: number[]; count: number | null }> {
  let count = await knownCount(deps, page.found)
  if (count === undefined || count <= fewTexts) {
    const statement = fewRowsPageSql(page.rows, page.texts, page.order, page.stretch, fewTexts)
    const few = await new PreparedQuery(statement, FewRowsPage, 'search').read(deps)
    if (few?.is_few === true) return { keys: few.keys, count: few.count }
  }
  if (count === undefined) {
    const keys = await boundedPage(deps, page, walked)
    if (keys !== null && mayComeLater) return { keys, count: null }
    count = await countRows(deps, page.found, 'search')
    if (keys !== null) return { keys, count }
  }
  if (count === 0) return { keys: [], count }
  if (count > fewTexts) return { keys: await manyRowsPage(deps, page), count }
  const near = count > walkedFrom ? await boundedPage(deps, page, walked) : null
  return { keys: near ?? (await keysOf(deps, manyTextsPageSql(page))), count }
}
