import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** Who had the address when it was: the latest person made before then, else the first one. */
const ownerOf = (address: string, at: string) => `(select u.pid from users u where lower(u.email) = ${address}
  order by (u.created_at <= ${at}) desc, case when u.created_at <= ${at} then u.created_at end desc nulls last, u.created_at limit 1)`
const isPersons = (address: string) => `exists (select 1 from users u where lower(u.email) = ${address})`
/** Mail of an address that is nobody's and not the office's: whoever gets the address later must not find it. */
const isNobodys = (
  address: string,
) => `position('@' in ${address}) > 0 and not ${isPersons(address)} and ${address} not like 'former %' and not exists (
  select 1 from configuration c, jsonb_array_elements_text(c.config #> '{settings,emailIds}') as office(address) where lower(office.address) = ${address})
  and exists (select 1 from configuration)`

const statements = [
  `alter table mail_messages drop constraint mail_messages_mailbox_check,
    add constraint mail_messages_mailbox_check check (mailbox = lower(mailbox) or position('@' in mailbox) = 0) not valid`,
  `update mail_messages m set mailbox = ${ownerOf('m.mailbox', 'm.received_at')} where ${isPersons('m.mailbox')}`,
  `update mail_messages m set mailbox = 'former ' || m.mailbox where ${isNobodys('m.mailbox')}`,
  'update mail_sendings s set mailbox = m.mailbox from mail_messages m where m.id = s.message and s.mailbox <> m.mailbox',
  `update mail_links l set mailbox = ${ownerOf('l.mailbox', 'l.received_at')} where ${isPersons('l.mailbox')}`,
  `update mail_links l set mailbox = 'former ' || l.mailbox where ${isNobodys('l.mailbox')}`,
  // Where mail lies at Microsoft the next look begins anew.
  `delete from mail_watches w where ${isPersons('w.mailbox')}`,
]

/**
 * A mailbox is its person's, by pid, whatever their address is; the office's are known by their address. So a person's mail is not
 * found by who gets their address later. Source: decision 0035.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
