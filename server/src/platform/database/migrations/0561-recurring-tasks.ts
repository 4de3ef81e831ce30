import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  'alter table tasks add column previous_task text',
  // A closed task is followed by one task at most.
  'create unique index tasks_one_next on tasks (previous_task) where previous_task is not null and deleted_at is null',
]

/** The task that a recurring task follows. Source: decision 0112. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
