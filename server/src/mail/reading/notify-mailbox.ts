import type { Transaction } from 'kysely'
import { endOfEvent } from '#platform/database/event-months.ts'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { MailDeps } from '../deps.ts'

/** A change in a mailbox, as sent to open pages. */
export type MailboxEvent = 'received' | 'changed' | 'draft' | 'outbox' | 'sent' | 'failed'

/**
 * Notifies open pages that a mailbox changed: the `mail` event has the key of the mailbox in `pid` and the
 * change in `action`. Nobody reads it later, so it goes after a month or two.
 */
export async function notifyMailbox(
  deps: Pick<MailDeps, 'clock'>,
  trx: Transaction<Tables>,
  mailbox: string,
  action: MailboxEvent,
): Promise<void> {
  const at = deps.clock.now()
  const event = { collection: 'mail', pid: mailbox, action, version: 0, actor: null, at }
  await appendEvent(trx, event, endOfEvent(at))
}
