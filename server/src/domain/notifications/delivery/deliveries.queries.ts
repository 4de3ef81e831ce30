import type { Say } from '@portal/contract'
import { Delivery, deliveryStates } from '@portal/contract/notifications'
import type { Deliveries, DeliveryReason, DeliveryState } from '@portal/contract/notifications'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import type { Database } from '#platform/database/database.ts'
import type { PlatformDeps } from '#platform/deps.ts'
import type { GaugeValue } from '#platform/metrics/metrics.ts'
import { readStoredText } from '#platform/language/stored-message.ts'
import type { StoredDelivery } from './find-item.ts'

/** A delivery that still waits, locked until the transaction ends. */
export async function lockWaiting(trx: Transaction<Tables>, id: string): Promise<StoredDelivery | undefined> {
  return trx
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Ends deliveries that need no mail any more. */
export async function skip(
  trx: Transaction<Tables>,
  ids: readonly string[],
  reason: DeliveryReason,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('notification_deliveries')
    .set({ state: 'skipped', reason, ended_at: at })
    .where('id', 'in', ids)
    .execute()
}

export async function waitUntil(trx: Transaction<Tables>, id: string, until: Date): Promise<void> {
  await trx.updateTable('notification_deliveries').set({ due_at: until }).where('id', '=', id).execute()
}

export async function reroute(trx: Transaction<Tables>, id: string, way: 'mail' | 'digest'): Promise<void> {
  await trx.updateTable('notification_deliveries').set({ way }).where('id', '=', id).execute()
}

const Count = z.object({ count: z.number() })

/** Mails about notifications that wait in the outbox. */
export async function queueLength(database: Database): Promise<number> {
  const [row] = await database.query(
    `select count(distinct message)::int as count from notification_deliveries where state = 'sending'`,
    [],
    Count,
  )
  return row?.count ?? 0
}

const dayMs = 86_400_000

/** Values of the metric: mail that waits or is in the outbox, and mail that failed within a day. */
export async function countByState({
  database,
  clock,
}: Pick<PlatformDeps, 'database' | 'clock'>): Promise<GaugeValue[]> {
  const rows = await database.query(
    `select state, count(*)::int as count from notification_deliveries
      where state in ('waiting', 'sending') or (state = 'failed' and ended_at > $1) group by state`,
    [new Date(clock.now().getTime() - dayMs)],
    Count.extend({ state: z.string() }),
  )
  return ['waiting', 'sending', 'failed'].map((state) => ({
    labels: { state },
    value: rows.find((row) => row.state === state)?.count ?? 0,
  }))
}

const Row = z.object({
  id: z.string(),
  kind: z.string(),
  way: z.string(),
  state: z.string(),
  user: z.string(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  created_at: z.date(),
  due_at: z.date(),
  ended_at: z.date().nullable(),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  source: z.string(),
})

const pageSize = 50

/**
 * Failed mail can be sent again. Letters hold a link that works for a few days only, so a new one is made.
 */
const canResend = ({ state, source, reason }: z.infer<typeof Row>) =>
  state === 'failed' && source !== 'letter' && reason !== 'no-address'

/** A page of deliveries, newest first, with the number in each state. */
export async function listDeliveries(
  database: Database,
  { state, page, now, say }: { state: DeliveryState | null; page: number; now: Date; say: Say },
): Promise<Omit<Deliveries, 'channel'>> {
  const [rows, counted, [oldest]] = await Promise.all([
    database.query(
      `select d.id, d.kind, d.way, d.state, d."user", u.name, d.address, d.created_at, d.due_at, d.ended_at, d.reason, d.detail, d.source
        from notification_deliveries d left join users u on u.pid = d."user" where ${state === null ? '$1::text is null' : 'd.state = $1'}
        order by d.created_at desc, d.id desc limit ${pageSize} offset $2`,
      [state, (page - 1) * pageSize],
      Row,
    ),
    database.query(
      'select state, count(*)::int as count from notification_deliveries group by state',
      [],
      Count.extend({ state: z.enum(deliveryStates) }),
    ),
    database.query(
      `select min(created_at) as at from notification_deliveries where state = 'sending' or (state = 'waiting' and way = 'mail' and due_at <= $1)`,
      [now],
      z.object({ at: z.date().nullable() }),
    ),
  ])
  const of = (wanted: DeliveryState) => counted.find((each) => each.state === wanted)?.count ?? 0
  const counts = {
    waiting: of('waiting'),
    sending: of('sending'),
    sent: of('sent'),
    failed: of('failed'),
    skipped: of('skipped'),
  }
  const count = state === null ? counted.reduce((sum, each) => sum + each.count, 0) : counts[state]
  return {
    deliveries: rows.map((row) => toDelivery(row, say)),
    metadata: { count, page, pageSize },
    counts,
    oldestWaitingAt: oldest?.at?.toISOString() ?? null,
  }
}

function toDelivery(row: z.infer<typeof Row>, say: Say): Delivery {
  const { kind, way, state, name, address, reason, detail, id } = row
  return Delivery.parse({
    id,
    kind,
    way,
    state,
    person: name === null ? null : { pid: row.user, title: name },
    address,
    createdAt: row.created_at.toISOString(),
    dueAt: state === 'waiting' ? row.due_at.toISOString() : null,
    endedAt: row.ended_at?.toISOString() ?? null,
    reason,
    detail: detail === null ? null : readStoredText(detail, say),
    canResend: canResend(row),
  })
}
