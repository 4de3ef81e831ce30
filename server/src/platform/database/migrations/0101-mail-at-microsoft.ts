import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // What people granted at Microsoft, sealed with SECRET_KEY.
  `create table microsoft_grants (
    user_pid text primary key references users (pid) on delete cascade,
    refresh_token text not null,
    updated_at timestamptz not null
  )`,
  // How far each mailbox at Microsoft was looked through for new mail.
  `create table mail_watches (
    mailbox text primary key,
    delta_link text,
    looked_at timestamptz not null
  )`,
  // Threads are followed by the links alone, wherever their messages lie.
  `alter table mail_links add column conversation_id text not null default ''`,
  'update mail_links l set conversation_id = m.conversation_id from mail_messages m where m.id = l.message',
  'create index mail_links_thread on mail_links (mailbox, conversation_id)',
]

/** Mail that lies at Microsoft: who granted it, and how far new mail is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
