import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Tells of a message whether it is the newest of its conversation in its folder, and how many conversations a folder has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mail_messages_of_folder on mail_messages (mailbox, folder, conversation_id, received_at desc, seq desc)`.execute(db)
}
