import { addressKey } from '@portal/contract'
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import type { MailDeps } from '../deps.ts'
import type { DraftRow } from '../drafts/drafts.queries.ts'
import { autoLink, numbersIn } from '../linking/auto-link.ts'
import { insertCopy, toRow } from '../inbound/insert-message.queries.ts'
import { notifyMailbox } from '../reading/notify-mailbox.ts'

/**
 * The mailboxes of the portal among these addresses: those of its staff and of the office (`office`, in lower
 * case); clients have none (decision 0053). Returns the key of each mailbox by its lower-case address: a
 * person's pid, or the office's address.
 */
export async function mailboxesAmong(
  db: Kysely<Tables>,
  office: readonly string[],
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const asked = new Map(addresses.map((address) => [address.toLowerCase(), addressKey(address)]))
  if (asked.size === 0) return new Map()
  const { rows } = await sql<{ email: string; pid: string }>`select lower(email) as email, pid from users
    where lower(email) = any(${[...new Set([...asked.keys(), ...asked.values()])]}::text[]) and deleted_at is null and status not in ('DISABLED', 'DELETED')
      and lower(coalesce(role, '')) <> 'client'`.execute(db)
  const known = new Map([
    ...rows.map(({ email, pid }): [string, string] => [email, pid]),
    ...office.map((address): [string, string] => [address, address]),
  ])
  return new Map(
    [...asked].flatMap(([address, key]): [string, string][] => {
      const mailbox = known.get(address) ?? known.get(key)
      return mailbox === undefined ? [] : [[address, mailbox]]
    }),
  )
}

/** The fields of a sent message that links are derived from. */
export function linkedRow({
  id,
  mailbox,
  conversation_id: conversationId,
  subject,
  text,
  from_address: from,
  received_at: receivedAt,
}: DraftRow['row']) {
  return {
    id,
    mailbox,
    conversationId,
    subject,
    numbers: numbersIn(subject, text),
    from,
    receivedAt,
    authentication: null,
  }
}

/**
 * Puts a copy of a message into each of these mailboxes, without the Bcc recipients. The copies share their
 * bytes. Mail about notifications is not linked: its records have the notification itself.
 */
export async function deliverInside(
  deps: MailDeps,
  trx: Transaction<Tables>,
  message: DraftRow,
  mailboxes: Iterable<string>,
  isLinked = true,
): Promise<void> {
  const { row, people, attachments } = message
  const receivedAt = deps.clock.now()
  const content = toRow({
    folder: 'inbox',
    messageId: row.message_id,
    subject: row.subject,
    from: { name: row.from_name, address: row.from_address },
    people: { ...people, bcc: [] },
    headers: z.array(z.object({ name: z.string(), value: z.string() })).parse(row.headers),
    text: row.text,
    html: row.html,
    receivedAt,
    isRead: false,
    flag: false,
  })
  const linked = linkedRow(row)
  for (const mailbox of mailboxes) {
    const id = deps.ids.pid()
    const copies = attachments.map((attachment) => ({
      id: deps.ids.pid(),
      name: attachment.name,
      mimeType: attachment.mime_type,
      size: attachment.size,
      contentId: attachment.content_id,
      storeKey: attachment.store_key,
    }))
    await insertCopy(trx, { ...content, id, mailbox, conversation_id: row.conversation_id }, copies)
    if (isLinked) await autoLink(deps, trx, { ...linked, id, mailbox, receivedAt })
    await notifyMailbox(deps, trx, mailbox, 'received')
  }
}
