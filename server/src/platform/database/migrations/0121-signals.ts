import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // What was told once is not told again, whatever happens to the server that told it.
  'create table signals_raised (key text primary key, at timestamptz not null)',
  // The day up to which reminders were looked for.
  'create table reminder_days (rule text primary key, day date not null)',
  `create index payments_still_due on payments (due_date) where status = 'DUE' and deleted_at is null`,
  // Files of permits in the order they came.
  `create index files_of_permits_as_done on files (updated_at) where status = 'done' and mime_type <> 'folder' and deleted_at is null and root like 'permits/%'`,
]

/** Rules that tell people: of steps, of days that come near, and of documents that came in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
