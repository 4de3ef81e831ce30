import { addDays, initialTimeZone, startOfDay } from '@portal/contract'
import type { Actor, Declaration, Field, FilterNode, LocalDate } from '@portal/contract'
import { calendarFields, conditionField } from '@portal/contract/calendar'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { quotedColumn } from '#engine/sql/columns.ts'
import type { VisibleRows } from '#engine/query/visibility.ts'

/** Days, both included. */
export interface DayRange {
  from: LocalDate
  to: LocalDate
}

/** The instants of a range of days in a time zone: from `since`, before `before`. */
export function instantsOf({ from, to }: DayRange, timeZone: string): { since: Date; before: Date } {
  return { since: startOfDay(timeZone, from), before: startOfDay(timeZone, addDays(to, 1)) }
}

const everything: FilterNode = { kind: 'and', nodes: [] }

/** SQL condition on a row `t`: this date is its deadline and no longer applies. */
function isOverSql({ deadline }: Declaration, name: string): RawBuilder<unknown> {
  if (deadline?.field !== name) return sql.raw('false')
  const state = sql.raw(`t.${quotedColumn(deadline.unless.field)}`)
  return sql`(${state} = any(${[...deadline.unless.in]}::text[]))`
}

/** The rows of a collection with a date in the range, as `pid, field, day, at, key, is_over`. */
function datedSql(
  rows: VisibleRows,
  [name, { type }]: readonly [string, Field],
  range: DayRange,
): RawBuilder<unknown> {
  const { actor } = rows
  const { timeZone = initialTimeZone } = actor
  const column = sql.raw(`t.${quotedColumn(name)}`)
  const isOver = isOverSql(rows.declaration, name)
  if (type === 'datetime') {
    const { since, before } = instantsOf(range, timeZone)
    // As dates, since the day after the last one is of the year 10000, whose ISO text PostgreSQL does not
    // read.
    const within = sql`${column} >= ${since}::timestamptz and ${column} < ${before}::timestamptz`
    return sql`select t.pid, ${name}::text as field, (${column} at time zone ${timeZone}::text)::date as day, ${column} as at, ${name}::text as key, ${isOver} as is_over
      ${rows.narrow(everything, within).from()}`
  }
  const within = sql`${column} between ${range.from}::date and ${range.to}::date`
  return sql`select t.pid, ${name}::text as field, ${column} as day, null::timestamptz as at, ${name}::text as key, ${isOver} as is_over
    ${rows.narrow(everything, within).from()}`
}

/** The column of a condition that names its owner; null for a table whose records have no conditions. */
const conditionOwners: Readonly<Record<string, string>> = { permits: 'c.permit', orgs: 'c.org' }

function conditionsSql(rows: VisibleRows, { from, to }: DayRange): RawBuilder<unknown>[] {
  const owner = conditionOwners[rows.declaration.table]
  if (owner === undefined) return []
  const joined = sql`join conditions c on ${sql.raw(owner)} = t.pid and c.status = 'OPEN' and c.due_date between ${from}::date and ${to}::date`
  return [
    sql`select t.pid, ${conditionField}::text as field, c.due_date as day, null::timestamptz as at, c.pid as key, false as is_over ${rows.from(joined)}`,
  ]
}

/** All dates of the rows in the range; null for a collection without dates. */
export function allDatedSql(rows: VisibleRows, actor: Actor, range: DayRange): RawBuilder<unknown> | null {
  const parts = [
    ...calendarFields(rows.declaration, actor).map((each) => datedSql(rows, each, range)),
    ...conditionsSql(rows, range),
  ]
  return parts.length === 0 ? null : sql.join(parts, sql` union all `)
}

/** Whether the actor may read dates of this collection. */
export const hasDates = (declaration: Declaration, actor: Actor): boolean =>
  calendarFields(declaration, actor).length > 0
