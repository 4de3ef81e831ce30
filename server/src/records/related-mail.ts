import { isStaff } from '@portal/contract'
import type { Actor, Declaration, RelatedRecord } from '@portal/contract'
import { sql } from 'kysely'
import { read } from './reading.ts'
import type { RecordDeps } from './reading.ts'

/** So much mail of a record is told, newest first. */
const mostMail = 50

/**
 * Mail about a record, by its subject, for staff: clients have no mail. A message that lies in several mailboxes stands once, in the reader's
 * own where it lies there. Source: contract.md 10.6.
 */
export async function relatedMail(deps: RecordDeps, actor: Actor, declaration: Declaration, pid: string): Promise<RelatedRecord[]> {
  if (!isStaff(actor.role)) return []
  const rows = await read<{ message: string; mailbox: string; subject: string }>(
    deps,
    sql`select f.message, f.mailbox, f.subject from (
      select distinct on (l.subject, l.received_at) l.message, coalesce(lower(o.email), l.mailbox) as mailbox, l.subject, l.received_at from mail_links l
        left join users u on u.pid = ${actor.pid} and u.pid = l.mailbox
        left join users o on o.pid = l.mailbox
        where l.pid = ${pid} and l.collection = ${declaration.table} and not l.is_offered order by l.subject, l.received_at, u.pid nulls last, l.message
      ) f order by f.received_at desc, f.message limit ${mostMail}::bigint`,
  )
  return rows.map(({ message, mailbox, subject }) => ({
    relation: 'Mail',
    collection: 'mail',
    pid: message,
    title: subject.trim() === '' ? '(No subject)' : subject,
    status: null,
    path: `/mail/${encodeURIComponent(message)}?mailbox=${encodeURIComponent(mailbox)}`,
  }))
}
