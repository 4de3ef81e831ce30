import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { TableName } from '@portal/contract'

/**
 * The query of the write counter of a table, of several, or of all tables together: one column `mark`.
 * Triggers raise it in the writer's transaction, so two queries that read the same mark saw the same rows, on
 * any server.
 */
export function writeCountSql(table: TableName | readonly TableName[] | 'all'): RawBuilder<unknown> {
  const [first, ...more] = [table].flat()
  const one = first === 'all' ? sql`true` : sql`w.collection = ${first}`
  const written = more.length === 0 ? one : sql`w.collection = any(${[first, ...more]}::text[])`
  return sql`select coalesce(sum(w.writes), 0)::bigint as mark from record_writes w where ${written}`
}
