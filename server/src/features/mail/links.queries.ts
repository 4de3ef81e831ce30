import type { CollectionName } from '@portal/contract'
import { sql } from 'kysely'
import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { domainOf } from './host-owner.ts'
import type { FoundLink } from './mail-provider.ts'
import type { MailLinkTable } from './mail.tables.ts'

/** Links a message; what linked it first stays its reason, but a person's word stands over the portal's. */
export async function insertLink(trx: Transaction<Tables>, link: Insertable<MailLinkTable>): Promise<void> {
  const { reason, detail, linked_by: by, linked_at: at } = link
  const inserted = trx.insertInto('mail_links').values({ ...link, is_shared: reason === 'by-hand' })
  if (reason !== 'by-hand') {
    await inserted
      .onConflict((conflict) => conflict.columns(['message', 'collection', 'pid']).doNothing())
      .execute()
    return
  }
  const values = { reason, detail, linked_by: by, linked_at: at, is_offered: false, is_shared: true }
  await inserted
    .onConflict((conflict) => conflict.columns(['message', 'collection', 'pid']).doUpdateSet(values))
    .execute()
}

/** True when there was such a link. */
export async function deleteLink(
  db: Kysely<Tables>,
  message: string,
  collection: CollectionName,
  pid: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_links')
    .where('message', '=', message)
    .where('collection', '=', collection)
    .where('pid', '=', pid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function listLinks(db: Kysely<Tables>, message: string): Promise<FoundLink[]> {
  return db
    .selectFrom('mail_links')
    .select(['collection', 'pid', 'reason', 'detail', 'is_offered as isOffered', 'is_shared as isShared'])
    .where('message', '=', message)
    .orderBy('linked_at')
    .orderBy('pid')
    .execute()
}

/**
 * Shows the subject of a message with the records it is linked to, or no more; false where it is linked to
 * none.
 */
export async function shareLinks(
  db: Kysely<Tables>,
  mailbox: string,
  message: string,
  isShared: boolean,
): Promise<boolean> {
  const links = db
    .updateTable('mail_links')
    .set({ is_shared: isShared })
    .where('mailbox', '=', mailbox)
    .where('message', '=', message)
  const { numUpdatedRows } = await links.where('is_offered', '=', false).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records whose number is one of these, in upper case. */
export async function findByNumber(
  db: Kysely<Tables>,
  numbers: readonly string[],
): Promise<{ collection: CollectionName; pid: string; number: string }[]> {
  if (numbers.length === 0) return []
  const { rows } = await sql<{ collection: CollectionName; pid: string; number: string }>`
    select 'permits' as collection, pid, ref_no as number from permits where ref_no = any(${numbers}::text[]) and deleted_at is null
    union all select 'tasks', pid, ref_no from tasks where ref_no = any(${numbers}::text[]) and deleted_at is null`.execute(
    db,
  )
  return rows
}

/** The organization an address belongs to: its own, or that of a person of it. */
export async function findOrganization(db: Kysely<Tables>, address: string): Promise<string | undefined> {
  const { rows } = await sql<{
    pid: string
  }>`select u.org as pid from users u join orgs o on o.pid = u.org and o.deleted_at is null
      where lower(u.email) = ${address} and u.deleted_at is null
    union all select pid from orgs where lower(email) = ${address} and deleted_at is null limit 1`.execute(db)
  return rows[0]?.pid
}

/**
 * The contacts of an address: of several clients, or of one and of none, the same person may stand there more
 * than once.
 */
export async function findContacts(
  db: Kysely<Tables>,
  address: string,
): Promise<{ pid: string; org: string | null }[]> {
  const { rows } = await sql<{ pid: string; org: string | null }>`select c.pid, o.pid as org
    from contacts c left join orgs o on o.pid = c.org and o.deleted_at is null
    where lower(c.email) = ${address} and c.deleted_at is null order by c.seq limit 10`.execute(db)
  return rows
}

/** Permits on the way that these contacts are on, the newest first. */
export async function findOpenPermitsOf(
  db: Kysely<Tables>,
  contacts: readonly string[],
  limit: number,
): Promise<string[]> {
  if (contacts.length === 0) return []
  const { rows } = await sql<{ pid: string }>`select p.pid from permits p
    where p.bucket = 'processing' and p.status <> 'DRAFT' and p.deleted_at is null
      and p.pid in (select e.permit from permit_people e where e.contact = any(${[...contacts]}::text[]))
    order by p.seq desc limit ${limit}::bigint`.execute(db)
  return rows.map(({ pid }) => pid)
}

/** Is this the address of a person a contact or an organization of the portal, or in a domain of one? */
export async function isKnownSender(db: Kysely<Tables>, address: string): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`select
      exists (select 1 from users where lower(email) = ${address} and deleted_at is null and status not in ('DISABLED', 'DELETED'))
      or exists (select 1 from contacts where lower(email) = ${address} and deleted_at is null)
      or exists (select 1 from orgs where deleted_at is null and (lower(email) = ${address} or ${domainOf(address)}::text = any(email_domains)))
    as is_known`.execute(db)
  return rows[0]?.is_known ?? false
}

/**
 * Records other messages of a thread are linked to, as one mailbox knows it. What a known address links is
 * found by its own address.
 */
export async function findOfThread(
  db: Kysely<Tables>,
  { mailbox, conversationId, id }: { mailbox: string; conversationId: string; id: string },
): Promise<{ collection: CollectionName; pid: string }[]> {
  return db
    .selectFrom('mail_links')
    .select(['collection', 'pid'])
    .distinct()
    .where('mailbox', '=', mailbox)
    .where('conversation_id', '=', conversationId)
    .where('message', '<>', id)
    .where('reason', '<>', 'known-address')
    .where('is_offered', '=', false)
    .limit(20)
    .execute()
}
