import type { Role } from '@portal/contract'
import { kindOfAlert, readPreferences, wayForAlert } from '@portal/contract/notifications'
import type { DeliveryKind } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** An alert about to be written for a person. */
interface PendingAlert {
  role: Role
  /** `users.notification_prefs`. */
  preferences: unknown
  kind: string
  rule: string
}

/** How an alert reaches its person: in the portal or not at all, and whether mail is sent about it. */
export interface AlertRoute {
  isShown: boolean
  mail: { way: 'mail' | 'digest'; kind: DeliveryKind } | null
}

/** The route of an alert by the choices of its person. */
export function routeOf({ role, preferences, kind, rule }: PendingAlert): AlertRoute {
  const way = wayForAlert(role, readPreferences(preferences), { kind, rule })
  return {
    isShown: way !== 'off',
    mail: way === 'mail' || way === 'digest' ? { way, kind: kindOfAlert(kind, rule) } : null,
  }
}

/** A delivery to be queued: its id, source and receiver. */
export interface QueuedDelivery {
  id: string
  sourcePid: string
  user: string
  kind: DeliveryKind
  way: 'mail' | 'digest'
}

/**
 * Queues mail in the statement that writes its notifications. Whether it may be sent is decided when it
 * leaves.
 */
export function queuedSql(
  source: 'alert' | 'notification',
  deliveries: readonly QueuedDelivery[],
  at: Date,
): RawBuilder<unknown> {
  return sql`insert into notification_deliveries (id, source, source_pid, "user", kind, way, state, due_at, created_at)
    select d.id, ${source}, d."sourcePid", d."user", d.kind, d.way, 'waiting', ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb) as d(id text, "sourcePid" text, "user" text, kind text, way text)
    on conflict (source, source_pid, "user") do nothing`
}
