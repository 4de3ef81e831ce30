import type { Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { indexedTextOrderSql } from '#platform/database/fold-text.ts'
import { countRows } from '../count/count-records.ts'
import { countGroups } from '../count/followed-counts.ts'
import type { RecordDeps } from '../query/reading.ts'
import { quotedColumn } from '../sql/columns.ts'
import { escapeLike } from '../sql/filter-sql.ts'
import type { Condition } from '../sql/filter-sql.ts'
import { PageKeys } from '../sql/page-sql.ts'
import { PreparedQuery } from '../sql/prepared-query.ts'
import type { PageRange } from '../sql/page-sql.ts'
import { everything } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'
import { newestNumbered, rowsByNumber } from './numbered-rows.ts'
import { foldForSearch, foldedForSearchSql } from './search-text.ts'

/** How much such a page reads. */
export interface ReadBounds {
  /** So many of the newest rows are looked at for titles with the words; null = until the page is full. */
  newest: number | null
  /** The rows whose titles begin with the words are gathered up to this number. */
  mostGathered: number
}
const usualBounds = { newest: 2_000, mostGathered: 1_000 }

/** The trigram index does not find shorter words. */
const shortest = 3
/** The index has this many letters of a title of more than `wholeBytes`. */
const longest = 120
const wholeBytes = 900

/** Sorts after every letter. */
const lastLetter = '\u{10ffff}'

/**
 * Can a page of the best matches be found without ranking every match? Only where no number can be among
 * them, and where an index has the titles.
 */
export function canRankByTitle(declaration: Declaration, token: string): boolean {
  const { fields, titleField, numberField, numberPrefix } = declaration
  const title = fields[titleField]
  if (numberField === null || numberField === titleField || numberPrefix === null) return false
  const isTitleFound = title?.indexed === true && title.searched === true
  const isWords = /^[\p{L}\p{M} ]+$/u.test(token) && token.length >= shortest && token.length <= longest
  // The only letters of a number are those of its prefix, such as PM.
  return isTitleFound && isWords && token.length > numberPrefix.length
}

/** The folded title of a row `t`, and what the index has of it. */
function titleOf({ titleField }: Declaration) {
  const column = `t.${quotedColumn(titleField)}`
  return {
    column: sql.raw(column),
    title: sql.raw(foldedForSearchSql(column)),
    indexed: sql.raw(indexedTextOrderSql(column)),
  }
}

/**
 * Condition on `t`: its title contains the token. The index of titles answers it, unless a title is very
 * long.
 */
export function titleContains(declaration: Declaration, token: string): Condition {
  const { column, title, indexed } = titleOf(declaration)
  const pattern = `%${escapeLike(token)}%`
  return sql`case when octet_length(${column}) > ${sql.lit(wholeBytes)} then ${title} like ${pattern}
    else replace(${indexed}, '-', '') like ${pattern} end`
}

/** FROM clause of the newest of these rows: `wanted`, or those among the `newest` of their list. */
export function newestOf(found: VisibleRows, wanted: number, newest: number | null): RawBuilder<unknown> {
  return newest === null
    ? sql`${found.from()} order by t.seq desc ${sql.raw(`limit ${wanted}`)}`
    : found.fromFirst(sql`t.seq desc`, newest)
}

/**
 * A page of the best matches of a common word that few titles contain: first those titles (`seqs`, among
 * which may be rows that the search does not find), then the newest of the other rows, `others`.
 */
export function fewTitlesPageSql(
  rows: VisibleRows,
  found: VisibleRows,
  words: readonly string[],
  { offset, limit }: PageRange,
  seqs: readonly number[],
  others: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { declaration } = rows
  const token = foldForSearch(words.join(' '))
  const { title } = titleOf(declaration)
  const begins = `${escapeLike(token)}%`
  const wanted = offset + limit
  const keys = sql`select c.seq from ranked c order by c.rank, c.seq desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}`
  return sql`with titled as materialized (select t.seq, ${title} as title ${found.fromAmongKeys(seqs)}),
    near as materialized (select t.seq, ${title} as title ${others}),
    ranked as materialized (
      select c.seq, case when c.title = ${token} then 1 when c.title like ${begins} then 2 when c.title like ${`%${begins}`} then 4 else 5 end as rank
      from (select * from titled union select * from near) c)
    select array(${keys}) as keys, (select count(*) from ranked) >= ${sql.lit(wanted)} as is_filled`
}

/**
 * A page of the best matches of a common word, read from the newest rows and from the index of the titles.
 * Titles equal to the token (1), titles that begin with it (2) and titles that contain it (4) come in this
 * order, the newest first (`rankSql`). Of a rank that was not gathered whole only the newest rows count.
 * `is_filled` is false if they do not decide it; then every match must be ranked. `rows` are the rows of the
 * search before its words, `found` those with its words, and `nearest` the newest rows with titles or numbers
 * that contain the token, where they are known. Null where such a page is not possible.
 */
export function commonWordPageSql(
  rows: VisibleRows,
  found: VisibleRows,
  words: readonly string[],
  stretch: PageRange,
  { newest, mostGathered }: ReadBounds = usualBounds,
  nearest?: RawBuilder<unknown>,
): RawBuilder<unknown> | null {
  const { declaration } = rows
  const token = foldForSearch(words.join(' '))
  if (nearest === undefined && !canRankByTitle(declaration, token)) return null
  const { title, indexed } = titleOf(declaration)
  const begins = `${escapeLike(token)}%`
  const contains = sql`${title} like ${`%${begins}`}`
  /** Rows whose titles the index finds. Each begins with the token, or may do so without its hyphens. */
  const gathered = (condition: Condition) =>
    sql`(select t.seq, ${title} as title ${rows.narrow(everything, condition).from()} limit ${sql.lit(mostGathered + 1)})`
  const beginning = (text: string) =>
    gathered(sql`${indexed} >= ${text} and ${indexed} < ${`${text}${lastLetter}`}`)
  const letters = Array.from(token)
  const hyphenated = letters.map((_, at) => beginning(`${letters.slice(0, at).join('')}-`))
  const isFew = (name: string) => sql`(select count(*) from ${sql.table(name)}) <= ${sql.lit(mostGathered)}`
  const keys = sql`select c.seq from chosen c order by c.rank, c.seq desc
    limit ${sql.lit(stretch.limit)} offset ${sql.lit(stretch.offset)}`
  const wanted = stretch.offset + stretch.limit
  const near = nearest ?? newestOf(found.narrow(everything, contains), wanted, newest)
  return sql`with near as materialized (select t.seq, ${title} as title ${near}),
    equal as materialized ${gathered(sql`${indexed} = ${token}`)},
    beginning as materialized ${beginning(token)},
    hyphenated as materialized (${sql.join(hyphenated, sql` union all `)}),
    known as materialized (select ${isFew('beginning')} as has_beginning, ${isFew('equal')} as has_equal, ${isFew('hyphenated')} as has_hyphenated),
    candidates as (
      select n.*, true as is_near from near n
      union all select g.*, false from (select * from equal union all select * from beginning union all select * from hyphenated) g
        where g.title like ${`%${begins}`}),
    ranked as (
      select c.seq, case when c.title = ${token} then 1 when c.title like ${begins} then 2 else 4 end as rank, bool_or(c.is_near) as is_near
      from candidates c group by c.seq, c.title),
    chosen as materialized (
      select r.seq, r.rank from ranked r, known where has_hyphenated and has_equal and (r.rank = 1 or (r.rank = 2 and r.is_near) or has_beginning and (r.rank = 2 or r.is_near))),
    state as materialized (select count(*) >= ${sql.lit(wanted)} as is_filled from chosen)
    select array(${keys}) as keys, (select is_filled from state) as is_filled`
}

/**
 * A page of the best matches of the beginning of a number, like `commonWordPageSql`; null for another token.
 */
export function numberedPageSql(
  rows: VisibleRows,
  words: readonly string[],
  stretch: PageRange,
  newest: number | null,
): RawBuilder<unknown> | null {
  const numbered = rowsByNumber(rows, foldForSearch(words.join(' ')))
  if (numbered === null) return null
  const nearest = newestNumbered(numbered, stretch.offset + stretch.limit, newest)
  return commonWordPageSql(rows, rows, words, stretch, usualBounds, nearest)
}

/** The key of a group of rows by `seq`. */
const Seqs = z.tuple([z.number()])
/** `is_filled` is false if the rows that were read do not decide the page. */
const BestPage = PageKeys.extend({ is_filled: z.boolean() })

/** The keys of a page of best matches; null if the rows that were read do not decide it. */
export async function decidedPage(deps: RecordDeps, page: RawBuilder<unknown>): Promise<number[] | null> {
  const row = await new PreparedQuery(page, BestPage, 'search').read(deps)
  return row?.is_filled === true ? row.keys : null
}

/**
 * The keys of a page of the best matches of a common word, without ranking all of its rows; null where that
 * is not possible. `rows`, `found`, `words` and `newest` as above. Which titles contain the word is read once
 * from the index of titles and then followed through writes.
 */
export async function commonWordPage(
  deps: RecordDeps,
  rows: VisibleRows,
  found: VisibleRows,
  words: readonly string[],
  stretch: PageRange,
  newest: number | null,
): Promise<number[] | null> {
  const token = foldForSearch(words.join(' '))
  const page = numberedPageSql(rows, words, stretch, newest)
  if (page !== null) return decidedPage(deps, page)
  if (!canRankByTitle(rows.declaration, token)) return null
  const titled = rows.narrowByOwn(titleContains(rows.declaration, token))
  const count = await countRows(deps, titled, 'search')
  const isFew = count <= usualBounds.mostGathered
  const counts =
    isFew && count > 0 ? await countGroups(deps, titled, [sql`t.seq`], 'search') : new Map<string, number>()
  const seqs = [...counts].filter(([, n]) => n > 0).map(([key]) => Seqs.parse(JSON.parse(key))[0])
  const best = isFew
    ? fewTitlesPageSql(
        rows,
        found,
        words,
        stretch,
        seqs,
        newestOf(found, stretch.offset + stretch.limit + seqs.length, newest),
      )
    : commonWordPageSql(
        rows,
        found,
        words,
        stretch,
        newest === null ? { ...usualBounds, newest } : usualBounds,
      )
  return best && decidedPage(deps, best)
}
