import { collections, unpaidStatuses } from '@portal/contract'
import type { CollectionName, RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { readSql } from './message-history.ts'
import { projectionOf } from '#engine/write/lock-record.ts'
import { run, toValues } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { notify } from './notify.ts'
import { signOffNotification } from './sign-off-notifications.ts'
import { notificationsOfTransition } from './transition-notifications.ts'
import type { NotificationSubject } from './transition-notifications.ts'

type Reading = Pick<WriteContext, 'deps' | 'trx'>

/** The permit of a record, as notifications name it. */
async function permitOf({ deps, trx }: Reading, permit: unknown): Promise<NotificationSubject['permit']> {
  if (typeof permit !== 'string') return null
  const [row] = await run<{ refNo: string | null; title: string | null; assignedTo: string | null }>(
    deps.database,
    trx,
    sql`select ref_no as "refNo", title, assigned_to as "assignedTo" from permits where pid = ${permit}`,
  )
  return row === undefined
    ? null
    : { refNo: row.refNo ?? '', title: row.title ?? '', assignedTo: row.assignedTo }
}

/** A record as this transaction sees it, with its permit; undefined if it is deleted. */
export async function loadSubject(
  reading: Reading,
  collection: CollectionName,
  pid: string,
): Promise<NotificationSubject | undefined> {
  const { table } = collections[collection]
  const [row] = await run<Record<string, unknown>>(
    reading.deps.database,
    reading.trx,
    sql`select t.* from ${sql.table(table)} t where t.pid = ${pid} and t.deleted_at is null`,
  )
  if (row === undefined) return undefined
  const declaration = projectionOf(collections[collection], row)
  const values: RecordValues = { ...toValues(declaration, row), createdBy: row['created_by'] }
  return {
    collection: declaration.name,
    pid,
    values,
    permit: table === 'permits' ? null : await permitOf(reading, values['permit']),
  }
}

/** Marks the unread alerts of a due payment as read once it is paid, void or written off. */
async function endAlerts({ deps, trx, now }: WriteContext, payment: string): Promise<void> {
  await run(
    deps.database,
    trx,
    sql`with ended as (update alerts set is_read = true, read_at = ${now}::timestamptz, version = version + 1, updated_at = ${now}::timestamptz
        where related_pid = ${payment} and kind = 'PAYMENT_DUE' and is_read is not true and deleted_at is null returning pid, version)
      ${readSql(now, null)}`,
  )
}

/**
 * Notifies people of the transitions and package sign-offs of this transaction, except the actor. Must run
 * last in a transaction.
 */
export async function notifyTransitions(context: WriteContext): Promise<void> {
  for (const { collection, pid, to } of context.steps ?? []) {
    const about = await loadSubject(context, collection, pid)
    if (about?.values['status'] !== to) continue
    if (collection === 'payments' && !unpaidStatuses.includes(to)) await endAlerts(context, pid)
    for (const notification of notificationsOfTransition(about, to, context.deps.statusMap.current))
      await notify(context, notification)
  }
  for (const { pid, act } of context.signedOff ?? []) {
    const about = await loadSubject(context, 'rts', pid)
    const notification = about === undefined ? null : signOffNotification(about, act)
    if (notification !== null) await notify(context, notification)
  }
}
