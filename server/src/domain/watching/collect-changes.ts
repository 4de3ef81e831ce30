import { historyActions } from '@portal/contract'
import type { HistoryAction } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import { internalNote } from '#engine/history/history-actions.ts'
import { run } from '#engine/write/writing.ts'
import type { DomainDeps } from '#domain/deps.ts'

/** What happens to a record and is no news for its watchers. */
const untold: readonly string[] = ['create', 'import', 'delete', 'restore', 'read'] satisfies HistoryAction[]
const toldActions = [...historyActions.filter((action) => !untold.includes(action)), internalNote]
/** Of more changes that were not told yet, the latest are kept. */
const maxPending = 100

const Horizon = z.object({ xmin: z.number(), next: z.number() })

/** Notes for each watcher the new changes of the transactions from `from` up to `to` by somebody else. */
function notePendingSql(from: number, to: number) {
  return sql`with news as materialized (
      select h.id, h.at, h.pid, h.actor from record_history h where h.xid >= ${from}::bigint and h.xid < ${to}::bigint and h.action = any(${toldActions}::text[])
        and exists (select 1 from record_watches w where w.record_pid = h.pid)
    ), told as (
      select w.user_pid, w.record_pid, min(n.at) as at, array_agg(n.id order by n.id) as ids from news n
        join record_watches w on w.record_pid = n.pid and w.user_pid is distinct from n.actor and w.created_at <= n.at group by 1, 2
    ) update record_watches w set pending_since = coalesce(w.pending_since, told.at),
        pending = (w.pending || told.ids)[greatest(1, cardinality(w.pending) + cardinality(told.ids) - ${maxPending - 1}::int):]
      from told where w.user_pid = told.user_pid and w.record_pid = told.record_pid`
}

/**
 * Reads the history from where it was read last, and notes what watchers are to be told. Reads whole
 * transactions that have ended, so that each entry is seen once, in whatever order they commit. Does nothing
 * while another server does it.
 */
export async function collectChanges(deps: Pick<DomainDeps, 'database'>): Promise<void> {
  const { database } = deps
  await database.kysely.transaction().execute(async (trx: Transaction<Tables>) => {
    const [position] = await run(
      database,
      trx,
      sql`select xid from watch_position where id = 1 for update skip locked`,
      z.object({ xid: z.number() }),
    )
    if (position === undefined) return
    const [horizon] = await run(
      database,
      trx,
      sql`select (pg_snapshot_xmin(s)::text)::bigint as xmin, (pg_snapshot_xmax(s)::text)::bigint as next from pg_current_snapshot() s`,
      Horizon,
    )
    if (horizon === undefined || horizon.xmin === position.xid) return
    // A position beyond the database comes from another one, through a backup: reading begins here.
    if (position.xid < horizon.xmin) await run(database, trx, notePendingSql(position.xid, horizon.xmin))
    if (position.xid < horizon.xmin || position.xid > horizon.next)
      await trx.updateTable('watch_position').set({ xid: horizon.xmin }).where('id', '=', 1).execute()
  })
}
