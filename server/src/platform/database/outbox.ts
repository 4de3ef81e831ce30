import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { insertHistorySql } from './insert-history.ts'
import type { Tables } from './tables.ts'

export interface OutboxEvent {
  collection: string
  pid: string
  action: string
  version: number
  actor: string | null
  at: Date
  changes?: unknown
}

/**
 * Writes an event as a history row, which the event stream of every server on this database reads, and
 * notifies the servers when the transaction commits. The record engine writes the events of records itself;
 * this function is for everything else (configuration, registry). An event that only tells open pages of
 * something is `keptUntil` a time; the others are kept for good.
 */
export async function appendEvent(
  trx: Transaction<Tables>,
  event: OutboxEvent,
  keptUntil?: Date,
): Promise<void> {
  await appendEvents(trx, [event], keptUntil)
}

/** Like `appendEvent`, for several events in one statement. */
export async function appendEvents(
  trx: Transaction<Tables>,
  events: readonly OutboxEvent[],
  keptUntil?: Date,
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ at, collection, pid, action, version, actor, changes = [] }) => ({
    at,
    collection,
    pid,
    action,
    version,
    actor,
    changes,
  }))
  const entries = insertHistorySql({
    at: sql.raw('e.at'),
    collection: sql.raw('e.collection'),
    pid: sql.raw('e.pid'),
    action: sql.raw('e.action'),
    version: sql.raw('e.version'),
    actor: sql.raw('e.actor'),
    changes: sql.raw('e.changes'),
    keptUntil,
    from: sql`from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e(at timestamptz, collection text, pid text, action text, version int, actor text, changes jsonb)`,
  })
  await entries.execute(trx)
  await sql`select pg_notify('history', '')`.execute(trx)
}
