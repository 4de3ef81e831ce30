import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { endDelivery, requeue } from '#domain/notifications/delivery/end-delivery.ts'
import type { DeliveryEnd } from '#domain/notifications/delivery/end-delivery.ts'
import type { MailDeps } from '../deps.ts'
import type { StoredSending } from './sendings.queries.ts'

/** Deletes a mail about notifications with its sending. Its deliveries keep what became of it. */
async function deleteMail(trx: Transaction<Tables>, { id, message, mailbox }: StoredSending): Promise<void> {
  await trx.deleteFrom('mail_sendings').where('id', '=', id).execute()
  await trx.deleteFrom('mail_messages').where('mailbox', '=', mailbox).where('id', '=', message).execute()
}

/**
 * Ends a mail about notifications. It is not kept: it may hold what its receiver may no longer read, or the
 * link of an invitation. A failed one is written anew when it is sent again.
 */
export async function endNotification(
  deps: MailDeps,
  trx: Transaction<Tables>,
  sending: StoredSending,
  end: DeliveryEnd,
): Promise<void> {
  await endDelivery(deps, trx, sending.message, end)
  await deleteMail(trx, sending)
}

/** Takes a mail about notifications out of the outbox, so that it is written anew from what holds now. */
export async function withdrawNotification(
  trx: Transaction<Tables>,
  sending: StoredSending,
  at: Date,
): Promise<void> {
  await requeue(trx, sending.message, at)
  await deleteMail(trx, sending)
}
