import { sql } from 'kysely'
import { foldText } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { escapeLike } from './filter-sql.ts'
import type { Condition } from './filter-sql.ts'
import { canBeMistyped, isNearWord, maxNearWords, patternsNear } from './fuzzy-match.ts'
import { read } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { foldForSearch } from './search-text.ts'
import type { VisibleRows } from './visibility.ts'

/** Trigrams find nothing shorter than this; shorter words are looked for at the beginnings of words. */
const shortestInside = 3
/** More words narrow nothing further and make the statement long. */
const maxWords = 12
/** So many of them may be mistyped: each asks for the words near it. */
const maxMistyped = 5
const maxCandidates = 5_000
/** What stands in more texts than these stands in these too; reading all of a million would take seconds. */
const maxTexts = 30_000

/** `re-roof`, `old-harbour`: words that others write apart. In numbers a hyphen stands for nothing. */
const hyphenated = /^[\p{L}\p{M}]+(-[\p{L}\p{M}]+)+$/u

/**
 * The words of a search as the search text writes them, but for hyphens between letters. Any dash is a
 * hyphen; NULs and half characters, which no text can hold, are left out.
 */
export function searchWords(token: string): string[] {
  const known = token
    .toWellFormed()
    .replaceAll(/[\u0000\ufffd]/g, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
  const words = foldText(known)
    .split(/\s+/)
    .map((word) => (hyphenated.test(word) ? word : foldForSearch(word)))
  return [...new Set(words.filter((word) => word !== ''))].slice(0, maxWords)
}

/** A word of a search: as typed, and words one typo away that stand in the rows. */
export interface SearchTerm {
  typed: string
  near: readonly string[]
}

/** Nothing but what was typed. */
export function exactTerms(words: readonly string[]): SearchTerm[] {
  return words.map((typed) => ({ typed, near: [] }))
}

const characters = (text: string) => Array.from(text).length

function holdsSql(word: string): Condition {
  return sql`x.t like ${characters(word) < shortestInside ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`}`
}

function wordSql({ typed, near }: SearchTerm): Condition {
  const apart = typed.split('-').map(holdsSql)
  const ways = [
    holdsSql(foldForSearch(typed)),
    ...(apart.length > 1 ? [sql`(${sql.join(apart, sql` and `)})`] : []),
    ...near.map((word) => sql`x.t like ${`% ${escapeLike(word)}%`}`),
  ]
  return sql`(${sql.join(ways, sql` or `)})`
}

/** Condition on `t` that its search text holds every word. */
export function searchSql(declaration: Declaration, words: readonly SearchTerm[]): Condition {
  return sql`t.seq in (select x.seq from ${sql.table(`${declaration.table}_text`)} x where ${sql.join(words.map(wordSql), sql` and `)})`
}

/** The rows whose search text holds every word. */
export function matchTerms(rows: VisibleRows, words: readonly SearchTerm[]): VisibleRows {
  return words.length === 0
    ? rows
    : rows.narrow({ kind: 'and', nodes: [] }, searchSql(rows.declaration, words))
}

/** Words in the texts of these rows that fit a pattern of the typed word: `typed`, `word` and how often. */
function candidatesSql(rows: VisibleRows, typed: string): Condition {
  const text = sql.table(`${rows.declaration.table}_text`)
  const likes = patternsNear(typed).map((pattern) => sql`x.t like ${pattern}`)
  return sql`(select ${typed}::text as typed, w.word, count(*) as often
    from (select x.t ${rows.from(sql`join ${text} x on x.seq = t.seq and (${sql.join(likes, sql` or `)})`)} limit ${maxTexts}::bigint) x,
      lateral string_to_table(x.t, ' ') w(word)
    where length(w.word) >= ${characters(typed) - 1}::int group by w.word order by often desc limit ${maxCandidates}::bigint)`
}

/**
 * The words of a search with those that may have been meant: one letter wrong, missing, too many, or two
 * swapped. Only words in the rows the actor may see are proposed. Asked when nothing was found as typed,
 * since it reads more.
 */
export async function fuzzyTerms(
  deps: RecordDeps,
  rows: VisibleRows,
  words: readonly string[],
): Promise<SearchTerm[]> {
  const mistyped = words.map(foldForSearch).filter(canBeMistyped).slice(0, maxMistyped)
  if (mistyped.length === 0) return exactTerms(words)
  const asked = mistyped.map((typed) => candidatesSql(rows, typed))
  const found = await read<{ typed: string; word: string; often: number }>(
    deps,
    sql`${sql.join(asked, sql` union all `)}`,
    'slow',
  )
  const near = found
    .filter(({ typed, word }) => isNearWord(typed, word))
    .toSorted((one, other) => other.often - one.often)
  return words.map((typed) => ({
    typed,
    near: near
      .filter((each) => each.typed === foldForSearch(typed))
      .map(({ word }) => word)
      .slice(0, maxNearWords),
  }))
}

/**
 * The rows a search finds: those that hold every word as typed, or, where there is none, those that hold
 * words one typo away. List, groups, export and bulk calls narrow by it, so that they speak of the same rows.
 */
export async function applySearch(
  deps: RecordDeps,
  rows: VisibleRows,
  token: string | undefined,
): Promise<VisibleRows> {
  const words = searchWords(token ?? '')
  if (words.length === 0) return rows
  const exact = matchTerms(rows, exactTerms(words))
  const [row] = await read<{ found: boolean }>(deps, sql`select exists (select 1 ${exact.from()}) as found`)
  if (row?.found === true) return exact
  const sought = await fuzzyTerms(deps, rows, words)
  return sought.every(({ near }) => near.length === 0) ? exact : matchTerms(rows, sought)
}
