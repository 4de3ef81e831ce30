import { Refusal } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { readRow, todayOf } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { jsonLines } from './select-list.ts'
import { openableRows } from './visibility.ts'
import type { VisibleRows } from './visibility.ts'

/** The refusal of a row that does not exist or that the actor may not know of. */
export function noSuchRecord(declaration: Declaration, pid: string): Refusal {
  return new Refusal('not-found', `There is no ${declaration.noun} ${pid.slice(0, 64)}.`)
}

/** Pids that no record can have are not asked for. */
export function isPlausiblePid(pid: string): boolean {
  return /^[0-9A-Za-z_-]{1,64}$/.test(pid)
}

/** Condition on the row `t`. */
export function hasPid(pid: string): RawBuilder<unknown> {
  return sql`t.pid = ${pid}`
}

/** The statement of one record as JSON text in `line`. */
export function recordLine(rows: VisibleRows, pid: string): RawBuilder<unknown> {
  return jsonLines(rows, sql`(select t.* ${rows.narrow({ kind: 'and', nodes: [] }, hasPid(pid)).from()}) t`)
}

/** `GET /{collection}/{pid}` as JSON text. Throws 403 for a closed collection, 404 for a row out of scope. */
export async function getRecord(deps: RecordDeps, actor: Actor, declaration: Declaration, pid: string): Promise<string> {
  const rows = openableRows(declaration, actor, todayOf(deps))
  const row = isPlausiblePid(pid) ? await readRow<{ line: string }>(deps, recordLine(rows, pid)) : undefined
  if (row === undefined) throw noSuchRecord(declaration, pid)
  return row.line
}
