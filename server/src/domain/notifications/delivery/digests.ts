import { zoneOr } from '@portal/contract'
import { endOfQuiet, lastDigestAt } from '@portal/contract/notifications'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { z } from 'zod'
import { officeZone } from '#platform/configuration/office-zone.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { Post, PostingDeps } from '../../users/sign-in/system-mail.ts'
import { reroute, skip } from './deliveries.queries.ts'
import { markSending } from './deliver.ts'
import { decide } from './find-item.ts'
import type { MailItem, StoredDelivery } from './find-item.ts'
import { findReceiver } from './receiver.ts'
import { renderDigest } from './render-mail.ts'
import { findSuppression } from './suppressions.ts'

export interface DigestCounts {
  digests: number
  skipped: number
  failed: number
}

/** Time zones, as people set them, of those with something for their digest. */
async function waitingZones({ database }: PostingDeps): Promise<(string | null)[]> {
  const rows = await database.query(
    `select distinct u.time_zone as zone from notification_deliveries d join users u on u.pid = d."user"
      where d.state = 'waiting' and d.way = 'digest'`,
    [],
    z.object({ zone: z.string().nullable() }),
  )
  return rows.map(({ zone }) => zone)
}

/** People of a time zone with something from before this digest who have not got it yet. */
async function peopleDue({ database }: PostingDeps, zone: string | null, digestAt: Date): Promise<string[]> {
  const rows = await database.query(
    `select distinct d."user" from notification_deliveries d join users u on u.pid = d."user"
      left join notification_digests g on g."user" = d."user"
      where d.state = 'waiting' and d.way = 'digest' and d.created_at < $2 and u.time_zone is not distinct from $1 and (g.at is null or g.at < $2)`,
    [zone, digestAt],
    z.object({ user: z.string() }),
  )
  return rows.map(({ user }) => user)
}

/** Locks the last digest of a person. Returns false when they have had this one. */
async function takeDigest(trx: Transaction<Tables>, user: string, digestAt: Date): Promise<boolean> {
  const { rows } = await sql`insert into notification_digests ("user", at) values (${user}, ${digestAt})
    on conflict ("user") do update set at = excluded.at where notification_digests.at < excluded.at returning 1`.execute(
    trx,
  )
  return rows.length > 0
}

/** Rows of the digest, locked, oldest first. */
function lockRows(trx: Transaction<Tables>, user: string, digestAt: Date): Promise<StoredDelivery[]> {
  return trx
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('user', '=', user)
    .where('state', '=', 'waiting')
    .where('way', '=', 'digest')
    .where('created_at', '<', digestAt)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** One person's digest: one mail of what still holds, or none. */
async function sendDigest(
  deps: PostingDeps,
  post: Post,
  user: string,
  digestAt: Date,
): Promise<'digests' | 'skipped' | null> {
  const receiver = await findReceiver(deps, user)
  const now = deps.clock.now()
  // Quiet hours hold the digest back as well.
  if (receiver !== undefined && endOfQuiet(receiver.zone, receiver.preferences.quietHours, now) !== null)
    return null
  return deps.database.kysely.transaction().execute(async (trx) => {
    if (!(await takeDigest(trx, user, digestAt))) return null
    const kept: string[] = []
    const items: MailItem[] = []
    for (const delivery of await lockRows(trx, user, digestAt)) {
      const decision = await decide(deps, trx, receiver, delivery)
      if (decision.outcome === 'skip') await skip(trx, [delivery.id], decision.reason, now)
      if (decision.outcome === 'reroute') await reroute(trx, delivery.id, decision.way)
      if (decision.outcome !== 'send') continue
      kept.push(delivery.id)
      items.push(decision.item)
    }
    if (receiver === undefined || items.length === 0) return 'skipped'
    if ((await findSuppression(trx, receiver.email)) !== null) {
      await skip(trx, kept, 'suppressed', now)
      return 'skipped'
    }
    const { publicOrigin, secretKey } = deps.environment
    const mail = renderDigest(receiver.language, items, { publicOrigin, secretKey, pid: user })
    const posted = await post(trx, { ...mail, to: receiver.email, isNotification: true })
    await markSending(trx, kept, { ...posted, address: receiver.email })
    return 'digests'
  })
}

/**
 * One round of the scheduled task: sends each person their digest once their clock has passed the time of it.
 * A server that was off then sends it when it is back, in one mail with what came since.
 */
export async function sendDigests(deps: PostingDeps, signal: AbortSignal): Promise<DigestCounts> {
  const counts: DigestCounts = { digests: 0, skipped: 0, failed: 0 }
  const post = await deps.openPost()
  if (post === null) return counts
  const office = await officeZone(deps)
  for (const zone of await waitingZones(deps)) {
    const digestAt = lastDigestAt(zoneOr(zone, office), deps.clock.now())
    for (const user of await peopleDue(deps, zone, digestAt)) {
      if (signal.aborted) return counts
      try {
        const done = await sendDigest(deps, post, user, digestAt)
        if (done !== null) counts[done] += 1
      } catch (error) {
        // The rows still wait, and the next round tries again.
        deps.log.error({ err: error, user }, 'digest not prepared')
        counts.failed += 1
      }
    }
  }
  deps.outbox.wake()
  return counts
}
