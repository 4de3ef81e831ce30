import { tables } from '@portal/contract'
import type { RecordOf, TableName } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { projectionOf } from '#engine/write/lock-record.ts'
import { run, toValues } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'

interface LockedRow<Table extends TableName> {
  table: Table
  pid: string
  /** Its values when it was locked. */
  before: RecordOf<(typeof tables)[Table]>
  version: number
  /** The context of the write, with the declaration of this record. */
  context: WriteContext<Table>
}

/**
 * A locked record with its write context. `LockedRecord<'permits'>` is a permit; without a table, it is the
 * union of all tables, told apart by `table`.
 */
export type LockedRecord<Table extends TableName = TableName> = { [Each in Table]: LockedRow<Each> }[Table]

/** A row with all columns of its table. */
export const StoredRow = z.looseObject({ pid: z.string(), version: z.number() })
export type StoredRow = z.infer<typeof StoredRow>

/** Turns a stored row of the table of the context into a locked record. */
export function toLocked<Table extends TableName>(
  context: WriteContext<Table>,
  row: StoredRow,
): LockedRecord<Table>
export function toLocked(context: WriteContext, row: StoredRow): LockedRow<TableName> {
  const declaration = projectionOf(context.declaration, row)
  const { table } = declaration
  return {
    table,
    pid: row.pid,
    before: toValues(tables[table], row),
    version: row.version,
    context: { ...context, declaration },
  }
}

/**
 * Locks a record related to one the caller may see; undefined if it does not exist. Visibility is not
 * checked.
 */
export async function lockRelated<Table extends TableName>(
  context: WriteContext,
  table: Table,
  pid: string | null | undefined,
): Promise<LockedRecord<Table> | undefined>
export async function lockRelated(
  context: WriteContext,
  table: TableName,
  pid: string | null | undefined,
): Promise<LockedRecord | undefined> {
  if (pid === null || pid === undefined) return undefined
  const [row] = await run(
    context.deps.database,
    context.trx,
    sql`select t.* from ${sql.table(table)} t where t.pid = ${pid} and t.deleted_at is null for update of t`,
    StoredRow,
  )
  return row === undefined ? undefined : toLocked({ ...context, declaration: tables[table] }, row)
}
