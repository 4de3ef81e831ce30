import { MailAddress, initialTimeZone, mailFolderIds, mostCounted, startOfDay } from '@portal/contract'
import type { MailAuthentication, MailFolderId, MailMessageSummary, MailReport, MailSearch, Truncation } from '@portal/contract'
import { sql } from 'kysely'
import type { Expression, Kysely, Selectable, SelectQueryBuilder, Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#database/database.ts'
import type { Tables } from '#database/tables.ts'
import type { PendingSession } from '#records/pending-session.ts'
import { PreparedQuery } from '#records/prepared-query.ts'
import type { MailAttachmentTable } from './mail.tables.ts'
import type { MessagePage, MessageQuery, MessagePeople, StoredAttachment } from './mail-provider.ts'
import { authorsOf } from './parse-addresses.ts'
import { toPattern, toSearchText } from './search-text.ts'

const previewLength = 200
/** So much of a text is read for its preview; what begins with more white space has none. */
const previewedLength = 20_000
const To = z.object({ to: z.array(MailAddress) })

/** Columns of a line of the list. */
export const summaryColumns = [
  'seq',
  'id',
  'conversation_id',
  'folder',
  'subject',
  'from_name',
  'from_address',
  'people',
  'preview',
  'received_at',
  'is_read',
  'flag',
] as const

export interface SummaryRow {
  id: string
  conversation_id: string
  folder: MailFolderId
  subject: string
  from_name: string
  from_address: string
  people: unknown
  preview: string
  /** A text in a row that PostgreSQL wrote as JSON. */
  received_at: Date | string
  is_read: boolean
  flag: boolean
  has_attachments: boolean
}

export function toSummary(row: SummaryRow): MailMessageSummary {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    folder: row.folder,
    subject: row.subject,
    from: { name: row.from_name, address: row.from_address },
    to: To.parse(row.people).to,
    preview: row.preview,
    receivedAt: new Date(row.received_at).toISOString(),
    isRead: row.is_read,
    hasAttachments: row.has_attachments,
    flag: row.flag,
  }
}

/** Pictures shown in the body are no attachments to a reader. */
export const hasAttachments = sql<boolean>`exists (select 1 from mail_attachments where message_seq = mail_messages.seq and content_id is null)`

/** Counts of every folder of one mailbox; folders without messages are absent. */
export async function countFolders(db: Kysely<Tables>, mailbox: string): Promise<Map<MailFolderId, { unread: number; total: number }>> {
  const rows = await db
    .selectFrom('mail_messages')
    .select(['folder', sql<number>`count(*) filter (where not is_read)`.as('unread'), sql<number>`count(*)`.as('total')])
    .where('mailbox', '=', mailbox)
    .groupBy('folder')
    .execute()
  return new Map(rows.map((row) => [row.folder, { unread: row.unread, total: row.total }]))
}

