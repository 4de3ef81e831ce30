import type { Transaction } from 'kysely'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { MailDeps } from '../deps.ts'

/** A change in a mailbox, as sent to open pages. */
export type MailboxEvent = 'received' | 'changed' | 'draft' | 'outbox' | 'sent' | 'failed'

/**
 * Notifies open pages that a mailbox changed: the `mail` event has the key of the mailbox in `pid` and the
 * change in `action`.
 */
export async function notifyMailbox(
  deps: Pick<MailDeps, 'clock'>,
  trx: Transaction<Tables>,
  mailbox: string,
  action: MailboxEvent,
): Promise<void> {
  await appendEvent(trx, {
    collection: 'mail',
    pid: mailbox,
    action,
    version: 0,
    actor: null,
    at: deps.clock.now(),
  })
}
