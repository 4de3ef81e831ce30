import { Refusal, isAdministrator } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import { announceWrites } from './announce.ts'
import { getRecord } from './get-record.ts'
import { lockRecord } from './lock-record.ts'
import { todayOf } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { collectionRules } from './rules/rules.ts'
import { openableRows } from './visibility.ts'
import { historySql, inRepeatableTransaction, run } from './writing.ts'

/**
 * `POST /{collection}/{pid}/restore`: takes a record out of the bin and answers it as JSON text. Throws 403 for all but
 * administrators and for people one may not govern, 404 for what is not in the bin, 409 where another record has taken its place.
 */
export async function restoreRecord(deps: RecordDeps, actor: Actor, declaration: Declaration, pid: string): Promise<string> {
  const today = todayOf(deps, actor)
  const rows = openableRows(declaration, actor, today, 'deleted')
  if (!isAdministrator(actor.role)) throw new Refusal('forbidden', 'Only administrators restore deleted records.')
  await inRepeatableTransaction(deps, async (trx) => {
    const now = deps.clock.now()
    const opened = { deps, trx, actor, declaration, now, today }
    await collectionRules[declaration.name].lockFirst?.(opened, [pid], [])
    const { context, before, version } = await lockRecord(opened, rows, pid, 'delete')
    const rules = collectionRules[context.declaration.name]
    rules.beforeRestore?.(context, before)
    await run(
      deps.database,
      trx,
      sql`with back as (update ${sql.table(declaration.table)} set deleted_at = null, deleted_by = null, version = ${version + 1},
          updated_at = ${now}::timestamptz, updated_by = ${actor.pid} where pid = ${pid})
        ${historySql(context, pid, 'restore', version + 1, [])}`,
    )
    await rules.afterRestore?.(context, before)
  })
  announceWrites(deps.database)
  return getRecord(deps, actor, declaration, pid)
}
