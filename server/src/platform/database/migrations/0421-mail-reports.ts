import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // What a message reports of another one, and the Message-ID of that one.
  'alter table mail_messages add column report jsonb, add column report_of text',
  'create index mail_messages_report_of on mail_messages (report_of) where report_of is not null',
  // Messages written here, by which a report finds the one it is about.
  'create index mail_messages_written on mail_messages (message_id) where raw_key is null',
]

/** Delivery reports, read receipts and complaints. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
