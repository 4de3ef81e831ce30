import { Refusal } from '@portal/contract'
import type { Actor, Declaration, RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { columnName, quotedColumn } from './columns.ts'
import { anyPid, hasPid, isPlausiblePid, noSuchRecord } from './get-record.ts'
import { todayOf } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { ReadyRow, keptFor } from './ready-row.ts'
import { openableRows, permittedSql, projectionsOf } from './visibility.ts'
import type { VisibleRows } from './visibility.ts'
import { run, toValues } from './writing.ts'
import type { WriteContext } from './writing.ts'

type StoredRow = Record<string, unknown> & { version: number; permitted: boolean }

/** A record as it stands before a write. */
export interface Standing {
  /** The declaration of the projection the record is in. */
  declaration: Declaration
  before: RecordValues
  version: number
}

export interface Locked extends Standing {
  /** The context with the declaration of the projection the record is in. */
  context: WriteContext
}

type Action = 'update' | 'delete'

/** The projection a stored row is in: `ctasks` for a task whose audience is CLIENT. */
export function projectionOf(declaration: Declaration, row: Readonly<Record<string, unknown>>): Declaration {
  const belongs = (each: Declaration) => Object.entries(each.projection ?? {}).every(([name, value]) => row[columnName(name)] === value)
  const own = projectionsOf(declaration).find(belongs) ?? declaration
  return declaration.added === undefined ? own : { ...own, added: declaration.added }
}

/** The statement of a record the actor may see, of all its columns or these, with whether they may do this to it. */
function standingSql(rows: VisibleRows, pid: string, action: Action, columns = sql`t.*`): RawBuilder<unknown> {
  const { declaration, actor, today } = rows
  const permitted = permittedSql(declaration, actor, action, today)
  return sql`select ${columns}, (${permitted}) is true as permitted ${rows.narrow({ kind: 'and', nodes: [] }, hasPid(pid)).from()}`
}

function toStanding(declaration: Declaration, pid: string, action: Action, row: StoredRow | undefined, fields?: readonly string[]): Standing {
  if (row === undefined) throw noSuchRecord(declaration, pid)
  if (!row.permitted) throw new Refusal('forbidden', `You may not ${action} this ${declaration.noun} as it stands.`)
  const own = projectionOf(declaration, row)
  return { declaration: own, before: toValues(own, row, fields), version: row.version }
}

/** Locks a record the actor may see until the transaction ends. Throws 404 out of scope, 403 where the actor may see but not do this. */
export async function lockRecord(context: WriteContext, rows: VisibleRows, pid: string, action: Action): Promise<Locked> {
  const { deps, trx, declaration } = context
  if (!isPlausiblePid(pid)) throw noSuchRecord(declaration, pid)
  const [row] = await run<StoredRow>(deps.database, trx, sql`${standingSql(rows, pid, action)} for update of t`)
  const standing = toStanding(declaration, pid, action, row)
  return { ...standing, context: { ...context, declaration: standing.declaration } }
}

const kept = keptFor<ReadyRow<StoredRow>>()

/** All columns, or those of these fields and those that say which projection the record is in and which version it is. */
function columnsFor(declaration: Declaration, fields: readonly string[] | undefined): RawBuilder<unknown> {
  if (fields === undefined) return sql`t.*`
  const projected = projectionsOf(declaration).flatMap((each) => Object.keys(each.projection ?? {}))
  return sql.raw([...new Set([...projected, ...fields, 'version'])].map((name) => `t.${quotedColumn(name)}`).join(', '))
}

/**
 * A record the actor may open as it stands, or these stored fields of it, without a lock: whoever writes afterwards makes sure that the version still stands.
 * Refusals as those of `lockRecord`.
 */
export async function lookAtRecord(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
  action: Action,
  fields?: readonly string[],
): Promise<Standing> {
  if (!isPlausiblePid(pid)) throw noSuchRecord(declaration, pid)
  const today = todayOf(deps)
  const make = () => new ReadyRow<StoredRow>(standingSql(openableRows(declaration, actor, today), anyPid, action, columnsFor(declaration, fields)))
  const ready = kept(declaration, JSON.stringify([actor, today, action, fields]), make)
  const row = await ready.read(deps, (value) => (value === anyPid ? pid : value))
  return toStanding(declaration, pid, action, row, fields)
}
