import { sql } from 'kysely'
import { foldText } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { z } from 'zod'
import { escapeLike } from '../sql/filter-sql.ts'
import type { Condition } from '../sql/filter-sql.ts'
import { textLike } from '../sql/text-like.ts'
import { read } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { fuzzyTerms } from './fuzzy-terms.ts'
import type { SearchTerm } from './search-term.ts'
import { foldForSearch, quotedTables } from './search-text.ts'
import type { VisibleRows } from '../query/visibility.ts'

/** The trigram index cannot find shorter words; they are matched at the beginnings of words only. */
const shortestInside = 3
/** More words hardly narrow the result and make the statement long. */
const maxWords = 12

/** `re-roof`, `old-harbour`: words that others write as two. In numbers a hyphen is ignored. */
const hyphenated = /^[\p{L}\p{M}]+(-[\p{L}\p{M}]+)+$/u

/**
 * The words of a search, folded as the search text is, except that hyphens between letters are kept. Any dash
 * counts as a hyphen. NULs and lone surrogates are removed, since no stored text contains them.
 */
export function searchTermsOf(token: string): string[] {
  const known = token
    .toWellFormed()
    .replaceAll(/[\u0000\ufffd]/g, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
  const words = foldText(known)
    .split(/\s+/)
    .map((word) => (hyphenated.test(word) ? word : foldForSearch(word)))
  return [...new Set(words.filter((word) => word !== ''))].slice(0, maxWords)
}

/** Terms without typo alternatives. */
export function exactTerms(words: readonly string[]): SearchTerm[] {
  return words.map((typed) => ({ typed, near: [] }))
}

const characters = (text: string) => Array.from(text).length

function holdsSql(word: string): Condition {
  return textLike(`${characters(word) < shortestInside ? '% ' : '%'}${escapeLike(word)}%`)
}

function wordSql({ typed, near }: SearchTerm): Condition {
  const apart = typed.split('-').map(holdsSql)
  const ways = [
    holdsSql(foldForSearch(typed)),
    ...(apart.length > 1 ? [sql`(${sql.join(apart, sql` and `)})`] : []),
    ...near.map((word) => textLike(`% ${escapeLike(word)}%`)),
  ]
  return sql`(${sql.join(ways, sql` or `)})`
}

/** The query of the search texts that contain every word, by `seq`. */
export function textsSql({ table }: Pick<Declaration, 'table'>, words: readonly SearchTerm[]): Condition {
  return sql`select x.seq from ${sql.table(`${table}_text`)} x where ${sql.join(words.map(wordSql), sql` and `)}`
}

/** Condition on `t`: its search text contains every word. */
function searchSql(declaration: Declaration, words: readonly SearchTerm[]): Condition {
  return sql`t.seq in (${textsSql(declaration, words)})`
}

/** The rows whose search text contains every word. */
export function matchTerms(rows: VisibleRows, words: readonly SearchTerm[]): VisibleRows {
  return words.length === 0
    ? rows
    : rows.narrowByText(searchSql(rows.declaration, words), quotedTables(rows.declaration))
}

/**
 * The rows a search finds: rows that contain every word as typed, or, if there are none, rows that contain
 * words one typo away. List, groups, export and bulk calls share it, so that they agree on the rows.
 */
export async function applySearch(
  deps: RecordDeps,
  rows: VisibleRows,
  token: string | undefined,
): Promise<VisibleRows> {
  const words = searchTermsOf(token ?? '')
  if (words.length === 0) return rows
  const exact = matchTerms(rows, exactTerms(words))
  const [row] = await read(
    deps,
    sql`select exists (select 1 ${exact.from()}) as found`,
    z.object({ found: z.boolean() }),
    'search',
  )
  if (row?.found === true) return exact
  const sought = await fuzzyTerms(deps, rows, words)
  return sought.every(({ near }) => near.length === 0) ? exact : matchTerms(rows, sought)
}
