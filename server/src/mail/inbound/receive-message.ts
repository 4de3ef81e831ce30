import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { joined, phrase } from '@portal/contract'
import type { MailReport } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { officeAddresses } from '#platform/configuration/office-addresses.ts'
import { putScanned } from '#domain/scanning/scan-bytes.ts'
import { onBounceReport } from '#domain/notifications/delivery/end-delivery.ts'
import type { MailDeps } from '../deps.ts'
import { alertSender, findReported } from '../outbox/alert-sender.ts'
import { authenticateMail } from '../authentication/authenticate-mail.ts'
import type { Envelope } from '../authentication/authenticate-mail.ts'
import { mailboxesAmong } from '../outbox/deliver-inside.ts'
import { autoLink, numbersIn } from '../linking/auto-link.ts'
import { insertCopy, toRow } from './insert-message.queries.ts'
import { notifyMailbox } from '../reading/notify-mailbox.ts'
import { isTemporary, sayableReason } from './read-report.ts'

/** Limits parallel writes: a message may have a thousand parts. */
const storedAtOnce = 16

async function keep(deps: MailDeps, bytes: Uint8Array, what: string): Promise<string> {
  const key = randomBytes(16).toString('hex')
  // An infected part is stored with its message, but never sent to anybody.
  await putScanned(deps, key, Readable.from(bytes.length === 0 ? [] : [bytes]), { size: bytes.length }, what)
  return key
}

/** Stores all parts or none; returns their keys. */
async function keepAll(deps: MailDeps, pieces: readonly Uint8Array[], what: string): Promise<string[]> {
  const keys: string[] = []
  for (let at = 0; at < pieces.length; at += storedAtOnce) {
    const puts = await Promise.allSettled(
      pieces.slice(at, at + storedAtOnce).map((bytes) => keep(deps, bytes, what)),
    )
    keys.push(...puts.flatMap((put) => (put.status === 'fulfilled' ? put.value : [])))
    const failed = puts.find((put) => put.status === 'rejected')
    if (failed === undefined) continue
    for (const key of keys) await deps.store.delete(key)
    throw failed.reason
  }
  return keys
}

/** The thread of the message it replies to, in this mailbox. */
async function findConversation(
  trx: Transaction<Tables>,
  mailbox: string,
  references: readonly string[],
): Promise<string | undefined> {
  if (references.length === 0) return undefined
  const known = trx
    .selectFrom('mail_messages')
    .select('conversation_id')
    .where('mailbox', '=', mailbox)
    .where('message_id', 'in', references)
  return (await known.orderBy('seq', 'desc').limit(1).executeTakeFirst())?.conversation_id
}

/**
 * A report to these mailboxes says that a message was not delivered: its sender is alerted, and the address
 * of
 * a notification gets no more of them.
 */
async function alertOfReport(
  deps: MailDeps,
  trx: Transaction<Tables>,
  report: MailReport | null,
  mailboxes: readonly string[],
): Promise<void> {
  const failed =
    report?.kind === 'delivery' ? report.recipients.filter(({ outcome }) => outcome === 'failed') : []
  if (report === null || report.messageId === '' || failed.length === 0) return
  const bounced = failed.map(({ address, reason: why }) => ({
    address,
    reason: sayableReason(why),
    isBounce: !isTemporary(why),
  }))
  if (await onBounceReport(deps, trx, report.messageId, bounced)) return
  const undelivered = await findReported(trx, report.messageId, mailboxes)
  if (undelivered === undefined) return
  const reason = joined(
    failed.flatMap(({ address, reason: why }) => [
      phrase('Not delivered to {{address}}.', { address }),
      ...(why === '' ? [] : [sayableReason(why)]),
    ]),
  )
  await alertSender(deps, trx, undelivered, reason)
}

/**
 * Stores a message from outside in the mailboxes of these recipients, all of them or none. The message is
 * stored once this resolves. A repeated Message-ID is a new message. Bytes, including the raw message, are
 * stored once.
 */
export async function receiveMessage(
  deps: MailDeps,
  raw: Buffer,
  recipients: readonly string[],
  envelope: Envelope,
): Promise<void> {
  const office = await officeAddresses(deps)
  const parsed = await deps.mailParser.parseMessage(raw)
  const authentication = await authenticateMail(deps, raw, parsed, envelope)
  const { attachments, references, to, cc, replyTo, ...message } = parsed
  const [rawKey = '', ...keys] = await keepAll(
    deps,
    [raw, ...attachments.map(({ bytes }) => bytes)],
    `a message from ${message.from.address}`,
  )
  const stored = attachments.map(({ bytes, ...attachment }, index) => ({
    ...attachment,
    size: bytes.length,
    storeKey: keys[index] ?? '',
  }))
  try {
    const receivedAt = deps.clock.now()
    const { subject, text, from } = message
    // The part that all mailboxes share is computed once, before the transaction.
    const row = toRow({
      ...message,
      authentication,
      sizeBytes: raw.length,
      people: { to, cc, bcc: [], replyTo },
      rawKey,
      receivedAt,
      folder: 'inbox',
      isRead: false,
      flag: false,
    })
    const numbers = numbersIn(subject, text)
    await deps.database.kysely.transaction().execute(async (trx) => {
      const mailboxes = await mailboxesAmong(trx, office, recipients)
      if (mailboxes.size === 0) throw new Error('None of the recipients has a mailbox any more.')
      for (const mailbox of new Set(mailboxes.values())) {
        const id = deps.ids.pid()
        const conversationId = (await findConversation(trx, mailbox, references)) ?? id
        const copies = stored.map((each) => ({ ...each, id: deps.ids.pid() }))
        await insertCopy(trx, { ...row, id, mailbox, conversation_id: conversationId }, copies)
        await autoLink(deps, trx, {
          id,
          mailbox,
          conversationId,
          subject,
          numbers,
          from: from.address,
          receivedAt,
          authentication,
        })
        await notifyMailbox(deps, trx, mailbox, 'received')
      }
      await alertOfReport(deps, trx, message.report, [...mailboxes.keys(), ...mailboxes.values()])
    })
  } catch (error) {
    for (const key of [rawKey, ...keys]) await deps.store.delete(key)
    throw error
  }
}
