import { Refusal, collections } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { getRecord } from '#engine/query/get-record.ts'
import { read, todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { lockVisible } from '#engine/transitions/lock-visible.ts'
import { diffRecord, saveChanges } from '#engine/write/save-changes.ts'
import { inRepeatableTransaction } from '#engine/write/writing.ts'

/**
 * `POST /alerts/{pid}/acknowledge`: the reader of an alert confirms that they know of it, which also marks
 * it as read. Returns the alert as JSON text; a second call changes nothing. Throws 404 for an alert of
 * somebody else, 409 for one that asks for no acknowledgment.
 */
export async function acknowledgeAlert(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<string> {
  await inRepeatableTransaction(deps, async (trx) => {
    const now = deps.clock.now()
    const opened = { deps, trx, actor, declaration: collections.alerts, now, today: todayOf(deps, actor) }
    const { context, before, version } = await lockVisible(opened, pid)
    if (before.ackRequired !== true) {
      const reason = 'This alert does not ask for an acknowledgment.'
      throw new Refusal('transition-refused', reason, { unmet: [reason] })
    }
    if (before.acknowledgedAt !== null) return
    const at = now.toISOString()
    const readAt = before.isRead === true ? before.readAt : at
    const values = { acknowledgedAt: at, acknowledgedBy: actor.pid, isRead: true, readAt }
    await saveChanges(context, pid, version + 1, diffRecord(before, values))
  })
  deps.writes.notify()
  return getRecord(deps, actor, declaration, pid)
}

const maxListed = 200

const Unacknowledged = z.object({
  pid: z.string(),
  title: z.string(),
  severity: z.string().nullable(),
  createdAt: z.date().transform((at) => at.toISOString()),
  person: z.object({ pid: z.string(), title: z.string() }),
})

/** `GET /alerts/unacknowledged`: for staff, who has not acknowledged what yet, longest first. */
export async function listUnacknowledged(deps: RecordDeps): Promise<unknown> {
  const rows = await read(
    deps,
    sql`select t.pid, t.title, t.severity, t.created_at as "createdAt", json_build_object('pid', u.pid, 'title', coalesce(u.name, u.email)) as person
      from alerts t join users u on u.pid = t."user" and u.status = 'ACTIVE' and u.deleted_at is null
      where t.ack_required and t.acknowledged_at is null and t.deleted_at is null
      order by t.created_at, t.seq limit ${maxListed}::int`,
    Unacknowledged,
  )
  return { alerts: rows }
}
