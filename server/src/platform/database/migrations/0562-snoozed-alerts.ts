import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // Alerts whose time has passed long ago come back without a notice.
  'update alerts set snoozed_until = null where snoozed_until <= now()',
  'create index alerts_snoozed on alerts (snoozed_until) where snoozed_until is not null and deleted_at is null',
  'create index alerts_to_acknowledge on alerts (created_at) where ack_required and acknowledged_at is null and deleted_at is null',
]

/** Snoozed alerts, which come back at their time, and alerts that wait for their acknowledgment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
