import { Refusal } from '@portal/contract'
import type { MailSending } from '@portal/contract'
import { sql } from 'kysely'
import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#platform/database/tables.ts'
import type { MailSendingTable } from '../mail.tables.ts'

export type StoredSending = Selectable<MailSendingTable>

/** A claim older than this expires. */
const claimedForMs = 180_000

export function toSending({ id, state, undo_until: undoUntil, reason }: StoredSending): MailSending {
  return { id, state, undoUntil: undoUntil.toISOString(), reason }
}

/**
 * Remaining recipients: external ones, and internal ones whose mailbox is full. Null before the first
 * attempt.
 */
export function pendingOf({ pending }: StoredSending): string[] | null {
  return pending === null ? null : z.array(z.string()).parse(pending)
}

/** The sending of a person with that idempotency key. */
export async function findByKey(
  db: Kysely<Tables>,
  sender: string,
  key: string,
): Promise<StoredSending | undefined> {
  return db
    .selectFrom('mail_sendings')
    .selectAll()
    .where('sender', '=', sender)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/**
 * The current or completed sending of a message, locked until the transaction ends; undone sendings are
 * ignored.
 */
export async function lockOfMessage(
  trx: Transaction<Tables>,
  message: string,
): Promise<StoredSending | undefined> {
  const found = trx
    .selectFrom('mail_sendings')
    .selectAll()
    .where('message', '=', message)
    .where('state', '<>', 'taken-back')
  return found.forUpdate().executeTakeFirst()
}

/** Throws 409 when a parallel call used the key for another message. */
export async function insertSending(
  trx: Transaction<Tables>,
  sending: Insertable<MailSendingTable>,
): Promise<StoredSending> {
  const inserted = trx
    .insertInto('mail_sendings')
    .values(sending)
    .onConflict((conflict) => conflict.columns(['sender', 'idempotency_key']).doNothing())
  const row = await inserted.returningAll().executeTakeFirst()
  if (row === undefined) throw idempotencyKeyTaken()
  return row
}

export const idempotencyKeyTaken = () =>
  new Refusal('duplicate', 'This Idempotency-Key belongs to another message.')

export async function updateSending(
  db: Kysely<Tables>,
  id: string,
  values: Updateable<MailSendingTable>,
): Promise<void> {
  await db.updateTable('mail_sendings').set(values).where('id', '=', id).execute()
}

/**
 * Claims the sending that has been due longest, those of people before mail about notifications; undefined
 * when
 * no unclaimed one is due.
 */
export async function claimDue(
  db: Kysely<Tables>,
  now: Date,
  server: string,
): Promise<StoredSending | undefined> {
  const until = new Date(now.getTime() + claimedForMs)
  const { rows } =
    await sql<StoredSending>`update mail_sendings set claimed_by = ${server}, claimed_until = ${until}
    where id = (select id from mail_sendings where state = 'waiting' and due_at <= ${now} and (claimed_until is null or claimed_until < ${now})
      order by sender = 'notifications', due_at limit 1 for update skip locked) returning *`.execute(db)
  return rows[0]
}

/** Releases the claims of a server that stops, or all claims when this is known to be the only server. */
export async function releaseSendings(db: Kysely<Tables>, server: string | null): Promise<void> {
  const all = db
    .updateTable('mail_sendings')
    .set({ claimed_by: null, claimed_until: null })
    .where('claimed_by', 'is not', null)
  await (server === null ? all : all.where('claimed_by', '=', server)).execute()
}

/**
 * Locks a sending that this server has claimed; undefined when it was undone or another server claimed it.
 */
export async function lockClaimedSending(
  trx: Transaction<Tables>,
  id: string,
  server: string,
): Promise<StoredSending | undefined> {
  const held = trx
    .selectFrom('mail_sendings')
    .selectAll()
    .where('id', '=', id)
    .where('claimed_by', '=', server)
    .where('state', '=', 'waiting')
  return held.forUpdate().executeTakeFirst()
}
