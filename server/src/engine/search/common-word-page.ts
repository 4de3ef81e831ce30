import type { Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { indexedTextOrderSql } from '#platform/database/fold-text.ts'
import { quotedColumn } from '../sql/columns.ts'
import { escapeLike } from '../sql/filter-sql.ts'
import type { Condition } from '../sql/filter-sql.ts'
import { pageOfKeys } from '../sql/page-sql.ts'
import type { PageRange } from '../sql/page-sql.ts'
import { everything } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'
import { foldForSearch, foldedForSearchSql } from './search-text.ts'

/** How much such a page reads. */
export interface ReadBounds {
  /** So many of the newest rows are looked at for titles with the words. */
  newest: number
  /** The rows whose titles begin with the words are gathered up to this number. */
  mostGathered: number
}
const usualBounds: ReadBounds = { newest: 2_000, mostGathered: 1_000 }

/** Shorter words may be part of the prefix of a number, such as PM. */
const shortest = 5
/** The index has this many letters of a very long title. */
const longest = 120

/** Sorts after every letter. */
const lastLetter = '\u{10ffff}'

/**
 * Can a page of the best matches be found without ranking every match? Only where no number can be among
 * them, and where an index has the titles.
 */
function isSupported(declaration: Declaration, token: string): boolean {
  const { fields, titleField, numberField, numberPrefix } = declaration
  const title = fields[titleField]
  const hasNumbers = numberField !== null && numberField !== titleField && numberPrefix !== null
  const isTitleFound = title?.indexed === true && title.searched === true
  const isWords = /^[\p{L}\p{M} ]+$/u.test(token) && token.length >= shortest && token.length <= longest
  return hasNumbers && isTitleFound && isWords
}

/**
 * A page of the best matches of a common word, read from the newest rows and from the index of the titles.
 * Titles equal to the token (1), titles that begin with it (2) and titles that contain it (4) come in this
 * order, the newest first (`rankSql`). Of a rank that was not gathered whole only the newest rows count.
 * `is_filled` is false if they do not decide it; then every match must be ranked. `rows` are the rows of the
 * search before its words, `found` those with its words; null where such a page is not possible.
 */
export function commonWordPageSql(
  rows: VisibleRows,
  found: VisibleRows,
  words: readonly string[],
  stretch: PageRange,
  { newest, mostGathered } = usualBounds,
): RawBuilder<unknown> | null {
  const { declaration } = rows
  const token = foldForSearch(words.join(' '))
  if (!isSupported(declaration, token)) return null
  const column = `t.${quotedColumn(declaration.titleField)}`
  const title = sql.raw(foldedForSearchSql(column))
  const indexed = sql.raw(indexedTextOrderSql(column))
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
  return sql`with near as materialized (select t.seq, ${title} as title ${found.narrow(everything, contains).fromFirst(sql`t.seq desc`, newest)}),
    equal as materialized ${gathered(sql`${indexed} = ${token}`)},
    beginning as materialized ${beginning(token)},
    hyphenated as materialized (${sql.join(hyphenated, sql` union all `)}),
    known as materialized (select ${isFew('beginning')} as has_beginning, ${isFew('equal')} as has_equal, ${isFew('hyphenated')} as has_hyphenated),
    candidates as (
      select n.*, true as is_near from near n
      union all select g.*, false from (select * from equal union all select * from beginning union all select * from hyphenated) g),
    ranked as (
      select c.seq, case when c.title = ${token} then 1 when c.title like ${begins} then 2 else 4 end as rank, bool_or(c.is_near) as is_near
      from candidates c where c.title like ${`%${begins}`} group by c.seq, c.title),
    chosen as materialized (
      select r.seq, r.rank from ranked r, known where has_hyphenated and has_equal and (r.rank = 1 or r.is_near or (r.rank = 2 and has_beginning))),
    state as materialized (select count(*) >= ${sql.lit(stretch.offset + stretch.limit)} as is_filled from chosen)
    select coalesce(string_agg(p.line, ','), '') as lines, (select is_filled from state) as is_filled
    from (${pageOfKeys(rows, keys, 'asc')}) p`
}
