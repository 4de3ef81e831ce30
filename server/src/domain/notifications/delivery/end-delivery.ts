import { Refusal, inEnglish, notificationStatus } from '@portal/contract'
import type { Sayable } from '@portal/contract'
import type { DeliveryReason } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { localize } from '#platform/language/localize.ts'
import { toStoredText } from '#platform/language/stored-message.ts'
import type { DomainDeps } from '../../deps.ts'
import { alertTexts } from '../alert-texts.ts'
import { alertAdministrators } from '../personal-alerts.ts'
import { decide } from './find-item.ts'
import { findReceiver } from './receiver.ts'
import { suppress } from './suppressions.ts'

const rule = 'notification-not-delivered'
/** Administrators get one alert in this time, however much mail fails. */
const alertEveryMs = 3_600_000
const maxDetailLength = 1_000

type EndDeps = Pick<DomainDeps, 'database' | 'ids' | 'clock'>

/** How the mail of a delivery ended in the outbox. */
export interface DeliveryEnd {
  state: 'sent' | 'failed'
  attempts: number
  /** What the mail server answered. */
  detail: Sayable | null
  /**
   * `bounced`: the address refused the mail for good. `unconfirmed`: the mail may have arrived, so it is sent
   * again only by a person.
   */
  reason: Extract<DeliveryReason, 'bounced' | 'unconfirmed' | 'not-sent'>
}

/** The answer as a column keeps it: each administrator reads it in their language. */
function toDetail(said: Sayable | null): string | null {
  if (said === null) return null
  const stored = toStoredText(said)
  return (stored.length > maxDetailLength ? inEnglish(said).slice(0, maxDetailLength) : stored).toWellFormed()
}

async function alertOnce(deps: EndDeps, trx: Transaction<Tables>, now: Date, said: Sayable): Promise<void> {
  const known = await trx
    .selectFrom('alerts')
    .select('pid')
    .where('rule', '=', rule)
    .where('created_at', '>', new Date(now.getTime() - alertEveryMs))
    .executeTakeFirst()
  if (known !== undefined) return
  await alertAdministrators(
    { deps, trx, now },
    {
      rule,
      severity: 'WARNING',
      words: (language) => {
        const say = alertTexts(language)
        const detail = localize(language)(said).slice(0, maxDetailLength).toWellFormed()
        return { title: say('notificationsFail'), message: say('notificationsFailMeans', { detail }) }
      },
      link: '/settings/delivery?state=failed',
    },
  )
}

/** Records how the mail with this message id ended, for every delivery in it. */
export async function endDelivery(
  deps: EndDeps,
  trx: Transaction<Tables>,
  message: string,
  { state, attempts, detail, reason }: DeliveryEnd,
): Promise<void> {
  const now = deps.clock.now()
  const said = toDetail(detail)
  const ended = await trx
    .updateTable('notification_deliveries')
    .set({
      state,
      attempts,
      ended_at: now,
      ...(state === 'failed' ? { reason, detail: said } : { reason: null, detail: null }),
    })
    .where('message', '=', message)
    .where('state', '=', 'sending')
    .returning('address')
    .execute()
  if (state === 'sent') return
  for (const address of new Set(ended.map((each) => each.address)))
    if (reason === 'bounced' && address !== null) await suppress(trx, address, said ?? '', now)
  if (ended.length > 0) await alertOnce(deps, trx, now, detail ?? '')
}

/** Puts deliveries whose mail was taken out of the outbox back into their queue. */
export async function requeue(trx: Transaction<Tables>, message: string, at: Date): Promise<void> {
  const rows = await trx
    .updateTable('notification_deliveries')
    .set({ state: 'waiting', message: null, message_id: null, due_at: at })
    .where('message', '=', message)
    .where('state', '=', 'sending')
    .returning(['user', 'way'])
    .execute()
  // Nobody got this digest, so its person is due for it again.
  for (const { user } of rows.filter(({ way }) => way === 'digest'))
    await trx.deleteFrom('notification_digests').where('user', '=', user).execute()
}

/**
 * Whether the mail with this message id may no longer be sent as it is, because a receiver or a record
 * changed
 * while it waited in the outbox.
 */
export async function isOutdated(deps: DomainDeps, message: string): Promise<boolean> {
  const deliveries = await deps.database.kysely
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('message', '=', message)
    .where('state', '=', 'sending')
    .where('source', '<>', 'letter')
    .execute()
  for (const delivery of deliveries) {
    const receiver = await findReceiver(deps, delivery.user)
    const decision = await deps.database.kysely
      .transaction()
      .execute((trx) => decide(deps, trx, receiver, delivery))
    if (decision.outcome === 'skip' || receiver?.email !== delivery.address) return true
  }
  return false
}

/**
 * A delivery report says that mail with this Message-ID did not reach these addresses. Only a server on its
 * way knows the Message-ID, so the address is not used any more. Returns whether it was a notification.
 */
export async function onBounceReport(
  deps: EndDeps,
  trx: Transaction<Tables>,
  messageId: string,
  failed: readonly { address: string; reason: Sayable; isBounce: boolean }[],
): Promise<boolean> {
  const now = deps.clock.now()
  const found = await trx
    .selectFrom('notification_deliveries')
    .select(['id', 'address'])
    .where('message_id', '=', messageId)
    .where('state', 'in', ['sent', 'sending'])
    .forUpdate()
    .execute()
  const [first] = found
  if (first === undefined || first.address === null) return found.length > 0
  const address = first.address.toLowerCase()
  // An address that forwards is reported under the name it forwards to, and one mail has one receiver.
  const report = failed.find((each) => each.address.toLowerCase() === address) ?? failed[0]
  const said = report?.reason ?? ''
  const isBounce = report?.isBounce === true
  const detail = toDetail(said) ?? ''
  await trx
    .updateTable('notification_deliveries')
    .set({ state: 'failed', reason: isBounce ? 'bounced' : 'not-sent', detail, ended_at: now })
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .execute()
  if (isBounce) await suppress(trx, address, detail, now)
  await alertOnce(deps, trx, now, said)
  return true
}

/** `POST /api/delivery/{id}/resend`: a person has failed mail sent again. Throws 404, 409. */
export async function resendDelivery(deps: DomainDeps, id: string): Promise<void> {
  const now = deps.clock.now()
  await deps.database.kysely.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('notification_deliveries')
      .select(['state', 'source', 'source_pid'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (found === undefined) throw new Refusal('not-found', 'This notification was not found.')
    if (found.state !== 'failed' || found.source === 'letter') {
      const sentence = 'Only notifications that could not be sent can be sent again.'
      throw new Refusal('transition-refused', sentence, { unmet: [sentence] })
    }
    await trx
      .updateTable('notification_deliveries')
      .set({
        state: 'waiting',
        due_at: now,
        attempts: 0,
        ended_at: null,
        reason: null,
        detail: null,
        message: null,
      })
      .where('id', '=', id)
      .execute()
    if (found.source === 'notification')
      await sql`update notifications set status = ${notificationStatus.QUEUED}, failed_reason = null, version = version + 1, updated_at = ${now}
        where pid = ${found.source_pid} and status = ${notificationStatus.FAILED}`.execute(trx)
  })
}
