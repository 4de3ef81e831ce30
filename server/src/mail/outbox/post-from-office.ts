import { randomBytes } from 'node:crypto'
import { officeAddresses } from '#platform/configuration/office-addresses.ts'
import type { Post } from '#domain/users/sign-in/system-mail.ts'
import type { MailDeps } from '../deps.ts'
import { insertMessage } from '../inbound/insert-message.queries.ts'
import { insertSending } from './sendings.queries.ts'
import { notifyMailbox } from '../reading/notify-mailbox.ts'

/** Sender of messages of the portal itself. */
const nobody = ''
/** Sender of mail about notifications: its outcome belongs to their deliveries. */
export const notificationSender = 'notifications'
/** Mail about notifications is in no mailbox that people read, unless Microsoft keeps the mailboxes. */
const notificationMailbox = 'notifications'

/**
 * Sends mail from the main address of the office through its outbox, with the same retries and errors as any
 * message. Null when neither SMTP nor Graph is configured, or the office has no address.
 */
export async function openPost(deps: MailDeps): Promise<Post | null> {
  if (deps.environment.smtpUrl === null && deps.mail.carry === undefined) return null
  const [address] = await officeAddresses(deps)
  if (address === undefined) return null
  return async (trx, { to, subject, text, html = null, headers = [], isNotification = false }) => {
    const id = deps.ids.pid()
    const now = deps.clock.now()
    const messageId = `${id.toLowerCase()}.${randomBytes(6).toString('hex')}@${address.slice(address.lastIndexOf('@') + 1)}`
    const mailbox = isNotification && deps.mail.carry === undefined ? notificationMailbox : address
    await insertMessage(trx, {
      id,
      mailbox,
      folder: 'outbox',
      conversationId: id,
      messageId,
      subject,
      from: { name: 'Permit Portal', address },
      to: [{ name: '', address: to }],
      cc: [],
      bcc: [],
      replyTo: [],
      headers: [
        { name: 'Message-ID', value: `<${messageId}>` },
        { name: 'Auto-Submitted', value: 'auto-generated' },
        ...headers,
      ],
      text,
      html,
      receivedAt: now,
      isRead: true,
      flag: false,
      attachments: [],
    })
    await insertSending(trx, {
      id: deps.ids.pid(),
      message: id,
      mailbox,
      sender: isNotification ? notificationSender : nobody,
      idempotency_key: id,
      state: 'waiting',
      undo_until: now,
      due_at: now,
      pending: null,
      reason: null,
      claimed_by: null,
      claimed_until: null,
    })
    await notifyMailbox(deps, trx, mailbox, 'outbox')
    return { message: id, messageId }
  }
}
