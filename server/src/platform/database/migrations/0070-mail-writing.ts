import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // A draft is its message row, saved again and again; `raw_key` is where the bytes lie as they came, for what arrived from outside.
  `alter table mail_messages
    add column version integer not null default 1,
    add column raw_key text`,
  // Threads are found by what a message answers.
  'create index mail_messages_message_id on mail_messages (mailbox, message_id)',
  `create table mail_sendings (
    id text primary key,
    message text not null references mail_messages (id) on delete cascade,
    mailbox text not null,
    sender text not null,
    idempotency_key text not null,
    state text not null check (state in ('waiting', 'sent', 'failed', 'taken-back')),
    undo_until timestamptz not null,
    due_at timestamptz not null,
    -- Addresses outside it has still to reach; null until those inside have it.
    pending jsonb,
    attempts integer not null default 0,
    handed_over boolean not null default false,
    reason text,
    claimed_by text,
    claimed_until timestamptz,
    unique (sender, idempotency_key)
  )`,
  // A message is in at most one sending at a time.
  `create unique index mail_sendings_open on mail_sendings (message) where state <> 'taken-back'`,
  `create index mail_sendings_due on mail_sendings (due_at) where state = 'waiting'`,
  `create table mail_links (
    message text not null references mail_messages (id) on delete cascade,
    collection text not null,
    pid text not null,
    reason text not null check (reason in ('by-hand', 'reference-number', 'known-address')),
    detail text not null,
    linked_by text,
    linked_at timestamptz not null,
    primary key (message, collection, pid)
  )`,
  'create index mail_links_record on mail_links (pid, collection)',
]

/** Mail that is written: versions of drafts, the outbox with its reasons, and what messages are about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
