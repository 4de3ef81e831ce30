import { Refusal, isAdministrator, phrase } from '@portal/contract'
import type { Actor, Declaration, RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { getRecord } from '../query/get-record.ts'
import { titleSql } from '../sql/field-sql.ts'
import { lockRecord } from './lock-record.ts'
import { todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { rulesOf } from '../modules/collection-module.ts'
import { readableRows } from '../query/visibility.ts'
import { historySql, inRepeatableTransaction, lookUpOnce, run } from './writing.ts'
import type { WriteContext } from './write-context.ts'

/** References to owners, without which a record cannot be restored, and the name of each for the error. */
const owners = { org: 'client', assignedOrg: 'client', permit: 'permit' } as const

const DeletedOwner = z.object({ title: z.string().nullable() })

/**
 * Checks that a record can be restored. Throws 409 if its client or permit is deleted, and what its rules
 * throw.
 */
export async function requireRestorable(context: WriteContext, before: RecordValues): Promise<void> {
  const { declaration } = context
  rulesOf(declaration).beforeRestore?.(context, before)
  for (const [name, noun] of Object.entries(owners)) {
    const to = declaration.fields[name]?.to
    const pid = before[name]
    if (to === undefined || typeof pid !== 'string') continue
    const title = sql.raw(titleSql(to))
    const [owner] = await lookUpOnce(
      context,
      sql`select ${title} as title from ${sql.table(to)} r where r.pid = ${pid} and r.deleted_at is not null`,
      DeletedOwner,
    )
    if (owner === undefined) continue
    const sentence = phrase('Its {{noun}} {{title}} is deleted. Restore the {{noun}} first.', {
      noun,
      title: owner.title ?? pid,
    })
    throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
  }
}

/**
 * `POST /{collection}/{pid}/restore`: restores a deleted record with its notes and files and returns it as JSON text. Throws 403 unless the actor is an administrator, and for people they may not manage; 404 if the record is not deleted; 409 if another record has taken its place or its owner is deleted.
 */
export async function restoreRecord(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<string> {
  const today = todayOf(deps, actor)
  const rows = readableRows(declaration, actor, today, 'deleted')
  if (!isAdministrator(actor.role))
    throw new Refusal('forbidden', 'Only administrators can restore deleted records.')
  await inRepeatableTransaction(deps, async (trx) => {
    const now = deps.clock.now()
    const opened = { deps, trx, actor, declaration, now, today }
    await rulesOf(declaration).lockFirst?.(opened, [pid], [])
    const { context, before, version } = await lockRecord(opened, rows, pid, 'delete')
    const rules = rulesOf(context.declaration)
    await requireRestorable(context, before)
    await run(
      deps.database,
      trx,
      sql`with back as (update ${sql.table(declaration.table)} set deleted_at = null, deleted_by = null, version = ${version + 1},
          updated_at = ${now}::timestamptz, updated_by = ${actor.pid} where pid = ${pid})
        ${historySql(context, pid, 'restore', version + 1, [])}`,
    )
    await rules.afterRestore?.(context, before)
  })
  deps.writes.notify()
  return getRecord(deps, actor, declaration, pid)
}
