import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table calendar_feeds (
    id text primary key,
    user_pid text not null references users (pid) on delete cascade,
    view text,
    token_hash text not null unique,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  'create index calendar_feeds_of_person on calendar_feeds (user_pid, created_at desc)',
  // The calendar reads these dates by day.
  'create index tasks_by_reminder on tasks (remind_at) where remind_at is not null and deleted_at is null',
  'create index conditions_due on conditions (due_date) where due_date is not null',
]

/** Secret addresses of calendars. Only the hash of the token in the address is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
