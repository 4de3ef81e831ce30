import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import { lockRecord } from './lock-record.ts'
import { todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { rulesOf } from '../modules/collection-module.ts'
import { readableRows, requireOpen } from '../query/visibility.ts'
import { historySql, inRepeatableTransaction, run } from './writing.ts'

export interface DeletedRecord {
  deleted: number
  failed: { pid: string; reason: string }[]
}

/**
 * `DELETE /{collection}/{pid}`: moves a record to the deleted records, where it can be restored for 30 days. Throws 403, 404 and 409 as a patch does.
 */
export async function deleteRecord(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<DeletedRecord> {
  const today = todayOf(deps, actor)
  const rows = readableRows(declaration, actor, today)
  requireOpen(declaration, actor, 'delete')
  await inRepeatableTransaction(deps, async (trx) => {
    const now = deps.clock.now()
    const opened = { deps, trx, actor, declaration, now, today }
    await rulesOf(declaration).lockFirst?.(opened, [pid], [])
    const { context, before, version } = await lockRecord(opened, rows, pid, 'delete')
    const rules = rulesOf(context.declaration)
    await rules.beforeWrite?.(context, { action: 'delete', before, pid })
    await run(
      deps.database,
      trx,
      sql`with gone as (update ${sql.table(declaration.table)} set deleted_at = ${now}::timestamptz, deleted_by = ${actor.pid}, version = ${version + 1},
          updated_at = ${now}::timestamptz, updated_by = ${actor.pid} where pid = ${pid})
        ${historySql(context, pid, 'delete', version + 1, [])}`,
    )
    await rules.afterWrite?.(context, { action: 'delete', pid, before, after: null })
  })
  deps.writes.notify()
  return { deleted: 1, failed: [] }
}
