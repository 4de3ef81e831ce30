import { collections, tables, unpaidStatuses } from '@portal/contract'
import type { CollectionName, TableName } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { readSql } from './message-history.ts'
import { projectionOf } from '#engine/write/lock-record.ts'
import { run, toValues } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { notify } from './notify.ts'
import { signOffNotification } from './sign-off-notifications.ts'
import { notificationsOfTransition } from './transition-notifications.ts'
import type { NotificationSubject, SubjectOf } from './transition-notifications.ts'

type Reading = Pick<WriteContext, 'deps' | 'trx'>

const PermitRow = z.object({
  refNo: z.string().nullable(),
  title: z.string().nullable(),
  assignedTo: z.string().nullable(),
})
const SubjectRow = z.looseObject({ created_by: z.string().nullable(), permit: z.string().nullish() })

/** The permit of a record, as notifications name it. */
async function permitOf(
  { deps, trx }: Reading,
  permit: string | null,
): Promise<NotificationSubject['permit']> {
  if (permit === null) return null
  const [row] = await run(
    deps.database,
    trx,
    sql`select ref_no as "refNo", title, assigned_to as "assignedTo" from permits where pid = ${permit}`,
    PermitRow,
  )
  return row === undefined
    ? null
    : { refNo: row.refNo ?? '', title: row.title ?? '', assignedTo: row.assignedTo }
}

/** A record as this transaction sees it, with its permit; undefined if it is deleted. */
export async function loadSubject<Name extends CollectionName>(
  reading: Reading,
  collection: Name,
  pid: string,
): Promise<NotificationSubject<(typeof collections)[Name]['table']> | undefined>
export async function loadSubject(
  reading: Reading,
  collection: CollectionName,
  pid: string,
): Promise<SubjectOf<TableName> | undefined> {
  const { table } = collections[collection]
  const [row] = await run(
    reading.deps.database,
    reading.trx,
    sql`select t.* from ${sql.table(table)} t where t.pid = ${pid} and t.deleted_at is null`,
    SubjectRow,
  )
  if (row === undefined) return undefined
  const values = toValues(tables[table], row)
  return {
    table,
    collection: projectionOf(collections[collection], row).name,
    pid,
    values: { ...values, createdBy: row.created_by },
    permit: await permitOf(reading, row.permit ?? null),
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
    if (about === undefined || !('status' in about.values) || about.values.status !== to) continue
    if (collection === 'payments' && !unpaidStatuses.includes(to)) await endAlerts(context, pid)
    const { statusMap, permitLibrary } = context.deps
    for (const notification of notificationsOfTransition(about, to, statusMap.current, permitLibrary.current))
      await notify(context, notification)
  }
  for (const { pid, act } of context.signedOff ?? []) {
    const about = await loadSubject(context, 'rts', pid)
    const notification = about === undefined ? null : signOffNotification(about, act)
    if (notification !== null) await notify(context, notification)
  }
}
