import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** How far the senders of messages from outside are proven, and links that are offered because they are not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail_messages add column authentication jsonb`.execute(db)
  await sql`alter table mail_links add column is_offered boolean not null default false`.execute(db)
}
