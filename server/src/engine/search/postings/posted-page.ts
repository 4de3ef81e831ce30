import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { everything } from '../../query/visibility.ts'
import type { VisibleRows } from '../../query/visibility.ts'
import type { RecordDeps } from '../../query/reading.ts'
import { limitSql } from '../../sql/ordered-rows.ts'
import { PageKeys, fewRows, pageKeysSql } from '../../sql/page-sql.ts'
import { PreparedQuery } from '../../sql/prepared-query.ts'
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
  /** Up to this number of titles are ranked one by one. */
  fewTitles: number
  /** So many of the newest titles are looked at for the best matches, first and at most. */
  titles: readonly number[]
}
const usualBounds: PostedBounds = {
  few: fewRows,
  fewOfIndex: 2_000,
  fewTitles: 1_000,
  titles: [200, 2_000, 20_000],
}

/**
 * Those of these rows that are in a set. Newer rows than those of the set, such as the rows of an import,
 * stand first in many orders. The index of an order knows `seq`, so it passes over them.
 */
function amongSet(rows: VisibleRows, set: RowSet): VisibleRows {
  const bits = Buffer.from(set.toBitmap())
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

/** The query of a page of few rows: all of them are read and sorted. */
const fewKeysSql = ({ rows, order, stretch }: FoundPage, seqs: readonly number[]) =>
  sql`select array(select t.seq ${rows.fromAmongKeys(seqs, order.joins)} order by ${order.forwards} ${limitSql(stretch)}) as keys`

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

/**
 * The keys of a page of the rows that posting lists have found; null if too many of them would have to be
 * ranked.
 */
export async function postedPage(
  deps: RecordDeps,
  page: FoundPage,
  posted: PostedRows,
  bounds: PostedBounds = usualBounds,
): Promise<number[] | null> {
  const { rows, order, stretch, ranked } = page
  const { found } = posted
  const { count } = found
  if (count === 0) return []
  if (count <= (order.isIndexed ? bounds.fewOfIndex : bounds.few))
    return keysOf(deps, fewKeysSql(page, found.newest(count)))
  if (ranked !== null) return bestPage(deps, page, ranked, posted, bounds)
  return keysOf(deps, pageKeysSql(amongSet(rows, found), order, stretch))
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
  const posted = await postedRows(deps, rows, matchTerms(rows, terms), terms, true)
  if (posted !== null && posted.found.count <= fewRows) return posted.found.newest(fewRows)
  if (posted !== null) return bestPage(deps, { rows, stretch }, words, posted, usualBounds)
  const numbered = numberedPageSql(rows, words, stretch, null)
  return numbered && decidedPage(deps, numbered)
}
