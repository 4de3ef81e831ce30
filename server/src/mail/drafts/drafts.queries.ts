import type { MailAddress, MailDraft, ScanState } from '@portal/contract'
import { sql } from 'kysely'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { addSize, toRow } from '../inbound/insert-message.queries.ts'
import type { MailAttachmentTable, MailMessageTable } from '../mail.tables.ts'
import { MessagePeople } from '../providers/mail-provider.ts'

/** A message that is being written or sent, with its attachments. */
export interface DraftRow {
  row: Selectable<MailMessageTable>
  people: MessagePeople
  attachments: (Selectable<MailAttachmentTable> & { scanned: ScanState })[]
}

async function withAttachments(db: Kysely<Tables>, row: Selectable<MailMessageTable>): Promise<DraftRow> {
  const attachments = await db
    .selectFrom('mail_attachments')
    .leftJoin('scans', 'scans.store_key', 'mail_attachments.store_key')
    .selectAll('mail_attachments')
    .select(sql<ScanState>`coalesce(scans.state, 'not scanned')`.as('scanned'))
    .where('message_seq', '=', row.seq)
    .orderBy('seq')
    .execute()
  return { row, people: MessagePeople.parse(row.people), attachments }
}

export async function findDraft(
  db: Kysely<Tables>,
  mailbox: string,
  id: string,
): Promise<DraftRow | undefined> {
  const rows = db
    .selectFrom('mail_messages')
    .selectAll()
    .where('mailbox', '=', mailbox)
    .where('id', '=', id)
    .where('folder', '=', 'drafts')
  const row = await rows.executeTakeFirst()
  return row === undefined ? undefined : withAttachments(db, row)
}

/** A message of the mailbox in any folder, locked until the transaction ends. */
export async function lockMessage(
  trx: Transaction<Tables>,
  mailbox: string,
  id: string,
): Promise<DraftRow | undefined> {
  const rows = trx
    .selectFrom('mail_messages')
    .selectAll()
    .where('mailbox', '=', mailbox)
    .where('id', '=', id)
    .forUpdate()
  const row = await rows.executeTakeFirst()
  return row === undefined ? undefined : withAttachments(trx, row)
}

export function toDraft({ row, people, attachments }: DraftRow): MailDraft {
  return {
    id: row.id,
    version: row.version,
    conversationId: row.conversation_id,
    from: { name: row.from_name, address: row.from_address },
    to: people.to,
    cc: people.cc,
    bcc: people.bcc,
    subject: row.subject,
    html: row.html ?? '',
    savedAt: row.received_at.toISOString(),
    attachments: attachments.map(
      ({ id, name, size, mime_type: mimeType, content_id: contentId, scanned }) => ({
        id,
        name,
        size,
        mimeType,
        contentId,
        scanned,
      }),
    ),
  }
}

/** The columns that saving a draft sets. */
export interface DraftContent {
  from: MailAddress
  people: MessagePeople
  subject: string
  html: string
  text: string
}

/** Saves a draft as its next version and updates what is derived from its text. */
export async function saveDraft(
  trx: Transaction<Tables>,
  draft: DraftRow,
  content: DraftContent,
  at: Date,
): Promise<void> {
  const { row } = draft
  const columns = toRow({
    folder: row.folder,
    messageId: row.message_id,
    headers: z.array(z.object({ name: z.string(), value: z.string() })).parse(row.headers),
    receivedAt: at,
    isRead: true,
    flag: row.flag,
    ...content,
  })
  await trx
    .updateTable('mail_messages')
    .set({
      ...columns,
      size_bytes: columns.size_bytes + attachedBytes(draft),
      version: sql<number>`version + 1`,
    })
    .where('seq', '=', row.seq)
    .execute()
}

/** Moves a message to another folder at the time `at`. */
export async function fileMessage(
  trx: Transaction<Tables>,
  seq: number,
  values: Partial<
    Pick<Selectable<MailMessageTable>, 'folder' | 'received_at' | 'from_name' | 'from_address'>
  >,
): Promise<void> {
  await trx.updateTable('mail_messages').set(values).where('seq', '=', seq).execute()
}

/** Total size of the attachments of a draft in bytes. */
export function attachedBytes({ attachments }: DraftRow): number {
  return attachments.reduce((sum, { size }) => sum + size, 0)
}

/** Lists attachments that the text of their message does not show. */
export async function listAttachments(trx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await trx.updateTable('mail_attachments').set({ content_id: null }).where('id', 'in', ids).execute()
}

/** Removes an attachment from a draft and returns the key of its bytes; undefined when the id is unknown. */
export async function removeAttachment(
  trx: Transaction<Tables>,
  { row }: DraftRow,
  id: string,
): Promise<string | undefined> {
  const removed = await trx
    .deleteFrom('mail_attachments')
    .where('message_seq', '=', row.seq)
    .where('id', '=', id)
    .returning(['store_key', 'size'])
    .executeTakeFirst()
  if (removed !== undefined) await addSize(trx, row.seq, -removed.size)
  return removed?.store_key
}
