import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The open tasks that escalate, which are looked through at short intervals. Source: decision 0112. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index tasks_to_escalate on tasks (seq) where escalation in ('SUPERVISOR', 'DIRECTOR')
        and status not in ('DONE', 'CANCELLED') and deleted_at is null and due_date is not null`,
    )
    .execute(db)
}
