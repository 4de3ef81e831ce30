import { sql } from 'kysely'
import type { Transaction } from 'kysely'
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
 * this function is for everything else (configuration, registry).
 */
export async function appendEvent(trx: Transaction<Tables>, event: OutboxEvent): Promise<void> {
  await appendEvents(trx, [event])
}

/** Like `appendEvent`, for several events in one statement. */
export async function appendEvents(trx: Transaction<Tables>, events: readonly OutboxEvent[]): Promise<void> {
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
  await sql`insert into history (at, collection, pid, action, version, actor, changes)
    select at, collection, pid, action, version, actor, changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e(at timestamptz, collection text, pid text, action text, version int, actor text, changes jsonb)`.execute(
    trx,
  )
  await sql`select pg_notify('history', '')`.execute(trx)
}
