import { foldersOutsideConversations } from '@portal/contract'
import type { MailFolderId, MailMessageSummary } from '@portal/contract'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { SummaryRow, hasAttachments, readLines, summaryColumns, toSummary } from './mail.queries.ts'
import type { ReadDeps } from './mail.queries.ts'
import type { MessagePage } from '../providers/mail-provider.ts'

/**
 * Maximum number of ids per conversation and folder, the limit of one bulk change. Source: contract,
 * `largestBulk` of mail.
 */
const maxIds = 200
/** Maximum number of messages shown of a conversation, newest first. */
const maxShown = 200

interface FolderPage {
  folder: MailFolderId
  page: number
  pageSize: number
}

const ConversationRow = SummaryRow.extend({
  messages: z.number(),
  unread: z.number(),
  ids: z.array(z.string()),
})

/**
 * A page of a folder by conversation: the newest message there represents each, with the counts of the
 * conversation in the whole mailbox.
 */
export async function selectConversations(
  deps: ReadDeps,
  mailbox: string,
  { folder, page, pageSize }: FolderPage,
): Promise<MessagePage> {
  const db = deps.database.kysely
  // An index answers which message is the newest of its conversation, so a page reads only its own rows and
  // the rows before them.
  const shown = db
    .selectFrom('mail_messages as m')
    .select('m.seq')
    .where('m.mailbox', '=', mailbox)
    .where('m.folder', '=', folder)
    .where(
      sql<boolean>`not exists (select 1 from mail_messages n where n.mailbox = m.mailbox and n.folder = m.folder
        and n.conversation_id = m.conversation_id and (n.received_at, n.seq) > (m.received_at, m.seq))`,
    )
    .orderBy('m.received_at', 'desc')
    .orderBy('m.seq', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const lines = db
    .selectFrom('mail_messages')
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('mail_messages as n')
          .select([
            sql<number>`count(*) filter (where n.folder = mail_messages.folder or n.folder <> all(${[...foldersOutsideConversations]}::text[]))`.as(
              'messages',
            ),
            sql<number>`count(*) filter (where n.folder = mail_messages.folder and not n.is_read)`.as(
              'unread',
            ),
            sql<
              string[]
            >`(array_agg(n.id order by n.received_at desc, n.seq desc) filter (where n.folder = mail_messages.folder))[1:${sql.lit(maxIds)}]`.as(
              'ids',
            ),
          ])
          .whereRef('n.mailbox', '=', 'mail_messages.mailbox')
          .whereRef('n.conversation_id', '=', 'mail_messages.conversation_id')
          .as('c'),
      (join) => join.onTrue(),
    )
    .select([...summaryColumns, hasAttachments.as('has_attachments'), 'c.messages', 'c.unread', 'c.ids'])
    .where('seq', 'in', shown)
    .orderBy('received_at', 'desc')
    .orderBy('seq', 'desc')
  const conversations = db
    .selectFrom('mail_messages')
    .select('conversation_id')
    .where('mailbox', '=', mailbox)
    .where('folder', '=', folder)
    .groupBy('conversation_id')
    .as('each')
  const total = db.selectFrom(conversations).select(sql<number>`count(*)`.as('count'))
  const [rows, { count }] = await Promise.all([
    readLines(deps, lines, ConversationRow),
    total.executeTakeFirstOrThrow(),
  ])
  const messages = rows.map((row): MailMessageSummary => ({
    ...toSummary(row),
    conversation: { count: row.messages, unreadCount: row.unread, ids: row.ids },
  }))
  return { messages, count }
}

/** The messages of a conversation in a mailbox, newest first, without deleted messages, junk and drafts. */
export async function selectConversation(
  db: Kysely<Tables>,
  mailbox: string,
  conversationId: string,
): Promise<MailMessageSummary[]> {
  const rows = await db
    .selectFrom('mail_messages')
    .select([...summaryColumns, hasAttachments.as('has_attachments')])
    .where('mailbox', '=', mailbox)
    .where('conversation_id', '=', conversationId)
    .where('folder', 'not in', foldersOutsideConversations)
    .orderBy('received_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(maxShown)
    .execute()
  return rows.map(toSummary)
}
