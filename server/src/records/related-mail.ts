import { isStaff } from '@portal/contract'
import type { Actor, Declaration, RelatedRecord } from '@portal/contract'
import { sql } from 'kysely'
import { read } from './reading.ts'
import type { RecordDeps } from './reading.ts'

/** So much mail of a record is told, newest first. */
const maxMail = 50

interface MailRow {
  message: string
  mailbox: string
  subject: string
  /** The subject may be shown. */
  is_visible: boolean
  /** The reader may open it. */
  is_readable: boolean
  /** Name of the person whose mailbox it is; null for the office. */
  owner: string | null
  received_at: Date
  /** Who wrote it, where the message lies here. */
  sender: string | null
}

/**
 * Mail about a record, by its subject, for staff: clients have no mail. A message that lies in several
 * mailboxes stands once, in the reader's own where it lies there. What lies in personal mailboxes of others
 * alone is a message of its owner, without subject, until the owner shares it (decision 0033). Source:
 * contract.md 10.6.
 */
export async function relatedMail(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<RelatedRecord[]> {
  if (!isStaff(actor.role)) return []
  const rows = await read<MailRow>(
    deps,
    sql`with found as (
        select distinct on (l.subject, l.received_at) l.message, coalesce(lower(o.email), l.mailbox) as mailbox, l.subject, l.received_at,
          l.conversation_id, (o.pid is null or o.pid = ${actor.pid} or l.is_shared) as is_visible,
          (o.pid is null or o.pid = ${actor.pid}) as is_readable, o.name as owner
        from mail_links l left join users o on o.pid = l.mailbox
        where l.pid = ${pid} and l.collection = ${declaration.table} and not l.is_offered
        order by l.subject, l.received_at, (o.pid is not distinct from ${actor.pid}) desc, (o.pid is null) desc, l.is_shared desc, l.message)
      select f.message, f.mailbox, f.subject, f.is_visible, f.is_readable, f.owner, f.received_at,
          (select coalesce(nullif(m.from_name, ''), m.from_address) from mail_messages m where m.id = f.message) as sender
        from found f
        where f.is_visible or not exists (
          select 1 from found v where v.is_visible and v.subject = f.subject and v.conversation_id = f.conversation_id and v.conversation_id <> '')
        order by f.received_at desc, f.message limit ${maxMail}::bigint`,
  )
  return rows.map(
    ({
      message,
      mailbox,
      subject,
      is_visible: isVisible,
      is_readable: isReadable,
      owner,
      received_at: at,
      sender,
    }) => ({
      relation: 'Mail',
      collection: 'mail',
      pid: message,
      title: isVisible
        ? subject.trim() === ''
          ? '(No subject)'
          : subject
        : `A message of ${owner ?? 'a colleague'}`,
      status: null,
      mail: { from: isVisible ? (sender ?? '') : (owner ?? ''), at: at.toISOString() },
      ...(isReadable && {
        path: `/mail/${encodeURIComponent(message)}?mailbox=${encodeURIComponent(mailbox)}`,
      }),
    }),
  )
}
