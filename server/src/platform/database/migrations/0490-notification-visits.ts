import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  'create table notification_visits (person text primary key, visited_at timestamptz not null)',
  // Whoever is here by now is told of what comes from now on.
  'insert into notification_visits (person, visited_at) select pid, now() from users',
  'create index notifications_to_person on notifications (recipient_user, sent_at) where deleted_at is null and recipient_user is not null',
  'create index notifications_to_org on notifications (recipient_org, sent_at) where deleted_at is null and recipient_org is not null',
]

/** When a person last opened the page of notifications. What was sent to them since counts in the menu. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
