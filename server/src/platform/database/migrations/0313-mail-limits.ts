import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // What came from a sender or an address, or for a mailbox, on a day.
  `create table mail_arrivals (
    kind text not null check (kind in ('sender', 'address', 'mailbox')),
    key text not null,
    day date not null,
    messages integer not null,
    bytes bigint not null,
    primary key (kind, key, day)
  )`,
  // The length of a message and its attachments; what a mailbox holds is their sum.
  'alter table mail_messages add column size_bytes bigint not null default 0',
  `update mail_messages m set size_bytes = a.bytes
    from (select message_seq, sum(size) as bytes from mail_attachments group by message_seq) a where a.message_seq = m.seq`,
  'create index mail_messages_size on mail_messages (mailbox) include (size_bytes)',
]

/** Limits of arriving mail, by sender, address and mailbox, and how much a mailbox holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
