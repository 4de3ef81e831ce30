import type { MailAddress, MailAuthentication, MailFolderId, MailReport, Truncation } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { MessagePeople, StoredAttachment } from '../providers/mail-provider.ts'
import { authorsOf } from '../parsing/parse-addresses.ts'
import { toSearchText } from '../reading/search-text.ts'

const previewLength = 200
/** Number of characters read for the preview. */
const previewedLength = 20_000

/** A message to be inserted into a mailbox. */
export interface NewMessage extends MessagePeople {
  id: string
  mailbox: string
  folder: MailFolderId
  conversationId: string
  messageId: string
  subject: string
  from: MailAddress
  headers: readonly { name: string; value: string }[]
  text: string
  html: string | null
  receivedAt: Date
  isRead: boolean
  flag: boolean
  /** Key of the raw message from outside. */
  rawKey?: string | null
  unreadRest?: Truncation | null
  report?: MailReport | null
  authentication?: MailAuthentication | null
  /** Size of the raw message from outside. */
  sizeBytes?: number
  attachments: readonly (StoredAttachment & { storeKey: string })[]
}

const wordsOf = (people: readonly MailAddress[]) => people.flatMap(({ name, address }) => [name, address])

/** The part of a message that is the same in every mailbox. */
export type MessageContent = Omit<
  NewMessage,
  keyof MessagePeople | 'id' | 'mailbox' | 'conversationId' | 'attachments'
> & { people: MessagePeople }

/** The columns of a message's content, including derived ones. */
export function toRow({ people, ...message }: MessageContent) {
  const recipients = wordsOf([...people.to, ...people.cc, ...people.bcc])
  const authors = authorsOf(message.headers)
  const sender = wordsOf(authors.length > 0 ? authors : [message.from])
  return {
    folder: message.folder,
    message_id: message.messageId,
    subject: message.subject,
    from_name: message.from.name,
    from_address: message.from.address,
    people: JSON.stringify(people),
    headers: JSON.stringify(message.headers),
    preview: message.text
      .slice(0, previewedLength)
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, previewLength)
      .toWellFormed(),
    text: message.text,
    html: message.html,
    received_at: message.receivedAt,
    is_read: message.isRead,
    flag: message.flag,
    search_text: toSearchText([
      message.subject,
      ...sender,
      ...recipients,
      ...wordsOf(people.replyTo),
      message.text,
    ]),
    from_text: toSearchText(sender),
    to_text: toSearchText(recipients),
    subject_text: toSearchText([message.subject]),
    raw_key: message.rawKey ?? null,
    unread_rest: message.unreadRest ?? null,
    report: message.report === undefined || message.report === null ? null : JSON.stringify(message.report),
    report_of: message.report?.messageId || null,
    size_bytes: message.sizeBytes ?? message.text.length + (message.html?.length ?? 0),
    authentication:
      message.authentication === undefined || message.authentication === null
        ? null
        : JSON.stringify(message.authentication),
  }
}

/** Inserts a message into its mailbox; an existing id is left unchanged. */
export async function insertMessage(trx: Transaction<Tables>, message: NewMessage): Promise<void> {
  const { id, mailbox, conversationId, attachments, to, cc, bcc, replyTo, ...content } = message
  const row = toRow({ ...content, people: { to, cc, bcc, replyTo } })
  await insertCopy(trx, { ...row, id, mailbox, conversation_id: conversationId }, attachments)
}

/** Inserts one copy of a message into its mailbox; an existing id is left unchanged. */
export async function insertCopy(
  trx: Transaction<Tables>,
  copy: ReturnType<typeof toRow> & { id: string; mailbox: string; conversation_id: string },
  attachments: NewMessage['attachments'],
): Promise<void> {
  const row = await trx
    .insertInto('mail_messages')
    .values(copy)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('seq')
    .executeTakeFirst()
  if (row === undefined) return
  await insertAttachments(trx, row.seq, attachments)
  // The size of a message from outside already includes its attachments.
  if (copy.raw_key === null) await addSize(trx, row.seq, sum(attachments))
}

const sum = (attachments: readonly { size: number }[]) =>
  attachments.reduce((bytes, { size }) => bytes + size, 0)

/** Adds the size of attachments that were added to a message; negative when they were removed. */
export async function addSize(trx: Transaction<Tables>, messageSeq: number, bytes: number): Promise<void> {
  if (bytes === 0) return
  const size = { size_bytes: sql<number>`size_bytes + ${bytes}::bigint` }
  await trx.updateTable('mail_messages').set(size).where('seq', '=', messageSeq).execute()
}

/** Adds attachments, whose bytes are already stored, to a message. */
export async function insertAttachments(
  trx: Transaction<Tables>,
  messageSeq: number,
  added: NewMessage['attachments'],
): Promise<void> {
  if (added.length === 0) return
  const attachments = added.map(({ id, name, mimeType, size, contentId, storeKey }) => ({
    id,
    message_seq: messageSeq,
    name,
    mime_type: mimeType,
    size,
    content_id: contentId,
    store_key: storeKey,
  }))
  await trx.insertInto('mail_attachments').values(attachments).execute()
}
