import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { TableName } from '@portal/contract'

/**
 * The statement of how many writing statements a table has seen, or all tables together: one column `mark`.
 * Triggers raise it in the writer's own transaction, so two statements that read the same mark saw the same
 * rows, whatever server they came from.
 */
export function writeCountSql(table: TableName | 'all'): RawBuilder<unknown> {
  const written = table === 'all' ? sql`true` : sql`w.collection = ${table}`
  return sql`select coalesce(sum(w.writes), 0)::bigint as mark from record_writes w where ${written}`
}
