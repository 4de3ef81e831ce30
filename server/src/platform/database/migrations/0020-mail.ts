import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table mail_messages (
    seq bigint generated always as identity primary key,
    id text not null unique,
    mailbox text not null check (mailbox = lower(mailbox)),
    folder text not null check (folder in ('inbox', 'archive', 'conversationhistory', 'deleteditems', 'drafts', 'junkemail', 'outbox', 'sentitems')),
    conversation_id text not null,
    message_id text not null,
    subject text not null,
    from_name text not null,
    from_address text not null,
    people jsonb not null,
    headers jsonb not null,
    preview text not null,
    text text not null,
    html text,
    received_at timestamptz not null,
    is_read boolean not null,
    flag boolean not null,
    search_text text not null
  )`,
  // The list's own order, newest first.
  'create index mail_messages_listing on mail_messages (mailbox, folder, received_at desc, seq desc)',
  // Counts of a mailbox are read from this index alone.
  'create index mail_messages_unread on mail_messages (mailbox, folder, is_read)',
  'create index mail_messages_conversation on mail_messages (mailbox, conversation_id)',
  'create index mail_messages_search on mail_messages using gin (search_text gin_trgm_ops)',
  `create table mail_attachments (
    seq bigint generated always as identity primary key,
    id text not null unique,
    message_seq bigint not null references mail_messages (seq) on delete cascade,
    name text not null,
    mime_type text not null,
    size bigint not null check (size >= 0),
    content_id text,
    store_key text not null
  )`,
  'create index on mail_attachments (message_seq, seq)',
  'create index on mail_attachments (store_key)',
]

/** Mailboxes of the portal: messages by folder, and attachments whose bytes lie in the file store. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
