import type { MailChange, MailFolderId, MailPatch } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction, UpdateObject } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { ChangedMessage } from '../providers/mail-provider.ts'
import { removeMessage } from './mail.queries.ts'

interface StoredMessageRow {
  id: string
  folder: MailFolderId
  is_read: boolean
  flag: boolean
}

/**
 * Locks these messages of a mailbox until the transaction ends, always in the same order to prevent
 * deadlocks.
 */
async function lockRows(
  trx: Transaction<Tables>,
  mailbox: string,
  ids: readonly string[],
): Promise<Map<string, StoredMessageRow>> {
  const rows = trx
    .selectFrom('mail_messages')
    .select(['id', 'folder', 'is_read', 'flag'])
    .where('mailbox', '=', mailbox)
  const found = await rows
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::text[])`)
    .orderBy('seq')
    .forUpdate()
    .execute()
  return new Map(found.map((row) => [row.id, row]))
}

/** The columns a patch sets. A deleted message remembers its former folder and when it was deleted. */
function columnsOf({ isRead, folder, flag, restore }: MailPatch): UpdateObject<Tables, 'mail_messages'> {
  const place = folder ?? (restore === true ? sql<MailFolderId>`coalesce(deleted_from, 'inbox')` : undefined)
  const from =
    folder === 'deleteditems'
      ? sql<MailFolderId | null>`case when folder = 'deleteditems' then deleted_from else folder end`
      : null
  const deletedAt = folder === 'deleteditems' ? sql<Date>`coalesce(deleted_at, now())` : null
  return {
    ...(isRead !== undefined && { is_read: isRead }),
    ...(flag !== undefined && { flag }),
    ...(place !== undefined && { folder: place, deleted_from: from, deleted_at: deletedAt }),
  }
}

function beforeOf({ isRead, folder, flag, restore }: MailPatch, row: StoredMessageRow): MailPatch {
  return {
    ...(isRead !== undefined && { isRead: row.is_read }),
    ...(flag !== undefined && { flag: row.flag }),
    ...((folder !== undefined || restore === true) && { folder: row.folder }),
  }
}

async function applyTo(
  trx: Transaction<Tables>,
  mailbox: string,
  ids: readonly string[],
  patch: MailPatch,
): Promise<void> {
  const rows = trx.updateTable('mail_messages').set(columnsOf(patch)).where('mailbox', '=', mailbox)
  await rows.where(sql<boolean>`id = any(${[...ids]}::text[])`).execute()
}

/**
 * Changes messages, with one statement per kind of change. Returns the previous state of each. Of several
 * changes of one message the last one applies.
 */
export async function changeRows(
  trx: Transaction<Tables>,
  mailbox: string,
  changes: readonly MailChange[],
): Promise<ChangedMessage[]> {
  const rows = await lockRows(
    trx,
    mailbox,
    changes.map(({ id }) => id),
  )
  const changed = [...new Map(changes.map((change) => [change.id, change])).values()].flatMap(
    ({ id, ...patch }) => {
      const row = rows.get(id)
      if (row === undefined || (patch.restore === true && row.folder !== 'deleteditems')) return []
      return [{ id, patch, before: beforeOf(patch, row) }]
    },
  )
  for (const alike of Map.groupBy(changed, ({ patch }) => JSON.stringify(patch)).values()) {
    const [first] = alike
    if (first !== undefined && Object.keys(columnsOf(first.patch)).length > 0)
      await applyTo(
        trx,
        mailbox,
        alike.map(({ id }) => id),
        first.patch,
      )
  }
  return changed.map(({ id, before }) => ({ id, before }))
}

/**
 * Moves messages to the deleted items; messages already there are deleted permanently. `unneeded` are the
 * keys of bytes that no other copy uses.
 */
export async function deleteRows(
  trx: Transaction<Tables>,
  mailbox: string,
  ids: readonly string[],
): Promise<{ moved: string[]; deleted: string[]; unneeded: string[] }> {
  const rows = [...(await lockRows(trx, mailbox, ids)).values()]
  const deleted = rows.filter(({ folder }) => folder === 'deleteditems').map(({ id }) => id)
  const moved = rows.filter(({ folder }) => folder !== 'deleteditems').map(({ id }) => id)
  if (moved.length > 0) await applyTo(trx, mailbox, moved, { folder: 'deleteditems' })
  const unneeded: string[] = []
  for (const id of deleted) unneeded.push(...(await removeMessage(trx, mailbox, id)))
  return { moved, deleted, unneeded }
}
