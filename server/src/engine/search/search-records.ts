import { SearchQuery, fieldFinder, parseFilter, parseSort, refusalOf } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import { quotedColumn } from '../sql/columns.ts'
import { escapeLike } from '../sql/filter-sql.ts'
import type { Condition } from '../sql/filter-sql.ts'
import { linesOfKeys } from '../query/lines-of-keys.ts'
import { PreparedPage } from '../query/list-records.ts'
import type { RecordPage } from '../query/list-records.ts'
import { todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { exactTerms, searchTermsOf, matchTerms, textsSql } from './apply-search.ts'
import { readFoundPage } from './found-page.ts'
import { fuzzyTerms } from './fuzzy-terms.ts'
import { meantWords } from './search-term.ts'
import type { SearchTerm } from './search-term.ts'
import { postedPage } from './postings/posted-page.ts'
import { postedRows } from './postings/posted-rows.ts'
import { foldForSearch, foldedForSearchSql } from './search-text.ts'
import { narrowShown } from '../query/hidden-records.ts'
import { deepOffset } from '../sql/page-sql.ts'
import { rowOrder } from '../sql/sort-sql.ts'
import { listableRows, scopedRows } from '../query/visibility.ts'

/** The rank of a row: number or title equals the token, starts with it, contains it; then any other match. */
export function rankSql(declaration: Declaration, words: readonly string[]): Condition {
  const token = foldForSearch(words.join(' '))
  const folded = (name: string) => sql.raw(foldedForSearchSql(`t.${quotedColumn(name)}`))
  const number = folded(declaration.numberField ?? declaration.titleField)
  const title = folded(declaration.titleField)
  return sql`case when ${number} = ${token} then 0 when ${title} = ${token} then 1 when ${title} like ${`${escapeLike(token)}%`} then 2
    when ${number} like ${`%${escapeLike(token)}%`} then 3 when ${title} like ${`%${escapeLike(token)}%`} then 4 else 5 end`
}

/**
 * `GET /{collection}/search`: like a list, but best match first if no sort is given. A token without words
 * returns the list. If no row contains the words as typed, rows with words one typo away are returned. With
 * `count: "later"` the page does not wait for a count that reads all matches: its count is null.
 */
export async function searchRecords(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  query: unknown,
): Promise<RecordPage<number | null>> {
  const today = todayOf(deps, actor)
  listableRows(declaration, actor, { today })
  const parsed = SearchQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const {
    searchToken,
    filter,
    match,
    sort,
    page = 1,
    pageSize = declaration.pageSize,
    scope,
    count,
  } = parsed.data
  const words = searchTermsOf(searchToken)
  const find = fieldFinder(declaration, actor)
  const rows = narrowShown(scopedRows(declaration, actor, today, scope), parseFilter(filter, find, match))
  const ranked = sort === undefined && words.length > 0
  const keys = ranked ? [] : parseSort(sort ?? declaration.defaultSort, find)
  const stretch = { offset: (page - 1) * pageSize, limit: pageSize }
  const pageOf = async (sought: readonly SearchTerm[]): Promise<RecordPage<number | null>> => {
    const meant = meantWords(sought)
    const rank = ranked ? [{ value: rankSql(declaration, meant), descending: false, neverNull: true }] : []
    const found = matchTerms(rows, sought)
    const order = rowOrder(found, keys, find, rank)
    if (words.length === 0 || stretch.offset > deepOffset)
      return new PreparedPage(found, order, { page, pageSize, isSearch: words.length > 0 }).read(deps)
    const texts = textsSql(declaration, sought)
    const near = { rows, found, texts, order, stretch, ranked: ranked ? meant : null }
    const posted = await postedRows(deps, rows, found, sought, ranked ? 'rank' : order.byField)
    const decided = posted && (await postedPage(deps, near, posted))
    const read =
      posted === null || decided === null
        ? await readFoundPage(deps, near, count === 'later')
        : { ...decided, count: posted.found.count }
    const lines = 'lines' in read ? read.lines : await linesOfKeys(deps, rows, read.keys)
    return { lines, count: read.count, page, pageSize }
  }
  const exact = await pageOf(exactTerms(words))
  if (exact.count !== 0 || words.length === 0) return exact
  const sought = await fuzzyTerms(deps, rows, words)
  return sought.every(({ near }) => near.length === 0) ? exact : pageOf(sought)
}
