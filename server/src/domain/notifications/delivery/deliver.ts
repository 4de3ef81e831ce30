import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { Post, PostingDeps } from '../../users/sign-in/system-mail.ts'
import { lockWaiting, queueLength, reroute, skip, waitUntil } from './deliveries.queries.ts'
import { decide } from './find-item.ts'
import type { StoredDelivery } from './find-item.ts'
import { findReceiver } from './receiver.ts'
import { renderNotification } from './render-mail.ts'
import { settleNotifications } from './settle-notifications.ts'
import { findSuppression } from './suppressions.ts'

const batchSize = 100
/** So many mails about notifications may wait in the outbox; people's own mail leaves before them. */
const maxInOutbox = 1_000
const maxFaults = 5
const retryMs = 60_000
const dayMs = 86_400_000
/** Ended deliveries are shown for this long. */
const keptForMs = 90 * dayMs

export interface DeliveryCounts {
  posted: number
  skipped: number
  failed: number
}

/** Decides about one delivery and, if it may leave, puts its mail into the outbox, in one transaction. */
export async function deliverOne(
  deps: PostingDeps,
  post: Post,
  delivery: StoredDelivery,
): Promise<keyof DeliveryCounts | null> {
  const receiver = await findReceiver(deps, delivery.user)
  return deps.database.kysely.transaction().execute(async (trx) => {
    const held = await lockWaiting(trx, delivery.id)
    if (held === undefined) return null
    const now = deps.clock.now()
    const decision = await decide(deps, trx, receiver, held)
    if (decision.outcome === 'skip') {
      await skip(trx, [held.id], decision.reason, now)
      return 'skipped'
    }
    if (decision.outcome === 'wait') {
      await waitUntil(trx, held.id, decision.until)
      return null
    }
    if (decision.outcome === 'reroute') {
      await reroute(trx, held.id, decision.way)
      return null
    }
    // Without a receiver the decision is to skip.
    if (receiver === undefined || (await findSuppression(trx, receiver.email)) !== null) {
      await skip(trx, [held.id], 'suppressed', now)
      return 'skipped'
    }
    const { publicOrigin, secretKey } = deps.environment
    const mail = renderNotification(receiver.language, decision.item, {
      publicOrigin,
      secretKey,
      pid: receiver.pid,
    })
    const posted = await post(trx, { ...mail, to: receiver.email, isNotification: true })
    await markSending(trx, [held.id], { ...posted, address: receiver.email })
    return 'posted'
  })
}

/** Records that the mail of these deliveries is in the outbox. */
export async function markSending(
  trx: Transaction<Tables>,
  ids: readonly string[],
  { message, messageId, address }: { message: string; messageId: string; address: string },
): Promise<void> {
  await trx
    .updateTable('notification_deliveries')
    .set({ state: 'sending', message, message_id: messageId, address })
    .where('id', 'in', ids)
    .execute()
}

/** A delivery that cannot be prepared is tried again later, then given up, and never holds up the others. */
async function onFault(
  { database, clock, log }: PostingDeps,
  { id, attempts }: StoredDelivery,
  error: unknown,
) {
  log.error({ err: error, delivery: id }, 'notification not prepared')
  const now = clock.now()
  const isLast = attempts + 1 >= maxFaults
  await database.kysely
    .updateTable('notification_deliveries')
    .set({
      attempts: attempts + 1,
      ...(isLast
        ? { state: 'failed' as const, reason: 'fault' as const, ended_at: now }
        : { due_at: new Date(now.getTime() + retryMs) }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Without outgoing mail notifications stay in the portal; messages that were to leave by mail say so. */
async function endWithoutMail({ database, clock }: PostingDeps): Promise<void> {
  await sql`delete from notification_deliveries where state = 'waiting' and source = 'alert'`.execute(
    database.kysely,
  )
  await sql`update notification_deliveries set state = 'failed', reason = 'no-mail', ended_at = ${clock.now()}
    where state = 'waiting' and source = 'notification'`.execute(database.kysely)
}

/**
 * One round of the scheduled task: puts the mail that is due into the outbox, ends messages whose mail has
 * left, and deletes old rows. Rounds may overlap: each delivery is locked while it is decided.
 */
export async function deliverNotifications(deps: PostingDeps, signal: AbortSignal): Promise<DeliveryCounts> {
  const counts: DeliveryCounts = { posted: 0, skipped: 0, failed: 0 }
  const post = await deps.openPost()
  if (post === null) await endWithoutMail(deps)
  for (let isMore = post !== null; isMore && !signal.aborted;) {
    const room = maxInOutbox - (await queueLength(deps.database))
    const due = await deps.database.kysely
      .selectFrom('notification_deliveries')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('way', '=', 'mail')
      .where('due_at', '<=', deps.clock.now())
      .orderBy('due_at')
      .limit(Math.max(0, Math.min(batchSize, room)))
      .execute()
    for (const delivery of due) {
      if (signal.aborted || post === null) break
      try {
        const done = await deliverOne(deps, post, delivery)
        if (done !== null) counts[done] += 1
      } catch (error) {
        counts.failed += 1
        await onFault(deps, delivery, error)
      }
    }
    deps.outbox.wake()
    isMore = due.length === batchSize
  }
  await settleNotifications(deps)
  await sql`delete from notification_deliveries where ended_at < ${new Date(deps.clock.now().getTime() - keptForMs)}`.execute(
    deps.database.kysely,
  )
  return counts
}
