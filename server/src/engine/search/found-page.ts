import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { countRows, knownCount } from '../count/count-records.ts'
import { read } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { everything } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'
import { joinedPageSql, keysFirstPageSql, maxWalked, pageOfKeys } from '../sql/page-sql.ts'
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
  /**
   * Up to this number of texts with the words of a search, their records are read and sorted. How many there
   * are is counted, since the estimate of PostgreSQL for a rare word is often ten times too high: it would
   * walk a whole list to find fifty rows that are not there.
   */
  fewTexts: number
  /** Fewer rows than this are hardly among the first of a list. */
  fewRows: number
  /** So many rows are looked at in the order of a list. */
  walked: number
}
const usualBounds: SearchBounds = { fewTexts: 5_000, fewRows: 1_000, walked: maxWalked }

/** A page of a search that found few texts, and its exact count; `is_few` is false if there are more. */
const FewPage = z.object({ lines: z.string(), count: z.number(), is_few: z.boolean() })
/** A page of the first rows of a list; `is_filled` is false if they do not fill it. */
const WalkedPage = z.object({ lines: z.string(), is_filled: z.boolean() })
const Page = z.object({ lines: z.string() })

function fewTextsPageSql({ rows, texts, order, stretch }: FoundPage, fewTexts: number): RawBuilder<unknown> {
  const picked = sql`select count(*) <= ${sql.lit(fewTexts)} as is_few,
    case when count(*) between 1 and ${sql.lit(fewTexts)} then array_agg(h.seq) else '{}' end as seqs
    from (${texts} limit ${sql.lit(fewTexts + 1)}) h`
  const found = rows.narrow(everything, sql`t.seq = any((select seqs from picked)::bigint[])`)
  const page = joinedPageSql(keysFirstPageSql(found, order, stretch))
  return sql`with picked as materialized (${picked})
    select p.lines, (select count(*) ${found.from()}) as count, (select is_few from picked) as is_few from (${page}) p`
}

/** Every text with the words is read before the records, so that no list is walked for them. */
function manyTextsPageSql({ rows, texts, order, stretch }: FoundPage): RawBuilder<unknown> {
  const found = rows.narrow(everything, sql`t.seq in (select h.seq from (${texts} offset 0) h)`)
  return joinedPageSql(keysFirstPageSql(found, order, stretch))
}

/** A page of the rows with the words among the first rows of the list, in its order. */
function walkedPageSql({ rows, found, order, stretch }: FoundPage, walked: number): RawBuilder<unknown> {
  const { offset, limit } = stretch
  return sql`with keys as materialized (select t.seq ${found.fromFirst(order.forwards, walked)}
      order by ${order.forwards} limit ${sql.lit(limit)} offset ${sql.lit(offset)})
    select coalesce(string_agg(p.line, ','), '') as lines, (select count(*) from keys) = ${sql.lit(limit)} as is_filled
    from (${pageOfKeys(rows, sql`select k.seq from keys k`, 'asc')}) p`
}

/** A page of a search with many matches that a bounded number of rows decides; null if they do not. */
async function boundedPage(deps: RecordDeps, page: FoundPage, walked: number): Promise<string | null> {
  const { rows, found, stretch, order, ranked } = page
  if (ranked !== null) return commonWordPage(deps, rows, found, ranked, stretch, walked)
  if (!order.isIndexed) return null
  const [row] = await read(deps, walkedPageSql(page, walked), WalkedPage, 'search')
  return row?.is_filled === true ? row.lines : null
}

async function linesOf(deps: RecordDeps, statement: RawBuilder<unknown>): Promise<string> {
  const [row] = await read(deps, statement, Page, 'search')
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
 * of a list that has many of them. Where only the texts are many, as for a word of another collection, they are
 * read first as well. If the count `mayComeLater` and the page is known before it, the count is null.
 */
export async function readFoundPage(
  deps: RecordDeps,
  page: FoundPage,
  mayComeLater: boolean,
  { fewTexts, fewRows, walked } = usualBounds,
): Promise<{ lines: string; count: number | null }> {
  let count = await knownCount(deps, page.found)
  if (count === undefined || count <= fewTexts) {
    const [few] = await read(deps, fewTextsPageSql(page, fewTexts), FewPage, 'search')
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
  const near = count > fewRows ? await boundedPage(deps, page, walked) : null
  return { lines: near ?? (await linesOf(deps, manyTextsPageSql(page))), count }
}
