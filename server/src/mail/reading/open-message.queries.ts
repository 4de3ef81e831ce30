import {
  MailAuthentication,
  MailLink,
  MailReport,
  MailSending,
  ScanState,
  Truncation,
} from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { PendingSession } from '#platform/sessions/pending-session.ts'
import { PreparedQuery, Placeholder } from '#engine/sql/prepared-query.ts'
import { unverified } from '../authentication/authenticate-mail.ts'
import { SummaryRow, summaryColumns, toSummary } from './mail.queries.ts'
import { MessagePeople } from '../providers/mail-provider.ts'
import type { OpenedMessage, StoredMessage } from '../providers/mail-provider.ts'

const Authentication = MailAuthentication.nullable()
const Headers = z.array(z.object({ name: z.string(), value: z.string() }))
const Attachments = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    size: z.number(),
    mimeType: z.string(),
    contentId: z.string().nullable(),
    scanned: ScanState,
  }),
)

/** The columns of a message `mail_messages m` and its attachments. */
const columns = `${summaryColumns.map((column) => `m.${column}`).join(', ')}, m.headers, m.text, m.html, m.unread_rest,
  m.authentication, m.raw_key, m.report,
  (select o.id from mail_messages o where m.report_of is not null and o.mailbox = m.mailbox and o.message_id = m.report_of
    order by o.seq limit 1) as report_about,
  (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'size', a.size, 'mimeType', a.mime_type, 'contentId', a.content_id,
    'scanned', coalesce(s.state, 'not scanned')) order by a.seq), '[]')
    from mail_attachments a left join scans s on s.store_key = a.store_key where a.message_seq = m.seq) as attachments`
/** One statement with a constant text, which the database plans once. */
const messageText = `select ${columns} from mail_messages m where m.mailbox = $1 and m.id = $2`

const MessageRow = SummaryRow.omit({ has_attachments: true }).extend({
  headers: z.unknown(),
  text: z.string(),
  html: z.string().nullable(),
  unread_rest: Truncation.nullable(),
  authentication: z.unknown(),
  raw_key: z.string().nullable(),
  report: z.unknown(),
  report_about: z.string().nullable(),
  attachments: z.unknown(),
})
type MessageRow = z.infer<typeof MessageRow>

function toMessage(row: MessageRow): StoredMessage {
  const attachments = Attachments.parse(row.attachments)
  const report = row.report === null ? null : MailReport.parse(row.report)
  const { text, html, unread_rest: unreadRest } = row
  // Messages stored before senders were verified count as not verified.
  const authentication =
    Authentication.parse(row.authentication) ?? (row.raw_key === null ? null : unverified(row.from_address))
  return {
    ...toSummary({ ...row, has_attachments: attachments.some(({ contentId }) => contentId === null) }),
    ...MessagePeople.parse(row.people),
    text,
    html,
    headers: Headers.parse(row.headers),
    attachments,
    ...(unreadRest !== null && { unreadRest }),
    ...(report !== null && { report: { ...report, about: row.report_about } }),
    ...(authentication !== null && { authentication }),
  }
}

export async function selectMessage(
  database: Database,
  mailbox: string,
  id: string,
): Promise<StoredMessage | undefined> {
  const [row] = await database.query(messageText, [mailbox, id], MessageRow)
  return row && toMessage(row)
}

const placeholders = { mailbox: new Placeholder(), id: new Placeholder() }
const beside = { sending: z.unknown(), links: z.unknown(), reports: z.unknown() }
const OpenedRow = z.object({
  opened: z.union([MessageRow.extend(beside), z.object({ id: z.null(), ...beside })]),
})

/**
 * Always one row: when another provider stores the message, the portal still has its sending and links. One
 * JSON column, because the driver reads it faster than a column per value.
 */
const opened = new PreparedQuery(
  sql`select row_to_json(o) as opened from (
  select ${sql.raw(columns)},
    (select json_build_object('id', s.id, 'state', s.state, 'undoUntil', s.undo_until, 'reason', s.reason) from mail_sendings s
      where s.message = asked.message and s.state <> 'taken-back') as sending,
    (select coalesce(json_agg(json_build_object('collection', l.collection, 'pid', l.pid, 'reason', l.reason, 'detail', l.detail, 'isOffered', l.is_offered,
      'isShared', l.is_shared)
      order by l.linked_at, l.pid), '[]') from mail_links l where l.message = asked.message) as links,
    (select coalesce(json_agg(json_build_object('id', case when r.mailbox = m.mailbox then r.id end, 'receivedAt', r.received_at,
      'report', r.report) order by r.received_at, r.seq), '[]') from mail_messages r
      where m.raw_key is null and m.message_id <> '' and r.report_of = m.message_id
        and r.mailbox in (m.mailbox, lower(m.from_address))) as reports
  from (select ${placeholders.id}::text as message) asked left join mail_messages m on m.mailbox = ${placeholders.mailbox} and m.id = asked.message) o`,
  OpenedRow,
)
const Sending = MailSending.nullable()
const Reports = z.array(z.object({ id: z.string().nullable(), receivedAt: z.string(), report: MailReport }))
const Links = z.array(
  MailLink.omit({ title: true }).extend({ isOffered: z.boolean(), isShared: z.boolean() }),
)

/**
 * A message with the state of its sending and its links, in one query, which also carries the pending session
 * check of the caller (decision 0009).
 */
export async function selectOpened(
  database: Database,
  mailbox: string,
  id: string,
  pendingSession?: PendingSession,
): Promise<OpenedMessage> {
  const values = new Map<unknown, unknown>([
    [placeholders.mailbox, mailbox],
    [placeholders.id, id],
  ])
  const found = await opened.read(
    { database, ...(pendingSession && { pendingSession }) },
    (value) => values.get(value) ?? value,
  )
  if (found === undefined) throw new Error('A statement that always has a row had none')
  const row = found.opened
  const sending = Sending.parse(row.sending)
  return {
    message: row.id === null ? undefined : toMessage(row),
    links: Links.parse(row.links),
    outcomes: Reports.parse(row.reports).flatMap(({ id, receivedAt, report }) =>
      report.recipients.map((recipient) => ({
        ...recipient,
        id,
        receivedAt: new Date(receivedAt).toISOString(),
      })),
    ),
    sending: sending && { ...sending, undoUntil: new Date(sending.undoUntil).toISOString() },
  }
}
