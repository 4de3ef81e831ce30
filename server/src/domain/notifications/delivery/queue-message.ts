import { toRole } from '@portal/contract'
import type { ValuesOf, collections } from '@portal/contract'
import { kindOfAlert, readPreferences, wayFor } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { run } from '#engine/write/writing.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { queuedSql } from './queue-deliveries.ts'
import type { QueuedDelivery } from './queue-deliveries.ts'

type MessageValues = ValuesOf<typeof collections.notifications>

/** SQL condition: the people (`users u`) that a message is addressed to. */
export function addressedTo({
  audience,
  recipientUser,
  recipientOrg,
  recipientRole,
}: MessageValues): RawBuilder<unknown> {
  if (audience === 'USER') return sql`u.pid = ${recipientUser}`
  if (audience === 'ORG') return sql`u.org = ${recipientOrg} and lower(trim(u.role)) = 'client'`
  if (audience === 'ROLE') return sql`lower(trim(u.role)) = lower(${recipientRole}::text)`
  return sql`true`
}

/** Queues a message by e-mail for everyone it is addressed to who gets its kind by mail. */
export async function queueMessage(
  { deps, trx, now }: WriteContext,
  pid: string,
  message: MessageValues,
): Promise<void> {
  const people = await run(
    deps.database,
    trx,
    sql`select u.pid, u.role, u.notification_prefs as preferences from users u
      where u.status = 'ACTIVE' and u.deleted_at is null and ${addressedTo(message)}`,
    z.object({ pid: z.string(), role: z.string().nullable(), preferences: z.unknown() }),
  )
  const kind = kindOfAlert(message.kind ?? null, null)
  const deliveries = people.flatMap(({ pid: user, role: given, preferences }): QueuedDelivery[] => {
    const role = toRole(given)
    const way = role === null ? 'off' : wayFor(role, readPreferences(preferences), kind)
    return way === 'mail' || way === 'digest' ? [{ id: deps.ids.pid(), sourcePid: pid, user, kind, way }] : []
  })
  if (deliveries.length > 0) await run(deps.database, trx, queuedSql('notification', deliveries, now))
}
