import { MailAddress, initialTimeZone, mailFolderIds, maxCounted, startOfDay } from '@portal/contract'
import { MailFolderId } from '@portal/contract'
import type { MailMessageSummary } from '@portal/contract'
import type { MailSearch } from '@portal/contract/mail-search'
import { sql } from 'kysely'
import type { Expression, Kysely, Selectable, SelectQueryBuilder, Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { PendingSession } from '#platform/sessions/pending-session.ts'
import { PreparedQuery } from '#engine/sql/prepared-query.ts'
import type { MailAttachmentTable } from '../mail.tables.ts'
import type { MessagePage, MessageQuery, StoredAttachment } from '../providers/mail-provider.ts'
import { toPattern } from './search-text.ts'

const To = z.object({ to: z.array(MailAddress) })

/** Columns of a row of the list. */
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

export const SummaryRow = z.object({
  id: z.string(),
  conversation_id: z.string(),
  folder: MailFolderId,
  subject: z.string(),
  from_name: z.string(),
  from_address: z.string(),
  people: z.unknown(),
  preview: z.string(),
  /** A string in a row that PostgreSQL returned as JSON. */
  received_at: z.union([z.date(), z.string()]),
  is_read: z.boolean(),
  flag: z.boolean(),
  has_attachments: z.boolean(),
})
export type SummaryRow = z.infer<typeof SummaryRow>

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

/** Pictures shown in the body do not count as attachments. */
export const hasAttachments = sql<boolean>`exists (select 1 from mail_attachments where message_seq = mail_messages.seq and content_id is null)`

/** Counts per folder of one mailbox; empty folders are absent. */
export async function countFolders(
  db: Kysely<Tables>,
  mailbox: string,
): Promise<Map<MailFolderId, { unread: number; total: number }>> {
  const rows = await db
    .selectFrom('mail_messages')
    .select([
      'folder',
      sql<number>`count(*) filter (where not is_read)`.as('unread'),
      sql<number>`count(*)`.as('total'),
    ])
    .where('mailbox', '=', mailbox)
    .groupBy('folder')
    .execute()
  return new Map(rows.map((row) => [row.folder, { unread: row.unread, total: row.total }]))
}

/** Unread messages in the inbox of one mailbox, counted up to what the menu shows. */
export async function countUnreadMessages(db: Kysely<Tables>, mailbox: string): Promise<number> {
  const unread = db
    .selectFrom('mail_messages')
    .select('folder')
    .where('mailbox', '=', mailbox)
    .where('folder', '=', 'inbox')
    .where('is_read', '=', false)
    .limit(maxCounted + 1)
  const row = await db
    .selectFrom(unread.as('unread'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

/**
 * The columns for each part of a search. `search_text` contains the text of the others and has the index, so
 * it is searched as well.
 */
function likesOf({ words, from, to, subject }: MailSearch) {
  const anywhere = [...words, ...from, ...to, ...subject].map(
    (part) => ['search_text', toPattern(part)] as const,
  )
  const inColumn = (column: 'from_text' | 'to_text' | 'subject_text', parts: readonly string[]) =>
    parts.map((part) => [column, toPattern(part)] as const)
  return [
    ...anywhere,
    ...inColumn('from_text', from),
    ...inColumn('to_text', to),
    ...inColumn('subject_text', subject),
  ]
}

function matching<Output>(
  query: SelectQueryBuilder<Tables, 'mail_messages', Output>,
  mailbox: string,
  { folder, search }: MessageQuery,
) {
  const own = query.where('mailbox', '=', mailbox)
  const inFolder = folder === null ? own : own.where('folder', '=', folder)
  const alike = likesOf(search).reduce(
    (narrowed, [column, pattern]) => narrowed.where(column, 'like', pattern),
    inFolder,
  )
  const attached = search.hasAttachment ? alike.where(hasAttachments) : alike
  const startOf = (day: string) => startOfDay(search.timeZone ?? initialTimeZone, day)
  const since = search.after === null ? attached : attached.where('received_at', '>=', startOf(search.after))
  return search.before === null ? since : since.where('received_at', '<', startOf(search.before))
}

/**
 * Dependencies of a read; `pendingSession` is set when the call began before its session was read (decision
 * 0009).
 */
export interface ReadDeps {
  database: Database
  pendingSession?: PendingSession
}

/** The rows of a page in order, as one row, so that the session check can be attached. */
export async function readLines<Row extends SummaryRow>(
  deps: ReadDeps,
  page: Expression<unknown>,
  line: z.ZodType<Row>,
): Promise<Row[]> {
  const query = new PreparedQuery(
    sql`select coalesce(json_agg(p), '[]') as lines from (${page}) p`,
    z.object({ lines: z.array(line) }),
  )
  const row = await query.read(deps)
  if (row === undefined) throw new Error('A statement that always has a row had none')
  return row.lines
}

export async function selectMessages(
  deps: ReadDeps,
  mailbox: string,
  query: MessageQuery,
): Promise<MessagePage> {
  const db = deps.database.kysely
  // The index alone finds the rows of the page, however deep it is; only those are read.
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
  const total = matching(
    db.selectFrom('mail_messages').select(sql<number>`count(*)`.as('count')),
    mailbox,
    query,
  )
  // The check of the session is attached to the count, which is one row: a page put together as JSON in one
  // row takes a tenth longer.
  const [rows, counted] = await Promise.all([
    page.execute(),
    new PreparedQuery(sql`${total}`, z.object({ count: z.number() })).read(deps),
  ])
  if (counted === undefined) throw new Error('A statement that always has a row had none')
  return { messages: rows.map(toSummary), count: counted.count }
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

/** Key of the raw message from outside; undefined for messages written in the portal. */
export async function findRawKey(
  db: Kysely<Tables>,
  mailbox: string,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('mail_messages')
    .select('raw_key')
    .where('mailbox', '=', mailbox)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.raw_key ?? undefined
}

/** Deletes a message and returns the keys of bytes that no other copy needs. */
export async function removeMessage(
  trx: Transaction<Tables>,
  mailbox: string,
  id: string,
): Promise<string[]> {
  const stored = await selectStoredAttachments(trx, mailbox, id)
  await trx.deleteFrom('mail_links').where('message', '=', id).execute()
  const deleted = await trx
    .deleteFrom('mail_messages')
    .where('mailbox', '=', mailbox)
    .where('id', '=', id)
    .returning('raw_key')
    .execute()
  return unneededKeys(trx, [
    ...stored.map((each) => each.storeKey),
    ...deleted.flatMap(({ raw_key: key }) => key ?? []),
  ])
}

/** The keys among these whose bytes no message needs any more. */
export async function unneededKeys(
  trx: Transaction<Tables>,
  candidates: readonly string[],
): Promise<string[]> {
  const keys = [...new Set(candidates)]
  if (keys.length === 0) return []
  const attached = trx
    .selectFrom('mail_attachments')
    .select('store_key as key')
    .where('store_key', 'in', keys)
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

/** Throws when the tables of mail cannot be read. */
export async function probe(db: Kysely<Tables>): Promise<void> {
  await db
    .selectFrom('mail_messages')
    .select('seq')
    .where('mailbox', '=', '')
    .where('folder', '=', mailFolderIds[0])
    .limit(1)
    .execute()
}
