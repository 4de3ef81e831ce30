import type { Actor, Declaration, Field, TableName } from '@portal/contract'
import { sql } from 'kysely'
import { engineHooks, moduleOf } from '../modules/collection-module.ts'
import { hasPid, isPlausiblePid, noSuchRecord } from '../query/get-record.ts'
import { todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { readableRows } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'
import { inRepeatableTransaction, run } from '../write/writing.ts'
import type { LockedRecord, WriteContext } from '../write/write-context.ts'
import { StoredRow, toLocked } from './locked-record.ts'

/** The rows with a pid that the actor may see. Throws 403 for a closed collection, 404 for an invalid pid. */
function visibleRow({ actor, declaration, today }: WriteContext, pid: string): VisibleRows {
  const rows = readableRows(declaration, actor, today)
  if (!isPlausiblePid(pid)) throw noSuchRecord(declaration, pid)
  return rows.narrow({ kind: 'and', nodes: [] }, hasPid(pid))
}

function found<Table extends TableName>(
  context: WriteContext<Table>,
  pid: string,
  row: StoredRow | undefined,
): LockedRecord<Table> {
  if (row === undefined) throw noSuchRecord(context.declaration, pid)
  return toLocked(context, row)
}

/** Reads a record the actor may see, without a lock; not for writing. */
export async function readVisible<Table extends TableName>(
  context: WriteContext<Table>,
  pid: string,
): Promise<LockedRecord<Table>> {
  const [row] = await run(
    context.deps.database,
    context.trx,
    sql`select t.* ${visibleRow(context, pid).from()}`,
    StoredRow,
  )
  return found(context, pid, row)
}

/** Locks a record the actor may see, after the records that its table locks first. */
export async function lockVisible<Table extends TableName>(
  context: WriteContext<Table>,
  pid: string,
): Promise<LockedRecord<Table>> {
  const { deps, trx, declaration } = context
  const rows = visibleRow(context, pid)
  await moduleOf(declaration.table).transitions?.lockBefore?.(context, rows, pid)
  const [row] = await run(deps.database, trx, sql`select t.* ${rows.from()} for update of t`, StoredRow)
  return found(context, pid, row)
}

/**
 * Opens the transaction of a transition, which ends with the hook of the domain. Throws 403 before any lock
 * if the collection is closed to the role.
 */
export function inTransition<Result, Table extends TableName>(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration<Record<string, Field>, Table>,
  work: (context: WriteContext<Table>) => Promise<Result>,
): Promise<Result> {
  readableRows(declaration, actor, todayOf(deps, actor))
  return inRepeatableTransaction(deps, async (trx) => {
    const context: WriteContext<Table> = {
      deps,
      trx,
      actor,
      declaration,
      now: deps.clock.now(),
      today: todayOf(deps, actor),
      steps: [],
      signedOff: [],
      covered: [],
    }
    await deps.statusMap.lockShared(trx)
    const result = await work(context)
    await engineHooks().afterTransitions(context)
    return result
  })
}