/** Unread messages in the inbox of one mailbox, and no more than the menu says. */
export async function countUnreadMessages(db: Kysely<Tables>, mailbox: string): Promise<number> {
  const unread = db
    .selectFrom('mail_messages')
    .select('folder')
    .where('mailbox', '=', mailbox)
    .where('folder', '=', 'inbox')
    .where('is_read', '=', false)
    .limit(mostCounted + 1)
  const row = await db
    .selectFrom(unread.as('unread'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Where each part of a search is looked for. What stands in a column of its own stands in `search_text` too, which has the index. */
function likesOf({ words, from, to, subject }: MailSearch) {
  const anywhere = [...words, ...from, ...to, ...subject].map((part) => ['search_text', toPattern(part)] as const)
  const inColumn = (column: 'from_text' | 'to_text' | 'subject_text', parts: readonly string[]) =>
    parts.map((part) => [column, toPattern(part)] as const)
  return [...anywhere, ...inColumn('from_text', from), ...inColumn('to_text', to), ...inColumn('subject_text', subject)]
}

function matching<Output>(query: SelectQueryBuilder<Tables, 'mail_messages', Output>, mailbox: string, { folder, search }: MessageQuery) {
  const own = query.where('mailbox', '=', mailbox)
  const inFolder = folder === null ? own : own.where('folder', '=', folder)
  const alike = likesOf(search).reduce((narrowed, [column, pattern]) => narrowed.where(column, 'like', pattern), inFolder)
  const attached = search.hasAttachment ? alike.where(hasAttachments) : alike
  const startOf = (day: string) => startOfDay(search.timeZone ?? initialTimeZone, day)
  const since = search.after === null ? attached : attached.where('received_at', '>=', startOf(search.after))
  return search.before === null ? since : since.where('received_at', '<', startOf(search.before))
}

/** What a read of mail needs; `pendingSession` where the call began before its session was read (decision 0009). */
export interface ReadDeps {
  database: Database
  pendingSession?: PendingSession
}

/** The lines of a page in their order, in one row, so that the check of the session can be attached. */
export async function readLines<Row extends SummaryRow>(deps: ReadDeps, page: Expression<unknown>): Promise<Row[]> {
  const query = new PreparedQuery<{ lines: Row[] }>(sql`select coalesce(json_agg(p), '[]') as lines from (${page}) p`)
  const row = await query.read(deps)
  if (row === undefined) throw new Error('A statement that always has a row had none')
  return row.lines
}

export async function selectMessages(deps: ReadDeps, mailbox: string, query: MessageQuery): Promise<MessagePage> {
  const db = deps.database.kysely
  // Which lines are shown is told by the index alone, however deep the page; only those are read.
  const shown = matching(db.selectFrom('mail_messages').select('seq'), mailbox, query)
    .orderBy('received_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
  const page = db
    .selectFrom('mail_messages')
    .select([...summaryColumns, hasAttachments.as('has_attachments')])
    .where('seq', 'in', shown)
    .orderBy('received_at', 'desc')
    .orderBy('seq', 'desc')
  const total = matching(db.selectFrom('mail_messages').select(sql<number>`count(*)`.as('count')), mailbox, query)
  const [rows, { count }] = await Promise.all([readLines(deps, page), total.executeTakeFirstOrThrow()])
  return { messages: rows.map(toSummary), count }
}

const toAttachment = (row: Selectable<MailAttachmentTable>): StoredAttachment => ({
  id: row.id,
  name: row.name,
  size: row.size,
  mimeType: row.mime_type,
  contentId: row.content_id,
})

/** Attachments of one message with the keys of their bytes. */
export async function selectStoredAttachments(
  db: Kysely<Tables>,
  mailbox: string,
  id: string,
): Promise<{ attachment: StoredAttachment; storeKey: string }[]> {
  const rows = await db
    .selectFrom('mail_attachments')
    .innerJoin('mail_messages', 'mail_messages.seq', 'mail_attachments.message_seq')
    .selectAll('mail_attachments')
    .where('mail_messages.mailbox', '=', mailbox)
    .where('mail_messages.id', '=', id)
    .orderBy('mail_attachments.seq')
    .execute()
  return rows.map((row) => ({ attachment: toAttachment(row), storeKey: row.store_key }))
}

/** Key of a message's bytes as they came from outside; undefined for what was written here. */
export async function findRawKey(db: Kysely<Tables>, mailbox: string, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('mail_messages').select('raw_key').where('mailbox', '=', mailbox).where('id', '=', id).executeTakeFirst()
  return row?.raw_key ?? undefined
}

/** Takes a message out and answers the keys of bytes that no other copy of it needs. */
export async function removeMessage(trx: Transaction<Tables>, mailbox: string, id: string): Promise<string[]> {
  const stored = await selectStoredAttachments(trx, mailbox, id)
  await trx.deleteFrom('mail_links').where('message', '=', id).execute()
  const deleted = await trx.deleteFrom('mail_messages').where('mailbox', '=', mailbox).where('id', '=', id).returning('raw_key').execute()
  return unneededKeys(trx, [...stored.map((each) => each.storeKey), ...deleted.flatMap(({ raw_key: key }) => key ?? [])])
}

/** Those of these keys whose bytes no message needs any more. */
export async function unneededKeys(trx: Transaction<Tables>, candidates: readonly string[]): Promise<string[]> {
  const keys = [...new Set(candidates)]
  if (keys.length === 0) return []
  const attached = trx.selectFrom('mail_attachments').select('store_key as key').where('store_key', 'in', keys)
  const needed = await attached
    .union(
      trx
        .selectFrom('mail_messages')
        .select(sql<string>`raw_key`.as('key'))
        .where('raw_key', 'in', keys),
    )
    .execute()
  return keys.filter((key) => !needed.some((row) => row.key === key))
}

/** A message on its way into a mailbox. */
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
  /** Key of its bytes as they came from outside. */
  rawKey?: string | null
  unreadRest?: Truncation | null
  report?: MailReport | null
  authentication?: MailAuthentication | null
  /** The length of what came from outside. */
  sizeBytes?: number
  attachments: readonly (StoredAttachment & { storeKey: string })[]
}

const wordsOf = (people: readonly MailAddress[]) => people.flatMap(({ name, address }) => [name, address])

/** What of a message is the same in every mailbox it lies in. */
export type MessageContent = Omit<NewMessage, keyof MessagePeople | 'id' | 'mailbox' | 'conversationId' | 'attachments'> & { people: MessagePeople }

/** The columns of a message's content, those made from others among them. */
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
    preview: message.text.slice(0, previewedLength).replaceAll(/\s+/g, ' ').trim().slice(0, previewLength).toWellFormed(),
    text: message.text,
    html: message.html,
    received_at: message.receivedAt,
    is_read: message.isRead,
    flag: message.flag,
    search_text: toSearchText([message.subject, ...sender, ...recipients, ...wordsOf(people.replyTo), message.text]),
    from_text: toSearchText(sender),
    to_text: toSearchText(recipients),
    subject_text: toSearchText([message.subject]),
    raw_key: message.rawKey ?? null,
    unread_rest: message.unreadRest ?? null,
    report: message.report === undefined || message.report === null ? null : JSON.stringify(message.report),
    report_of: message.report?.messageId || null,
    size_bytes: message.sizeBytes ?? message.text.length + (message.html?.length ?? 0),
    authentication: message.authentication === undefined || message.authentication === null ? null : JSON.stringify(message.authentication),
  }
}

/** Puts a message into its mailbox; one whose id is there already is left alone. */
export async function insertMessage(trx: Transaction<Tables>, message: NewMessage): Promise<void> {
  const { id, mailbox, conversationId, attachments, to, cc, bcc, replyTo, ...content } = message
  const row = toRow({ ...content, people: { to, cc, bcc, replyTo } })
  await insertCopy(trx, { ...row, id, mailbox, conversation_id: conversationId }, attachments)
}

/** Puts one copy of a message into its mailbox; one whose id is there already is left alone. */
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
  // What came from outside was measured whole.
  if (copy.raw_key === null) await addSize(trx, row.seq, sum(attachments))
}

const sum = (attachments: readonly { size: number }[]) => attachments.reduce((bytes, { size }) => bytes + size, 0)

/** Counts attachments that were put on a message, or taken off it. */
export async function addSize(trx: Transaction<Tables>, messageSeq: number, bytes: number): Promise<void> {
  if (bytes === 0) return
  const size = { size_bytes: sql<number>`size_bytes + ${bytes}::bigint` }
  await trx.updateTable('mail_messages').set(size).where('seq', '=', messageSeq).execute()
}

/** Adds attachments, whose bytes are in the store, to the message of that sequence number. */
export async function insertAttachments(trx: Transaction<Tables>, messageSeq: number, added: NewMessage['attachments']): Promise<void> {
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

/** Throws when the tables of mail cannot be read. */
export async function probe(db: Kysely<Tables>): Promise<void> {
  await db.selectFrom('mail_messages').select('seq').where('mailbox', '=', '').where('folder', '=', mailFolderIds[0]).limit(1).execute()
}
