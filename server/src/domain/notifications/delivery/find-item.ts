import { collections, findCollection } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { endOfQuiet, isMandatory, kindOfAlert, wayFor, wayForAlert } from '@portal/contract/notifications'
import type { DeliveryReason, NotificationKind } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { Selectable, Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { hasPid } from '#engine/query/get-record.ts'
import { todayOf } from '#engine/query/reading.ts'
import { readableRowsOf } from '#engine/query/visibility.ts'
import { run } from '#engine/write/writing.ts'
import type { DomainDeps } from '../../deps.ts'
import type { NotificationDeliveryTable } from './deliveries.tables.ts'
import { isResolved } from './is-resolved.ts'
import type { Receiver } from './receiver.ts'

export type StoredDelivery = Selectable<NotificationDeliveryTable>

/** A notification as its receiver may read it now. */
export interface MailItem {
  title: string
  message: string
  kind: NotificationKind
  /** Path in the portal; null when it leads nowhere. */
  path: string | null
  /** The permit or record it is about; items about one stand together in a digest. */
  about: string | null
  at: Date
}

/** What becomes of a delivery that is due. */
export type Decision =
  | { outcome: 'send'; item: MailItem }
  | { outcome: 'wait'; until: Date }
  /** The person chose another way since it was queued. */
  | { outcome: 'reroute'; way: 'mail' | 'digest' }
  | { outcome: 'skip'; reason: DeliveryReason }

const Found = z.object({
  title: z.string().nullable(),
  message: z.string().nullable(),
  kind: z.string().nullable(),
  rule: z.string().nullable(),
  is_read: z.boolean().nullable(),
  related_type: z.string().nullable(),
  related_pid: z.string().nullable(),
  link: z.string().nullable(),
  created_at: z.date(),
  on_behalf_of: z.string().nullable(),
})
type Found = z.infer<typeof Found>

type Reading = Pick<DomainDeps, 'database' | 'clock'>

const columns = {
  alert: sql`t.title, t.message, t.kind, t.rule, t.is_read, t.related_type, t.related_pid, t.link, t.created_at, t.on_behalf_of`,
  notification: sql`t.subject as title, t.body as message, t.kind, null::text as rule, false as is_read, t.related_type, t.related_pid,
    null::text as link, t.created_at, null::text as on_behalf_of`,
}

/** The alert or message, if its receiver may read it now. */
async function findSource(
  deps: Reading,
  trx: Transaction<Tables>,
  actor: Actor,
  { source, source_pid: pid }: StoredDelivery,
): Promise<Found | undefined> {
  if (source === 'letter') return undefined
  const declaration = source === 'alert' ? collections.alerts : collections.notifications
  const rows = readableRowsOf(declaration, actor, todayOf(deps, actor))
  if (rows === null) return undefined
  const [found] = await run(
    deps.database,
    trx,
    sql`select ${columns[source]} ${rows.narrow({ kind: 'and', nodes: [] }, hasPid(pid)).from()}`,
    Found,
  )
  return found
}

/**
 * The permit or record of a notification, or why there is nothing to send: it may not be read, or the
 * notification holds no longer. Notifications about no record hold until they are read.
 */
async function findSubject(
  deps: Reading,
  trx: Transaction<Tables>,
  actor: Actor,
  closed: ReadonlySet<string>,
  { related_type: type, related_pid: pid, kind, created_at: at, on_behalf_of: onBehalfOf }: Found,
): Promise<{ reason: DeliveryReason } | { about: string | null }> {
  if (type === null || pid === null) return { about: null }
  const declaration = findCollection(type)
  if (declaration === undefined || closed.has(declaration.name)) return { reason: 'not-visible' }
  // A record may have moved to another projection of its table since, such as a permit that was processed.
  const alike = Object.values(collections).filter(({ table }) => table === declaration.table)
  for (const each of alike) {
    const rows = closed.has(each.name) ? null : readableRowsOf(each, actor, todayOf(deps, actor))
    if (rows === null) continue
    const [found] = await run(
      deps.database,
      trx,
      sql`select to_jsonb(t) as row ${rows.narrow({ kind: 'and', nodes: [] }, hasPid(pid)).from()}`,
      z.object({ row: z.looseObject({ permit: z.string().nullish() }) }),
    )
    if (found === undefined) continue
    const isDone = isResolved({ kind, table: declaration.table, row: found.row, actor, onBehalfOf, at })
    return isDone ? { reason: 'resolved' } : { about: found.row.permit ?? pid }
  }
  return { reason: 'not-visible' }
}

/** The path of what a notification is about. */
function pathOf(
  { source, source_pid: pid }: StoredDelivery,
  found: Found,
  kind: NotificationKind,
): string | null {
  if (found.link !== null) return found.link
  const [type, of] =
    found.related_type !== null && found.related_pid !== null
      ? [found.related_type, found.related_pid]
      : source === 'notification'
        ? ['notifications', pid]
        : [null, null]
  if (type === null) return kind === 'SECURITY' ? '/account' : null
  return findCollection(type)?.page?.replace('{pid}', () => encodeURIComponent(of)) ?? null
}

/**
 * Decides about a delivery that is due, by what its receiver is and may read now: the choice of ways, quiet
 * hours, the row rules of the notification and of its record, and whether it still holds.
 */
export async function decide(
  deps: Reading,
  trx: Transaction<Tables>,
  receiver: Receiver | undefined,
  delivery: StoredDelivery,
): Promise<Decision> {
  const actor = receiver?.actor ?? null
  if (receiver === undefined || actor === null) return { outcome: 'skip', reason: 'person-inactive' }
  if (receiver.email === '') return { outcome: 'skip', reason: 'no-address' }
  const found = await findSource(deps, trx, actor, delivery)
  if (found === undefined) return { outcome: 'skip', reason: 'not-visible' }
  const { kind: given, rule } = found
  const kind = kindOfAlert(given, rule)
  const { preferences, zone } = receiver
  const way =
    delivery.source === 'alert'
      ? wayForAlert(actor.role, preferences, { kind: given, rule })
      : wayFor(actor.role, preferences, kind)
  if (way === 'portal' || way === 'off') return { outcome: 'skip', reason: 'switched-off' }
  if (found.is_read === true) return { outcome: 'skip', reason: 'read' }
  const subject = await findSubject(deps, trx, actor, receiver.closed, found)
  if ('reason' in subject) return { outcome: 'skip', reason: subject.reason }
  if (way !== delivery.way) return { outcome: 'reroute', way }
  const until = isMandatory(kind) ? null : endOfQuiet(zone, preferences.quietHours, deps.clock.now())
  if (way === 'mail' && until !== null) return { outcome: 'wait', until }
  const item: MailItem = {
    title: found.title ?? '',
    message: found.message ?? '',
    kind,
    path: pathOf(delivery, found, kind),
    about: subject.about,
    at: found.created_at,
  }
  return { outcome: 'send', item }
}
