import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Open records by assignee and due date. Only open ones are in the indexes, so that they stay small. */
const statements = [
  `create index permits_open_work on permits (assigned_to, target_date)
    where bucket = 'processing' and status <> 'DRAFT' and deleted_at is null`,
  `create index tasks_open_work on tasks (assigned_to, due_date)
    where audience = 'INTERNAL' and status not in ('DONE', 'CANCELLED') and deleted_at is null`,
  `create index rts_open_work on rts (assigned_to, submit_by)
    where status not in ('SUBMITTED', 'RETURNED', 'CANCELLED') and deleted_at is null`,
]

/** The workload of people by week, from indexes alone. Source: decision 0120. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
