import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // What `from:`, `to:` and `subject:` look in, folded as search_text is.
  `alter table mail_messages
    add column from_text text not null default '',
    add column to_text text not null default '',
    add column subject_text text not null default ''`,
  `update mail_messages set subject_text = lower(subject), from_text = lower(from_name || ' ' || from_address),
    to_text = coalesce((select lower(string_agg(p ->> 'name' || ' ' || (p ->> 'address'), ' '))
      from jsonb_array_elements((people -> 'to') || (people -> 'cc') || (people -> 'bcc')) p), '')`,
  // Where a message lay before it was deleted: there it goes when it is restored.
  'alter table mail_messages add column deleted_from text',
  // A link stands by itself: the message may lie with another provider than the portal's own.
  `alter table mail_links
    add column mailbox text,
    add column subject text,
    add column received_at timestamptz,
    drop constraint mail_links_message_fkey,
    drop constraint mail_links_reason_check,
    add constraint mail_links_reason_check check (reason in ('by-hand', 'reference-number', 'known-address', 'same-thread'))`,
  `update mail_links l set mailbox = m.mailbox, subject = m.subject, received_at = m.received_at from mail_messages m where m.id = l.message`,
  `alter table mail_links
    alter column mailbox set not null,
    alter column subject set not null,
    alter column received_at set not null`,
]

/** Deleted messages know where they go back to; links know what they show of their message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
