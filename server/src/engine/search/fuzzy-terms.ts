import type { TableName } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { escapeLike } from '../sql/filter-sql.ts'
import { textLike } from '../sql/text-like.ts'
import { read } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import type { VisibleRows } from '../query/visibility.ts'
import {
  canBeMistyped,
  hasDigit,
  isNearWord,
  maxNearWords,
  patternsNear,
  textPatternsNear,
} from './fuzzy-match.ts'
import { postedCounts } from './postings/posted-rows.ts'
import { changedRows } from './postings/read-postings.ts'
import { foldForSearch } from './search-text.ts'
import type { SearchTerm } from './search-term.ts'

/** At most this many words are matched with typos: each one adds a query for similar words. */
const maxMistyped = 5
const maxCandidates = 5_000
/** Upper bound of the texts read for words near a number. */
const maxTexts = 30_000
/** At most this many words near a typed word are looked for in the visible rows. */
const maxSought = 40
/** Words are compared by how often they occur, up to this number of rows. */
const maxCounted = 100

/** A word near a typed one; `often` is the number of its rows, up to a limit. */
interface NearWord {
  typed: string
  word: string
  often: number
}

const Found = z.object({ typed: z.string(), word: z.string(), often: z.number() })
const anyOf = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`

/**
 * The words of the vocabulary near the typed ones, by table. The vocabulary belongs to all organizations, so
 * these words are shown to nobody: they are looked for in the rows the actor may see.
 */
async function knownWords(
  deps: RecordDeps,
  tables: readonly TableName[],
  typed: readonly string[],
): Promise<(Omit<NearWord, 'often'> & { table: string })[]> {
  if (typed.length === 0) return []
  const parts = typed.map((word) => {
    const likes = patternsNear(word).map((pattern) => sql`s.word like ${pattern}`)
    return sql`(select distinct s.record_table as "table", ${word}::text as typed, s.word from search_words s
      where s.record_table = any(${[...tables]}::text[]) and ${anyOf(likes)})`
  })
  const found = await read(
    deps,
    sql`${sql.join(parts, sql` union all `)}`,
    z.object({ table: z.string(), typed: z.string(), word: z.string() }),
    'search',
  )
  return found.filter(({ typed: sought, word }) => isNearWord(sought, word))
}

/** Words near typed numbers in the texts of these rows. */
async function numbersNear(
  deps: RecordDeps,
  rows: VisibleRows,
  typed: readonly string[],
): Promise<NearWord[]> {
  if (typed.length === 0) return []
  const text = sql.table(`${rows.declaration.table}_text`)
  const parts = typed.map((word) => {
    const likes = textPatternsNear(word).map(textLike)
    return sql`(select ${word}::text as typed, w.word, count(*) as often
      from (select x.t ${rows.from(sql`join ${text} x on x.seq = t.seq and ${anyOf(likes)}`)} limit ${maxTexts}::bigint) x,
        lateral string_to_table(x.t, ' ') w(word)
      where length(w.word) >= ${Array.from(word).length - 1}::int group by w.word order by often desc limit ${maxCandidates}::bigint)`
  })
  const found = await read(deps, sql`${sql.join(parts, sql` union all `)}`, Found, 'search')
  return found.filter(({ typed: sought, word }) => isNearWord(sought, word))
}

/** The words without those that begin with another one: a search finds words by their beginnings. */
function shortestOf(words: readonly string[]): string[] {
  return words.toSorted().filter((word, at, sorted) => {
    const before = sorted.slice(0, at)
    return !before.some((other) => word.startsWith(other))
  })
}

/** How often these words begin a word in these rows, up to a limit, by the texts. */
async function countedWords(
  deps: RecordDeps,
  rows: VisibleRows,
  typed: string,
  words: readonly string[],
): Promise<NearWord[]> {
  if (words.length === 0) return []
  const text = sql.table(`${rows.declaration.table}_text`)
  const parts = words.map((word) => {
    const holds = sql`x.t like ${`% ${escapeLike(word)}%`}`
    const some = sql`select 1 ${rows.from(sql`join ${text} x on x.seq = t.seq and ${holds}`)} ${sql.raw(`limit ${maxCounted}`)}`
    return sql`select ${typed}::text as typed, ${word}::text as word, (select count(*) from (${some}) s) as often`
  })
  return read(deps, sql`${sql.join(parts, sql` union all `)}`, Found, 'search')
}

/**
 * Which of these words begin a word in these rows. A single one is taken as it is: the search itself
 * decides.
 */
async function visibleWords(
  deps: RecordDeps,
  rows: VisibleRows,
  typed: string,
  words: readonly string[],
): Promise<NearWord[]> {
  if (words.length < 2) return words.map((word) => ({ typed, word, often: 1 }))
  const sought = words.slice(0, maxSought)
  const posted = await postedCounts(deps, rows, sought)
  const known = sought.map((word, at) => ({
    typed,
    word,
    often: posted?.counts[at] ?? 0,
  }))
  const unknown = known.filter(({ often }) => often === 0 && posted?.isWhole !== true)
  const counted = await countedWords(
    deps,
    posted === null ? rows : changedRows(rows),
    typed,
    unknown.map(({ word }) => word),
  )
  return [...known, ...counted].filter(({ often }) => often > 0)
}

/**
 * For each of these rows the words of a search, each with the words the user may have meant: one letter
 * wrong, missing or added, or two letters swapped. Only words of rows the actor may see are proposed. Called
 * only when the exact search finds nothing, since it reads more.
 */
export async function fuzzyTermsOf(
  deps: RecordDeps,
  everyRows: readonly VisibleRows[],
  words: readonly string[],
): Promise<SearchTerm[][]> {
  const mistyped = words.map(foldForSearch).filter(canBeMistyped).slice(0, maxMistyped)
  const [numbers, letters] = [mistyped.filter(hasDigit), mistyped.filter((word) => !hasDigit(word))]
  const tables = [...new Set(everyRows.map(({ declaration }) => declaration.table))]
  const known = await knownWords(deps, tables, letters)
  return Promise.all(
    everyRows.map(async (rows) => {
      const { table } = rows.declaration
      const sought = letters.map((typed) => {
        const near = known.filter((each) => each.table === table && each.typed === typed)
        return visibleWords(deps, rows, typed, shortestOf(near.map(({ word }) => word)))
      })
      const found = (await Promise.all([...sought, numbersNear(deps, rows, numbers)])).flat()
      const sorted = found.toSorted((a, other) => other.often - a.often)
      return words.map((typed) => ({
        typed,
        near: sorted
          .filter((each) => each.typed === foldForSearch(typed))
          .map(({ word }) => word)
          .slice(0, maxNearWords),
      }))
    }),
  )
}

/** The words of a search in these rows, with the words the user may have meant. */
export async function fuzzyTerms(
  deps: RecordDeps,
  rows: VisibleRows,
  words: readonly string[],
): Promise<SearchTerm[]> {
  const [terms = []] = await fuzzyTermsOf(deps, [rows], words)
  return terms
}
