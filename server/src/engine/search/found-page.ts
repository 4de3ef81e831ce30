import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { countRows, knownCount } from '../count/count-records.ts'
import type { RecordDeps } from '../query/reading.ts'
import { everything } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'
import {
  FewRowsPage,
  fewRows,
  fewRowsPageSql,
  joinedPageSql,
  keysFirstPageSql,
  maxWalked,
  pageOfKeys,
} from '../sql/page-sql.ts'
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

/** A page of the first rows of a list; `is_filled` is false if they do not fill it. */
const WalkedPage = z.object({ lines: z.string(), is_filled: z.boolean() })
const Page = z.object({ lines: z.string() })

/** Every text with the words is read before the records, so that no list is walked for them. */
function manyTextsPageSql({ rows, texts, order, stretch }: FoundPage): RawBuilder<unknown> {
  const found = rows.narrow(everything, sql`t.seq in (select h.seq from (${texts} offset 0) h)`)
  return joinedPageSql(keysFirstPageSql(found, order, stretch))
}

/** A page of the rows with the words among the first rows of the list, in its order. */
function walkedPageSql({ rows, found, order, stretch }: FoundPage, walked: number): RawBuilder<unknown> {
  const { offset, limit } = stretch
  return sql`with keys as materialized (select t.seq ${fromFirstInOrder(found, order, walked)}
      order by ${order.forwards} limit ${sql.lit(limit)} offset ${sql.lit(offset)})
    select coalesce(string_agg(p.line, ','), '') as lines, (select count(*) from keys) = ${sql.lit(limit)} as is_filled
    from (${pageOfKeys(rows, sql`select k.seq from keys k`, 'asc')}) p`
}

/** A page of a search with many matches that a bounded number of rows decides; null if they do not. */
async function boundedPage(deps: RecordDeps, page: FoundPage, walked: number): Promise<string | null> {
  const { rows, found, stretch, order, ranked } = page
  if (ranked !== null) return commonWordPage(deps, rows, found, ranked, stretch, walked)
  if (!order.isIndexed) return null
  const row = await new PreparedQuery(walkedPageSql(page, walked), WalkedPage, 'search').read(deps)
  return row?.is_filled === true ? row.lines : null
}

async function linesOf(deps: RecordDeps, statement: RawBuilder<unknown>): Promise<string> {
  const row = await new PreparedQuery(statement, Page, 'search').read(deps)
  return row?.lines ?? ''
}

/** A page of a search with many matches. */
async function manyRowsPage(
  deps: RecordDeps,
  { rows, found, order, stretch, ranked }: FoundPage,
): Promise<string> {
  const best = ranked && (await commonWordPage(deps, rows, found, ranked, stretch, null))
  return best ?? linesOf(deps, joinedPageSql(keysFirstPageSql(found, order, stretch)))
}

/**
 * Reads a page of a search as lines, and its exact count: from the few texts with its words, or from the rows
 * of a list that has many of them. Where only the texts are many, as for a word of another collection, they
 * are read first as well. If the count `mayComeLater` and the page is known before it, the count is null.
 */
export async function readFoundPage(
  deps: RecordDeps,
  page: FoundPage,
  mayComeLater: boolean,
  { fewTexts, walkedFrom, walked } = usualBounds,
): Promise<{ lines: string; count: number | null }> {
  let count = await knownCount(deps, page.found)
  if (count === undefined || count <= fewTexts) {
    const statement = fewRowsPageSql(page.rows, page.texts, page.order, page.stretch, fewTexts)
    const few = await new PreparedQuery(statement, FewRowsPage, 'search').read(deps)
    if (few?.is_few === true) return { lines: few.lines, count: few.count }
  }
  if (count === undefined) {
    const lines = await boundedPage(deps, page, walked)
    if (lines !== null && mayComeLater) return { lines, count: null }
    count = await countRows(deps, page.found, 'search')
    if (lines !== null) return { lines, count }
  }
  if (count === 0) return { lines: '', count }
  if (count > fewTexts) return { lines: await manyRowsPage(deps, page), count }
  const near = count > walkedFrom ? await boundedPage(deps, page, walked) : null
  return { lines: near ?? (await linesOf(deps, manyTextsPageSql(page))), count }
}
