import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Packages on their way say what their permits owe now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update rts r set fee_due = greatest(coalesce(p.balance, 0), 0), fee_ready = coalesce(p.balance, 0) <= 0
    from permits p where p.pid = r.permit and r.status in ('COLLECTING', 'CHECKING', 'BLOCKED', 'READY', 'SUBMITTING')`.execute(db)
}
