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
 * Writes what happened as a history row, which the stream of every server on this database tails, and wakes
 * them when the transaction commits. Records are written by the record engine itself; this is for what is no
 * record (configuration, registry).
 */
export async function appendEvent(trx: Transaction<Tables>, event: OutboxEvent): Promise<void> {
  await appendEvents(trx, [event])
}

/** The same for many that happened at once, in one statement. */
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
