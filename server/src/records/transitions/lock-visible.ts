import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import { hasPid, isPlausiblePid, noSuchRecord } from '../get-record.ts'
import { todayOf } from '../reading.ts'
import type { RecordDeps } from '../reading.ts'
import { openableRows } from '../visibility.ts'
import { inTransaction, run } from '../writing.ts'
import type { WriteContext } from '../writing.ts'
import { lockFollowing, toStood } from './standing.ts'
import type { Stood } from './standing.ts'

/** Locks a record the actor may see. What hangs on a permit locks the permit first, as the permit's own steps do. */
export async function lockVisible(context: WriteContext, pid: string): Promise<Stood> {
  const { deps, trx, actor, declaration, today } = context
  const rows = openableRows(declaration, actor, today).narrow({ kind: 'and', nodes: [] }, hasPid(pid))
  const hangs = declaration.table === 'rts' || declaration.table === 'tasks' || declaration.table === 'payments'
  if (!isPlausiblePid(pid)) throw noSuchRecord(declaration, pid)
  if (hangs) {
    const [found] = await run<{ permit: string | null }>(deps.database, trx, sql`select t.permit ${rows.from()}`)
    await lockFollowing(context, 'permits', found?.permit)
  }
  const [row] = await run<Readonly<Record<string, unknown>> & { version: number; pid: string }>(
    deps.database,
    trx,
    sql`select t.* ${rows.from()} for update of t`,
  )
  if (row === undefined) throw noSuchRecord(declaration, pid)
  return toStood(context, row)
}

/** Opens the transaction of a step. Throws 403 before anything is locked where the collection is closed to the role. */
export function inStep<Result>(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  work: (context: WriteContext) => Promise<Result>,
): Promise<Result> {
  openableRows(declaration, actor, todayOf(deps))
  return inTransaction(deps, (trx) => work({ deps, trx, actor, declaration, now: deps.clock.now(), today: todayOf(deps) }))
}
