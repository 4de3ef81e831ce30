import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // Adding a column with a constant default rewrites no rows.
  'alter table mail_messages add column needs_reading boolean not null default false',
  `update mail_messages m set needs_reading = true where raw_key is not null
    or (folder <> 'drafts' and exists (select 1 from mail_attachments a where a.message_seq = m.seq and a.content_id is not null))`,
  'create index mail_messages_needs_reading on mail_messages (seq) where needs_reading',
]

/** Messages that are to be read again from what came, since more of them is read than when they were kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
