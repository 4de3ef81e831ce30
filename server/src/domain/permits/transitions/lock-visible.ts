import type { Actor, Declaration, Field, TableName } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { hasPid, isPlausiblePid, noSuchRecord } from '#engine/query/get-record.ts'
import { todayOf } from '#engine/query/reading.ts'
import { lockPermitsSql } from '../../payments/permits-of-payments.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { readableRows } from '#engine/query/visibility.ts'
import type { VisibleRows } from '#engine/query/visibility.ts'
import { inRepeatableTransaction, run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { notifyTransitions } from '../../notifications/notify-transitions.ts'
import { StoredRow, lockRelated, toLocked } from '#engine/transitions/locked-record.ts'
import type { LockedRecord } from '#engine/transitions/locked-record.ts'

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

/**
 * Locks a record the actor may see. A record of a permit locks the permit first, as the permit's own
 * transitions do.
 */
export async function lockVisible<Table extends TableName>(
  context: WriteContext<Table>,
  pid: string,
): Promise<LockedRecord<Table>> {
  const { deps, trx, declaration } = context
  const rows = visibleRow(context, pid)
  const hangs = declaration.table === 'rts' || declaration.table === 'tasks'
  if (declaration.table === 'payments') await run(deps.database, trx, lockPermitsSql([], [pid]))
  if (hangs) {
    const [hung] = await run(
      deps.database,
      trx,
      sql`select t.permit ${rows.from()}`,
      z.object({ permit: z.string().nullable() }),
    )
    await lockRelated(context, 'permits', hung?.permit)
  }
  const [row] = await run(deps.database, trx, sql`select t.* ${rows.from()} for update of t`, StoredRow)
  return found(context, pid, row)
}

/**
 * Opens the transaction of a transition and sends notifications at its end. Throws 403 before any lock if the
 * collection is closed to the role.
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
    await notifyTransitions(context)
    return result
  })
}
