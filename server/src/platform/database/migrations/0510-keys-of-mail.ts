import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The sweep of files asks which keys belong to messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mail_messages_raw_key on mail_messages (raw_key) where raw_key is not null`.execute(db)
}
