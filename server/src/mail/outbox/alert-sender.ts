import type { Sayable } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { localize } from '#platform/language/localize.ts'
import { alertTexts } from '#domain/notifications/alert-texts.ts'
import { alertPerson } from '#domain/notifications/personal-alerts.ts'
import type { MailDeps } from '../deps.ts'

/** A sent message that was not delivered. */
export interface UndeliveredMessage {
  /** Pid of the sender; empty for messages of the portal itself, which raise no alert. */
  sender: string
  id: string
  mailbox: string
  folder: string
  subject: string
}

const maxSubjectLength = 100
const maxReasonLength = 1_000

/** Alerts the sender that a message was not sent or not delivered, with the reason and a link. */
export async function alertSender(
  deps: MailDeps,
  trx: Transaction<Tables>,
  message: UndeliveredMessage,
  reason: Sayable,
): Promise<void> {
  const { sender, id, mailbox, folder, subject } = message
  if (sender === '') return
  const query = new URLSearchParams({ folder, ...(mailbox !== sender && { mailbox }) })
  await alertPerson({ deps, trx, now: deps.clock.now() }, sender, {
    rule: 'mail-not-delivered',
    severity: 'WARNING',
    words: (language) => {
      const say = alertTexts(language)
      const named =
        subject.trim() === '' ? say('noSubject') : subject.slice(0, maxSubjectLength).toWellFormed()
      const title = say(folder === 'outbox' ? 'mailNotSent' : 'mailNotDelivered', { subject: named })
      return { title, message: localize(language)(reason).slice(0, maxReasonLength).toWellFormed() }
    },
    link: `/mail/${encodeURIComponent(id)}?${query.toString()}`,
  })
}

/** The portal's message with this Message-ID, if a report to these mailboxes may be about it. */
export async function findReported(
  trx: Transaction<Tables>,
  messageId: string,
  mailboxes: readonly string[],
): Promise<UndeliveredMessage | undefined> {
  if (mailboxes.length === 0) return undefined
  return trx
    .selectFrom('mail_messages')
    .innerJoin('mail_sendings', 'mail_sendings.message', 'mail_messages.id')
    .select([
      'mail_sendings.sender',
      'mail_messages.id',
      'mail_messages.mailbox',
      'mail_messages.folder',
      'mail_messages.subject',
    ])
    .where('mail_messages.raw_key', 'is', null)
    .where('mail_messages.message_id', '=', messageId)
    .where('mail_sendings.state', '<>', 'taken-back')
    .where((where) =>
      where.or([
        where('mail_messages.mailbox', 'in', mailboxes),
        where('mail_messages.from_address', 'in', mailboxes),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
}
