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
  const values = by.map((field) => groupValueSql(rows, field))
  const totals = sums.length > 0 ? null : rows.fromTotals(...by.map(({ name }) => name))
  if (totals === null && sums.length === 0 && by.every(({ declared }) => hasFewValues(declared)))
    return { counted: knownSql(await countGroups(deps, rows, values), by), pool: 'fast' }
  const selected = sql.join([
    ...values.map((value, index) => sql`${value} as ${sql.raw(`k${index}`)}`),
    sql.raw(totals === null ? 'count(*) as n' : 'sum(t.n)::bigint as n'),
    ...sums.map(
      (field, index) => sql`coalesce(sum(${groupValueSql(rows, field)}), 0) as ${sql.raw(`s${index}`)}`,
    ),
  ])
  const places = sql.raw(by.map((_, index) => `${index + 1}`).join(', '))
  return {
    counted: sql`select ${selected} ${totals ?? rows.from()} group by ${places}`,
    pool: totals === null ? 'slow' : 'fast',
  }
}
