import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Unread alerts of payments that are due are found by their payment, and end with it; those of payments paid before now end here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index alerts_of_due_payments on alerts (related_pid) where kind = 'PAYMENT_DUE' and is_read is not true and deleted_at is null`.execute(
    db,
  )
  await sql`update alerts a set is_read = true, read_at = now(), version = a.version + 1 from payments y
    where y.pid = a.related_pid and a.kind = 'PAYMENT_DUE' and a.is_read is not true and a.deleted_at is null
      and y.status not in ('DUE', 'PENDING', 'FAILED', 'OVERDUE')`.execute(db)
}
