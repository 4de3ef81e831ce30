import type { Transaction } from 'kysely'
import { appendEvent } from '#database/outbox.ts'
import type { Tables } from '#database/tables.ts'
import type { Deps } from '../../deps.ts'

/** What happened in a mailbox, as the stream tells its readers. */
export type MailboxEvent = 'received' | 'changed' | 'draft' | 'outbox' | 'sent' | 'failed'

/**
 * Tells open pages that a mailbox changed: the `mail` event carries the key of the mailbox in `pid` and what
 * happened in `action`.
 */
export async function notifyMailbox(
  deps: Pick<Deps, 'clock'>,
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
