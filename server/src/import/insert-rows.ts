import type { RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import { rulesOf } from '#engine/modules/collection-module.ts'
import { searchTextSql } from '#engine/search/search-text.ts'
import { projectionOf } from '#engine/write/lock-record.ts'
import { reserveNumbers } from '#engine/write/numbers.ts'
import { columnName, columnTypes, quotedColumn, storedFields } from '#engine/sql/columns.ts'
import { customOf, run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'

/** A checked row of an import. */
export interface ImportRow {
  line: number
  pid: string
  values: RecordValues
}

/** Inserts rows with search text and history in one query. */
export async function insertRows(
  context: WriteContext,
  job: string,
  rows: readonly ImportRow[],
): Promise<void> {
  if (rows.length === 0) return
  const { deps, trx, actor, declaration, now } = context
  const { table, numberField, numberPrefix } = declaration
  await rulesOf(declaration).lockFirst?.(
    context,
    [],
    rows.map(({ values }) => values),
  )
  const unnumbered = numberField === null ? [] : rows.filter(({ values }) => !values[numberField])
  const numbers =
    numberPrefix === null || unnumbered.length === 0
      ? []
      : await reserveNumbers(deps.database, trx, numberPrefix, now.getUTCFullYear(), unnumbered.length)
  const numbered = new Map(unnumbered.map(({ pid }, at) => [pid, numbers[at]]))
  const fields = storedFields(declaration)
  const columnOf = new Map(fields.map(([name, declared]) => [name, columnName(name, declared)]))
  const records = rows.map(({ pid, values }) => {
    const whole =
      numberField === null ? values : { ...values, [numberField]: values[numberField] ?? numbered.get(pid) }
    // Empty fields are left out, because most fields of most rows are empty and the database would parse them
    // all.
    const stored: Record<string, unknown> = { pid, custom: customOf(values) }
    for (const [name, value] of Object.entries(whole)) {
      const column = columnOf.get(name)
      if (column !== undefined && value !== null && value !== undefined) stored[column] = value
    }
    return { whole, pid, stored }
  })
  // A column that no row fills is left out of the query; the database would look it up in every row.
  const filled = new Set(records.flatMap(({ stored }) => Object.keys(stored)))
  const named = fields.filter(([name, declared]) => filled.has(columnName(name, declared)))
  const columns = named.map(([name, declared]) => quotedColumn(name, declared)).join(', ')
  const shape = named
    .map(([name, declared]) => `${quotedColumn(name, declared)} ${columnTypes[declared.type]}`)
    .join(', ')
  const history = records.map(({ whole, pid, stored }) => ({
    pid,
    collection: projectionOf(declaration, stored).name,
    changes: Object.entries(whole)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([field, to]) => ({ field, from: null, to })),
  }))
  const entries = insertHistorySql({
    at: now,
    collection: sql.raw('h.collection'),
    pid: sql.raw('h.pid'),
    action: 'import',
    version: 1,
    actor: actor.pid,
    changes: sql.raw('h.changes'),
    job,
    from: sql`from jsonb_to_recordset(${JSON.stringify(history)}::jsonb) as h(pid text, collection text, changes jsonb)`,
  })
  await run(
    deps.database,
    trx,
    sql`with made as (insert into ${sql.table(table)} (pid, custom, created_at, created_by, updated_at, updated_by, ${sql.raw(columns)})
        select pid, custom, ${now}::timestamptz, ${actor.pid}, ${now}::timestamptz, ${actor.pid}, ${sql.raw(columns)}
        from json_to_recordset(${JSON.stringify(records.map(({ stored }) => stored))}::json) as x(pid text, custom jsonb, ${sql.raw(shape)}) returning *),
      searched as (insert into ${sql.table(`${table}_text`)} (seq, t) select t.seq, ${sql.raw(searchTextSql(declaration))} from made t)
      ${entries}`,
  )
  for (const { pid, values } of rows)
    await rulesOf(declaration).afterWrite?.(context, {
      action: 'create',
      pid,
      before: null,
      after: values,
    })
}
