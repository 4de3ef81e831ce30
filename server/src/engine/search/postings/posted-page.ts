import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { everything } from '../../query/visibility.ts'
import type { VisibleRows } from '../../query/visibility.ts'
import type { RecordDeps } from '../../query/reading.ts'
import { Lines } from '../../query/lines-of-keys.ts'
import { limitSql } from '../../sql/ordered-rows.ts'
import { PageKeys, fewRows, joinedPageSql, pageKeysSql } from '../../sql/page-sql.ts'
import { PreparedQuery } from '../../sql/prepared-query.ts'
import { jsonLines } from '../../sql/select-list.ts'
import { matchTerms } from '../apply-search.ts'
import {
  canRankByTitle,
  commonWordPageSql,
  decidedPage,
  fewTitlesPageSql,
  numberedPageSql,
  titleContains,
} from '../common-word-page.ts'
import type { FoundPage } from '../found-page.ts'
import { foldForSearch } from '../search-text.ts'
import { meantWords } from '../search-term.ts'
import type { SearchTerm } from '../search-term.ts'
import { postedRows } from './posted-rows.ts'
import type { PostedRows } from './posted-rows.ts'
import type { RowSet } from './row-set.ts'

export interface PostedBounds {
  /** Up to this number of rows are sorted. */
  few: number
  /** The same in an order of an index, where passing over a row takes a thirtieth of reading a record. */
  fewOfIndex: number
  /** Up to this number of rows are sorted and their records read in one statement. */
  fewLines: number
  /**
   * Up to this number of rows before the end of a page are passed over, rather than sorting more than
   * `fewLines`.
   */
  passed: number
  /** Up to this number of titles are ranked one by one. */
  fewTitles: number
  /** So many of the newest titles are looked at for the best matches, first and at most. */
  titles: readonly number[]
}
const usualBounds: PostedBounds = {
  few: fewRows,
  fewOfIndex: 2_000,
  fewLines: 500,
  passed: 20_000,
  fewTitles: 1_000,
  titles: [200, 2_000, 20_000],
}

/**
 * Those of these rows that are in a set. Newer rows than those of the set, such as the rows of an import,
 * stand first in many orders. The index of an order knows `seq`, so it passes over them.
 */
function amongSet(rows: VisibleRows, set: RowSet): VisibleRows {
  const bits = Buffer.from(set.toBitmap().buffer)
  const [newest = 0] = set.newest(1)
  return rows.narrow(
    everything,
    sql`t.seq <= ${newest}::bigint`,
    sql`case when t.seq < ${sql.lit(bits.length * 8)} then get_bit(${bits}::bytea, t.seq) = 1 else false end`,
  )
}

async function keysOf(deps: RecordDeps, page: RawBuilder<unknown>): Promise<number[]> {
  return (await new PreparedQuery(page, PageKeys, 'search').read(deps))?.keys ?? []
}

/**
 * Some of the rows that posting lists have found, among which are those of a page. Null if they are so many
 * that it takes less time to read an index of their order up to the page.
 */
function rowsOfPage(
  { order, stretch }: FoundPage,
  { found, first }: PostedRows,
  bounds: PostedBounds,
): readonly number[] | null {
  const { fewLines, few, fewOfIndex, passed } = bounds
  const wanted = stretch.offset + stretch.limit
  // So few are read sooner than their places are compared.
  if (found.count <= Math.min(fewLines, 4 * wanted)) return found.newest(found.count)
  const near = first(wanted)
  if (near !== null) return near.seqs.length <= (near.passed <= passed ? fewLines : few) ? near.seqs : null
  return found.count <= (order.isIndexed ? fewOfIndex : few) ? found.newest(found.count) : null
}

/** A page of rows that posting lists have found: their keys in order, or their records as JSON texts. */
export type PostedPage = { keys: readonly number[] } | { lines: string }

/**
 * A page of few rows: all of them are read and sorted. The records of up to `fewLines` are read in the same
 * statement, on the connections of pages, which plan it once: its plan does not depend on the words.
 */
async function pageOfFew(
  deps: RecordDeps,
  { rows, order, stretch }: FoundPage,
  seqs: readonly number[],
  { fewLines }: PostedBounds,
): Promise<PostedPage> {
  const sorted = (selected: RawBuilder<unknown>) => sql`
    select ${selected} ${rows.fromAmongKeys(seqs, order.joins)}
    order by ${order.forwards} ${limitSql(stretch)}`
  if (seqs.length > fewLines)
    return { keys: await keysOf(deps, sql`select array(${sorted(sql`t.seq`)}) as keys`) }
  const lines = joinedPageSql(jsonLines(rows, sql`(${sorted(sql`t.*`)}) t`))
  return (await new PreparedQuery(lines, Lines).read(deps)) ?? { keys: [] }
}

/** A page of the best of many matches; null if it is not decided by the newest titles. */
async function bestPage(
  deps: RecordDeps,
  { rows, stretch }: Pick<FoundPage, 'rows' | 'stretch'>,
  words: readonly string[],
  { found, titled }: PostedRows,
  { fewTitles, titles }: PostedBounds,
): Promise<number[] | null> {
  const token = foldForSearch(words.join(' '))
  if (!canRankByTitle(rows.declaration, token)) return null
  const wanted = stretch.offset + stretch.limit
  if (titled.count <= fewTitles) {
    const seqs = titled.newest(fewTitles)
    const others = rows.fromAmongKeys(found.newest(wanted + seqs.length))
    return decidedPage(deps, fewTitlesPageSql(rows, rows, words, stretch, seqs, others))
  }
  for (const many of titles) {
    const nearest = rows
      .narrowByOwn(titleContains(rows.declaration, token))
      .fromAmongKeys(titled.newest(Math.max(many, wanted)))
    const page = commonWordPageSql(rows, rows, words, stretch, undefined, nearest)
    const keys = page && (await decidedPage(deps, page))
    if (keys !== null) return keys
  }
  return null
}

/** A page of the rows that posting lists have found; null if too many of them would have to be ranked. */
export async function postedPage(
  deps: RecordDeps,
  page: FoundPage,
  posted: PostedRows,
  bounds: PostedBounds = usualBounds,
): Promise<PostedPage | null> {
  const { rows, order, stretch, ranked } = page
  const { found } = posted
  if (found.count === 0) return { keys: [] }
  const few = rowsOfPage(page, posted, bounds)
  if (few !== null) return pageOfFew(deps, page, few, bounds)
  const keys =
    ranked === null
      ? await keysOf(deps, pageKeysSql(amongSet(rows, found), order, stretch))
      : await bestPage(deps, page, ranked, posted, bounds)
  return keys && { keys }
}

/**
 * Keys of some of these rows, among which are the `limit` best matches of a search; null where neither
 * posting lists nor numbers tell them.
 */
export async function bestKeys(
  deps: RecordDeps,
  rows: VisibleRows,
  terms: readonly SearchTerm[],
  limit: number,
): Promise<number[] | null> {
  const words = meantWords(terms)
  const stretch = { offset: 0, limit }
  const posted = await postedRows(deps, rows, matchTerms(rows, terms), terms, 'rank')
  if (posted !== null && posted.found.count <= fewRows) return posted.found.newest(fewRows)
  if (posted !== null) return bestPage(deps, { rows, stretch }, words, posted, usualBounds)
  const numbered = numberedPageSql(rows, words, stretch, null)
  return numbered && decidedPage(deps, numbered)
}
