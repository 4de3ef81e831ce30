import { SearchQuery, fieldFinder, invalid, parseFilter, parseSort, refusalOf } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import { quotedColumn } from './columns.ts'
import { escapeLike } from './filter-sql.ts'
import type { Condition } from './filter-sql.ts'
import { readPage } from './list-records.ts'
import type { RecordPage } from './list-records.ts'
import { todayOf } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { foldForSearch } from './search-text.ts'
import { rowOrder } from './sort-sql.ts'
import { listedRows, projectionsOf } from './visibility.ts'

/** Trigrams find nothing shorter than this; shorter words are looked for at the beginnings of words. */
const shortestInside = 3
/** More words narrow nothing further and make the statement long. */
const mostWords = 12

/** The words of a search as the search text writes them. NULs and half characters, which no text can hold, are left out. */
export function searchWords(token: string): string[] {
  const folded = foldForSearch(
    token
      .toWellFormed()
      .replaceAll(/[\u0000\ufffd]/g, '')
      .normalize('NFC'),
  )
  return [...new Set(folded.split(/\s+/).filter((word) => word !== ''))].slice(0, mostWords)
}

/** Condition on `t` that its search text holds every word. */
export function searchSql(declaration: Declaration, words: readonly string[]): Condition {
  const likes = words.map((word) => sql`x.t like ${word.length < shortestInside ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`}`)
  return sql`t.seq in (select x.seq from ${sql.table(`${declaration.table}_text`)} x where ${sql.join(likes, sql` and `)})`
}

/** How well a row answers: its number or title is the token, begins with it, holds it; else something about it does. */
function rankSql(declaration: Declaration, words: readonly string[]): Condition {
  const token = words.join(' ')
  const folded = (name: string) => sql.raw(`lower(replace(t.${quotedColumn(name)}, '-', ''))`)
  const number = folded(declaration.numberField ?? declaration.titleField)
  const title = folded(declaration.titleField)
  return sql`case when ${number} = ${token} then 0 when ${title} = ${token} then 1 when ${title} like ${`${escapeLike(token)}%`} then 2
    when ${number} like ${`%${escapeLike(token)}%`} then 3 when ${title} like ${`%${escapeLike(token)}%`} then 4 else 5 end`
}

/** `GET /{collection}/search`: as list; best match first when no sort is given. A token without any word is a list. */
export async function searchRecords(deps: RecordDeps, actor: Actor, declaration: Declaration, query: unknown): Promise<RecordPage> {
  const today = todayOf(deps)
  listedRows(declaration, actor, { today })
  const parsed = SearchQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { searchToken, filter, match, sort, page = 1, pageSize = declaration.pageSize, scope } = parsed.data
  const isPermits = declaration.table === 'permits' && projectionsOf(declaration).length > 1
  if (scope === 'all' && !isPermits) throw invalid('query.scope', 'out-of-range', `query.scope: ${declaration.name} has one scope`)
  const words = searchWords(searchToken)
  const find = fieldFinder(declaration, actor)
  const rows = listedRows(declaration, actor, { today, everyProjection: scope === 'all' }).narrow(
    parseFilter(filter, find, match),
    ...(words.length === 0 ? [] : [searchSql(declaration, words)]),
  )
  const ranked = sort === undefined && words.length > 0
  const rank = ranked ? [{ value: rankSql(declaration, words), descending: false, neverNull: true }] : []
  const order = rowOrder(rows, ranked ? [] : parseSort(sort ?? declaration.defaultSort, find), find, rank)
  return readPage(deps, rows, order, { page, pageSize })
}
