import { tables } from '@portal/contract'
import type { RecordValues, TableName } from '@portal/contract'
import { sql } from 'kysely'
import { projectionOf } from '#engine/write/lock-record.ts'
import { run, toValues } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'

/** A locked record with its write context. */
export interface LockedRecord {
  pid: string
  before: RecordValues
  version: number
  context: WriteContext
}

type Row = Readonly<Record<string, unknown>> & { version: number }

/** Turns a stored row into a locked record. */
export function toLocked(context: WriteContext, row: Row & { pid: string }): LockedRecord {
  const declaration = projectionOf(context.declaration, row)
  return {
    pid: row.pid,
    before: toValues(declaration, row),
    version: row.version,
    context: { ...context, declaration },
  }
}

/**
 * Locks a record related to one the caller may see; undefined if it does not exist. Visibility is not
 * checked.
 */
export async function lockRelated(
  context: WriteContext,
  table: TableName,
  pid: unknown,
): Promise<LockedRecord | undefined> {
  if (typeof pid !== 'string') return undefined
  const [row] = await run<Row & { pid: string }>(
    context.deps.database,
    context.trx,
    sql`select t.* from ${sql.table(table)} t where t.pid = ${pid} and t.deleted_at is null for update of t`,
  )
  return row === undefined ? undefined : toLocked({ ...context, declaration: tables[table] }, row)
}
