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
 * Writes what happened as a history row, which the stream of every server on this database tails, and wakes them when the
 * transaction commits. Records are written by the record engine itself; this is for what is no record (configuration, registry).
 */
export async function appendEvent(trx: Transaction<Tables>, event: OutboxEvent): Promise<void> {
  const { at, collection, pid, action, version, actor, changes = [] } = event
  await sql`insert into history (at, collection, pid, action, version, actor, changes)
    values (${at}, ${collection}, ${pid}, ${action}, ${version}, ${actor}, ${JSON.stringify(changes)}::jsonb)`.execute(trx)
  await sql`select pg_notify('history', '')`.execute(trx)
}
