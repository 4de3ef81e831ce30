import type { CollectionName } from '@portal/contract'
import { sql } from 'kysely'
import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { domainOf } from './host-owner.ts'
import type { FoundLink } from '../providers/mail-provider.ts'
import type { MailLinkTable } from '../mail.tables.ts'

/** Links a message. The first reason is kept, except that a manual link replaces an automatic one. */
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

/** True when the link existed. */
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

/** Shows or hides the subject of a message on its linked records; false when it has no link. */
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

/** Records with one of these numbers (upper case). */
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

/** The organization with that address, or with a member who has it. */
export async function findOrganization(db: Kysely<Tables>, address: string): Promise<string | undefined> {
  const { rows } = await sql<{
    pid: string
  }>`select u.org as pid from users u join orgs o on o.pid = u.org and o.deleted_at is null
      where lower(u.email) = ${address} and u.deleted_at is null
    union all select pid from orgs where lower(email) = ${address} and deleted_at is null and merged_into is null limit 1`.execute(
    db,
  )
  return rows[0]?.pid
}

/** The contacts with an address. The same person may be a contact of several clients. */
export async function findContacts(
  db: Kysely<Tables>,
  address: string,
): Promise<{ pid: string; org: string | null }[]> {
  const { rows } = await sql<{ pid: string; org: string | null }>`select c.pid, o.pid as org
    from contacts c left join orgs o on o.pid = c.org and o.deleted_at is null
    where lower(c.email) = ${address} and c.deleted_at is null order by c.seq limit 10`.execute(db)
  return rows
}

/** Open permits with these contacts, newest first. */
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

/** Whether the address belongs to a user, a contact or an organization, or to a domain of an organization. */
export async function isKnownSender(db: Kysely<Tables>, address: string): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`select
      exists (select 1 from users where lower(email) = ${address} and deleted_at is null and status not in ('DISABLED', 'DELETED'))
      or exists (select 1 from contacts where lower(email) = ${address} and deleted_at is null)
      or exists (select 1 from orgs where deleted_at is null and (lower(email) = ${address} or ${domainOf(address)}::text = any(email_domains)))
    as is_known`.execute(db)
  return rows[0]?.is_known ?? false
}

/**
 * Records that other messages of the thread in this mailbox are linked to. Links by known address are left
 * out, since each message has its own address.
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
