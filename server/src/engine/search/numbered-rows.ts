import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { everything } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'
import { quotedColumn } from '../sql/columns.ts'

/** The digits of a number: four of the year, and six or more. */
const yearDigits = 4
const minDigits = 10

/**
 * Those of these rows whose number begins with a token such as `pm2026`; null for a token that is no
 * beginning of a number. A whole number is none either: it has one row.
 */
export function rowsByNumber(rows: VisibleRows, token: string): VisibleRows | null {
  const { numberField, numberPrefix } = rows.declaration
  if (numberField === null || numberPrefix === null) return null
  const digits = token.slice(numberPrefix.length)
  const isBeginning = token.startsWith(numberPrefix.toLowerCase()) && /^[0-9]*$/.test(digits)
  if (!isBeginning || digits.length >= minDigits) return null
  const parts = [numberPrefix, digits.slice(0, yearDigits), digits.slice(yearDigits)]
  const column = sql.raw(`t.${quotedColumn(numberField)}`)
  return rows.narrowByOwn(sql`${column} ^@ ${parts.filter((part) => part !== '').join('-')}`)
}

/**
 * FROM clause of the newest of rows by number: `wanted`, or those among the `newest` of their list. The index
 * of numbers finds all of them before they are sorted, so that no list is walked for those of a past year.
 */
export function newestNumbered(
  numbered: VisibleRows,
  wanted: number,
  newest: number | null,
): RawBuilder<unknown> {
  if (newest !== null) return numbered.fromFirst(sql`t.seq desc`, newest)
  const all = sql`select t.seq ${numbered.from()} offset 0`
  return numbered
    .narrow(
      everything,
      sql`t.seq in (select k.seq from (${all}) k order by k.seq desc limit ${sql.lit(wanted)})`,
    )
    .from()
}
