import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table notification_deliveries (
    id text primary key,
    source text not null check (source in ('alert', 'notification', 'letter')),
    source_pid text not null,
    "user" text not null,
    kind text not null,
    way text not null check (way in ('mail', 'digest')),
    state text not null check (state in ('waiting', 'sending', 'sent', 'failed', 'skipped')),
    due_at timestamptz not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    attempts int not null default 0,
    message text,
    message_id text,
    address text,
    reason text,
    detail text,
    unique (source, source_pid, "user")
  )`,
  `create index notification_deliveries_due on notification_deliveries (way, due_at) where state = 'waiting'`,
  'create index notification_deliveries_message on notification_deliveries (message) where message is not null',
  'create index notification_deliveries_message_id on notification_deliveries (message_id) where message_id is not null',
  'create index notification_deliveries_created on notification_deliveries (created_at desc, id desc)',
  'create index notification_deliveries_state on notification_deliveries (state, created_at desc, id desc)',
  'create index notification_deliveries_ended on notification_deliveries (ended_at) where ended_at is not null',
  `create table mail_suppressions (
    address text primary key,
    detail text not null,
    since timestamptz not null
  )`,
  'create index mail_suppressions_since on mail_suppressions (since desc)',
]

/** Mail about notifications, one row for each notification and person, and addresses that mail came back from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
