import { sql } from 'kysely'
import { z } from 'zod'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { inTransaction, run } from '#engine/write/writing.ts'

const batch = 500

/**
 * Brings back the alerts whose snooze has ended: they are in the list again, unread, and the stream tells
 * their reader. One statement, so that each comes back once. Returns how many.
 */
export async function endSnoozes(deps: RecordDeps): Promise<number> {
  const now = deps.clock.now()
  const ended = insertHistorySql({
    at: now,
    collection: 'alerts',
    pid: sql.raw('back.pid'),
    action: 'update',
    version: sql.raw('back.version'),
    actor: null,
    changes: sql`jsonb_build_array(
      jsonb_build_object('field', 'snoozedUntil', 'from', to_char(back.was at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'to', null),
      jsonb_build_object('field', 'isRead', 'from', back.was_read, 'to', false))`,
    from: sql.raw('from back'),
  })
  let total = 0
  for (;;) {
    const rows = await inTransaction(deps, (trx) =>
      run(
        deps.database,
        trx,
        sql`with due as (select seq, snoozed_until as was, is_read as was_read from alerts where snoozed_until <= ${now}::timestamptz and deleted_at is null
              order by snoozed_until limit ${batch}::int for update skip locked),
            back as (update alerts a set snoozed_until = null, is_read = false, read_at = null, version = a.version + 1, updated_at = ${now}::timestamptz
              from due where a.seq = due.seq returning a.pid, a.version, due.was, due.was_read)
          ${ended} returning pid`,
        z.object({ pid: z.string() }),
      ),
    )
    total += rows.length
    if (rows.length > 0) deps.writes.notify()
    if (rows.length < batch) return total
  }
}
