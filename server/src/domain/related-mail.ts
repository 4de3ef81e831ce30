import { isStaff, phrase } from '@portal/contract'
import type { Actor, Declaration, RelatedRecord } from '@portal/contract'
import { localize } from '#platform/language/localize.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { read } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'

/** Maximum number of messages per record, newest first. */
const maxMail = 50

const MailRow = z.object({
  message: z.string(),
  mailbox: z.string(),
  subject: z.string(),
  /** May the subject be shown? */
  is_visible: z.boolean(),
  /** May the reader open it? */
  is_readable: z.boolean(),
  /** Name of the owner of the mailbox; null for the office mailbox. */
  owner: z.string().nullable(),
  received_at: z.date(),
  /** Who sent it, if it was written in the portal. */
  sender: z.string().nullable(),
})
type MailRow = z.infer<typeof MailRow>

/**
 * Mail about a record, by subject, for staff only: clients have no mail. A message in several mailboxes is
 * listed once, from the reader's own mailbox if it is there. A message that is only in personal mailboxes of
 * others is listed under its owner's name without a subject, until the owner shares it (decision 0033).
 * Source: contract.md 10.6.
 */
export async function relatedMail(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<RelatedRecord[]> {
  if (!isStaff(actor.role)) return []
  const rows = await read(
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
    MailRow,
  )
  const say = localize(actor.language)
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
          ? say('(No subject)')
          : subject
        : say(phrase('A message of {{owner}}', { owner: owner ?? 'a colleague' })),
      status: null,
      mail: { from: isVisible ? (sender ?? '') : (owner ?? ''), at: at.toISOString() },
      ...(isReadable && {
        path: `/mail/${encodeURIComponent(message)}?mailbox=${encodeURIComponent(mailbox)}`,
      }),
    }),
  )
}
