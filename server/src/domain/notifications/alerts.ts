import type { Actor } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { readSql } from './message-history.ts'
import { read } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { inTransaction, run } from '#engine/write/writing.ts'

/** `GET /alerts/count`: how many alerts of the caller are unread, without snoozed ones. */
export async function countUnreadAlerts(deps: RecordDeps, actor: Actor): Promise<{ unreadCount: number }> {
  const [row] = await read(
    deps,
    sql`select (select coalesce(sum(t.n), 0) from alerts_counts t where t."user" = ${actor.pid} and t.is_read is not true)::bigint
      - (select count(*) from alerts s where s.snoozed_until is not null and s.deleted_at is null and s."user" = ${actor.pid} and s.is_read is not true) as count`,
    z.object({ count: z.number() }),
  )
  return { unreadCount: row?.count ?? 0 }
}

/** `POST /alerts/read-all`: marks every unread alert of the caller as read, except snoozed ones. */
export async function readAllAlerts(deps: RecordDeps, actor: Actor): Promise<{ updated: number }> {
  const now = deps.clock.now()
  const rows = await inTransaction(deps, (trx) =>
    run(
      deps.database,
      trx,
      sql`with ended as (update alerts set is_read = true, read_at = ${now}::timestamptz, version = version + 1, updated_at = ${now}::timestamptz, updated_by = ${actor.pid}
          where "user" = ${actor.pid} and is_read is not true and snoozed_until is null and deleted_at is null returning pid, version)
        ${readSql(now, actor.pid)} returning pid`,
      z.object({ pid: z.string() }),
    ),
  )
  if (rows.length > 0) deps.writes.notify()
  return { updated: rows.length }
}
