import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  'alter table mail_messages add column deleted_at timestamptz',
  "create index mail_messages_deleted on mail_messages (deleted_at) where folder = 'deleteditems'",
]

/** When a message was moved to the deleted items. Null for older ones: the retention counts from its first run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
