import { collections, tables } from '@portal/contract'
import type { Declaration, TableName } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import { mergeAction } from '#engine/history/history-actions.ts'
import { refreshChangedTexts } from '#engine/search/search-text.ts'
import { columnName, quotedColumn } from '#engine/sql/columns.ts'
import { StoredRow } from '#engine/transitions/locked-record.ts'
import { projectionOf } from '#engine/write/lock-record.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'

/** Rows that one batch changes. */
export const batchSize = 500

/** From which organization to which rows move, and the merge that remembers them. */
export interface Move {
  merge: string
  from: string
  to: string
  /** Whether the moved rows are remembered. Those that an undo moves back are not. */
  isRemembered: boolean
}

const { table: own } = collections.orgs

/** People move first, so that they see everything that has moved already. */
const first: readonly TableName[] = ['users']

/** The references to organizations in the declarations, by table. */
export const referringTables: readonly { table: TableName; fields: readonly string[] }[] = Object.values(
  tables,
)
  .map(({ table, fields }: Declaration) => ({
    table,
    fields: Object.entries(fields)
      .filter(([, declared]) => declared.to === own && declared.computed !== true)
      .map(([name]) => name),
  }))
  .filter(({ fields }) => fields.length > 0)
  .toSorted((a, b) => Number(first.includes(b.table)) - Number(first.includes(a.table)))

/** Condition on rows `t`: one of these fields refers to the organization. */
export function referringSql(fields: readonly string[], org: string): RawBuilder<unknown> {
  const each = fields.map((name) => sql`t.${sql.raw(quotedColumn(name))} = ${org}`)
  return sql`(${sql.join(each, sql` or `)})`
}

/** At most a batch of rows that refer to the organization; deleted rows too, which are found by other indexes. */
async function lockReferring(
  { deps, trx }: WriteContext,
  table: TableName,
  fields: readonly string[],
  org: string,
): Promise<StoredRow[]> {
  const some = (life: RawBuilder<unknown>) =>
    sql`(select t.pid from ${sql.table(table)} t where ${life} and ${referringSql(fields, org)} limit ${batchSize}::bigint)`
  const found = sql`${some(sql`t.deleted_at is null`)} union all ${some(sql`t.deleted_at is not null`)} limit ${batchSize}::bigint`
  return run(
    deps.database,
    trx,
    sql`select t.* from ${sql.table(table)} t where t.pid in (${found}) order by t.pid for update of t`,
    StoredRow,
  )
}

/** Locks rows by pid. */
export async function lockRowsByPid(
  { deps, trx }: WriteContext,
  table: TableName,
  pids: readonly string[],
): Promise<StoredRow[]> {
  return run(
    deps.database,
    trx,
    sql`select t.* from ${sql.table(table)} t where t.pid = any(${pids}::text[]) order by t.pid for update of t`,
    StoredRow,
  )
}

/**
 * Moves locked rows from one organization to another, with their history, search texts and totals. Rows that
 * refer to another organization by now are left as they are. Returns how many moved.
 */
export async function moveRows(
  context: WriteContext,
  table: TableName,
  rows: readonly StoredRow[],
  { merge, from, to, isRemembered }: Move,
  fields: readonly string[],
): Promise<number> {
  const { deps, trx, actor, now } = context
  const declaration = tables[table]
  const moved = rows.flatMap((row) => {
    const names = fields.filter((name) => row[columnName(name)] === from)
    const changes = names.map((field) => ({ field, from, to }))
    return names.length === 0
      ? []
      : [{ pid: row.pid, collection: projectionOf(declaration, row).name, changes }]
  })
  if (moved.length === 0) return 0
  const set = fields.map((name) => {
    const column = sql.raw(quotedColumn(name))
    return sql`${column} = case when t.${column} = ${from} then ${to} else t.${column} end`
  })
  const entries = insertHistorySql({
    at: now,
    collection: sql.raw('moved.collection'),
    pid: sql.raw('moved.pid'),
    action: mergeAction,
    version: sql.raw('moved.version'),
    actor: actor.pid,
    changes: sql.raw('moved.changes'),
    job: merge,
    from: sql.raw('from moved'),
  })
  const remembered = isRemembered
    ? sql`, remembered as (insert into organization_merge_moves (merge, kind, pid, changes) select ${merge}, ${table}, pid, changes from moved)`
    : sql``
  await run(
    deps.database,
    trx,
    sql`with asked as (select * from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as a(pid text, collection text, changes jsonb)),
      moved as (update ${sql.table(table)} t set ${sql.join(set)}, version = t.version + 1, updated_at = ${now}::timestamptz, updated_by = ${actor.pid}
        from asked where t.pid = asked.pid returning t.pid, t.version, asked.collection, asked.changes)${remembered}
      ${entries}`,
  )
  const pids = moved.map(({ pid }) => pid)
  await refreshChangedTexts(deps.database, trx, declaration, pids, new Set(fields))
  // A change of organization ends the sessions of a person (decision 0039).
  if (table === 'users')
    await run(deps.database, trx, sql`delete from sessions where user_pid = any(${pids}::text[])`)
  return moved.length
}

/** Moves the next batch of rows of a table. */
export async function moveNext(
  context: WriteContext,
  table: TableName,
  fields: readonly string[],
  move: Move,
): Promise<number> {
  const rows = await lockReferring(context, table, fields, move.from)
  return moveRows(context, table, rows, move, fields)
}

/** A row that the merge changed. */
export const RememberedRow = z.object({
  seq: z.number(),
  kind: z.string(),
  pid: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
})
export type RememberedRow = z.infer<typeof RememberedRow>

/** Remembers a change that the undo of the merge takes back. */
export async function remember(
  { deps, trx }: Pick<WriteContext, 'deps' | 'trx'>,
  merge: string,
  rows: readonly Omit<RememberedRow, 'seq'>[],
): Promise<void> {
  if (rows.length === 0) return
  await run(
    deps.database,
    trx,
    sql`insert into organization_merge_moves (merge, kind, pid, changes) select ${merge}, r.kind, r.pid, r.changes
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(kind text, pid text, changes jsonb)`,
  )
}
