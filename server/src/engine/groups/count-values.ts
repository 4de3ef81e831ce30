import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { countGroups } from '../count/followed-counts.ts'
import { columnTypes, hasFewValues } from '../sql/columns.ts'
import { fieldSql } from '../sql/field-sql.ts'
import type { RecordDeps, StatementPool } from '../query/reading.ts'
import type { VisibleRows } from '../query/visibility.ts'
import type { NamedField } from './groups-query.ts'

/** A query of one row per group, and the pool in which it has to run. */
export interface CountedValues {
  /** Columns: the stored values `k0`, `k1`, ...; the number of records `n`; the sums `s0`, `s1`, ... */
  counted: RawBuilder<unknown>
  pool: StatementPool
}

/** The stored value of a field of a row `t`. */
export function groupValueSql(rows: VisibleRows, { name, declared }: NamedField): RawBuilder<unknown> {
  return fieldSql(rows.declaration, name, declared, sql`${rows.today}::date`)
}

/** Counts that are known already, as a query. */
function knownSql(counts: ReadonlyMap<string, number>, by: readonly NamedField[]): RawBuilder<unknown> {
  const entries = [...counts].filter(([, n]) => n > 0).map(([key, n]) => `[${key},${n}]`)
  const values = by.map(
    ({ declared }, index) => `(e.v->0->>${index})::${columnTypes[declared.type]} as k${index}`,
  )
  return sql`select ${sql.raw(values.join(', '))}, (e.v->>1)::bigint as n
    from json_array_elements(${`[${entries.join(',')}]`}::json) e(v)`
}

/** The query of one row per group of the rows `t` of a FROM clause; `n` is the number of a group. */
function groupedSql(
  rows: VisibleRows,
  by: readonly NamedField[],
  from: RawBuilder<unknown>,
  n: RawBuilder<unknown>,
  sums: readonly NamedField[] = [],
): RawBuilder<unknown> {
  const selected = sql.join([
    ...by.map((field, index) => sql`${groupValueSql(rows, field)} as ${sql.raw(`k${index}`)}`),
    sql`${n} as n`,
    ...sums.map(
      (field, index) => sql`coalesce(sum(${groupValueSql(rows, field)}), 0) as ${sql.raw(`s${index}`)}`,
    ),
  ])
  return sql`select ${selected} ${from} group by ${sql.raw(by.map((_, index) => `${index + 1}`).join(', '))}`
}

/**
 * The query of one row per group from a table of totals; null if none has these fields. It depends on nothing
 * but these rows, so it can be prepared.
 */
export function countedByTotals(rows: VisibleRows, by: readonly NamedField[]): RawBuilder<unknown> | null {
  const totals = rows.fromTotals(...by.map(({ name }) => name))
  return totals && groupedSql(rows, by, totals, sql`sum(t.n)::bigint`)
}

/**
 * Counts rows by the stored values of fields: from the table of totals if it has the fields, from counts that
 * follow the writes if these fields have few values, otherwise from the rows. Sums are always read from the
 * rows.
 */
export async function countValues(
  deps: RecordDeps,
  rows: VisibleRows,
  by: readonly NamedField[],
  sums: readonly NamedField[] = [],
): Promise<CountedValues> {
  const counted = sums.length > 0 ? null : countedByTotals(rows, by)
  if (counted !== null) return { counted, pool: 'fast' }
  if (sums.length === 0 && by.every(({ declared }) => hasFewValues(declared))) {
    const values = by.map((field) => groupValueSql(rows, field))
    return { counted: knownSql(await countGroups(deps, rows, values), by), pool: 'fast' }
  }
  return { counted: groupedSql(rows, by, rows.from(), sql`count(*)`, sums), pool: 'slow' }
}
