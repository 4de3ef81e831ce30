import { Refusal } from '@portal/contract'
import type { MailSending } from '@portal/contract'
import { sql } from 'kysely'
import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely'
import { z } from 'zod'
import type { Tables } from '#database/tables.ts'
import type { MailSendingTable } from './mail.tables.ts'

export type StoredSending = Selectable<MailSendingTable>

/** A server that has not finished a sending within this time has given it up. */
const claimedForMs = 180_000

export function toSending({ id, state, undo_until: undoUntil, reason }: StoredSending): MailSending {
  return { id, state, undoUntil: undoUntil.toISOString(), reason }
}

/** Addresses a sending has still to reach outside; null until those inside have it. */
export function pendingOf({ pending }: StoredSending): string[] | null {
  return pending === null ? null : z.array(z.string()).parse(pending)
}

/** The sending of that key by that person. */
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
 * The sending a message is in or was sent by, held until the transaction ends; what was taken back is none.
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

/** A key that another message took at the same time is 409. */
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
  new Refusal('duplicate', 'This Idempotency-Key belongs to another sending.')

export async function updateSending(
  db: Kysely<Tables>,
  id: string,
  values: Updateable<MailSendingTable>,
): Promise<void> {
  await db.updateTable('mail_sendings').set(values).where('id', '=', id).execute()
}

/** Takes the sending that is due for longest and no server works on; undefined when there is none. */
export async function claimDue(
  db: Kysely<Tables>,
  now: Date,
  server: string,
): Promise<StoredSending | undefined> {
  const until = new Date(now.getTime() + claimedForMs)
  const { rows } =
    await sql<StoredSending>`update mail_sendings set claimed_by = ${server}, claimed_until = ${until}
    where id = (select id from mail_sendings where state = 'waiting' and due_at <= ${now} and (claimed_until is null or claimed_until < ${now})
      order by due_at limit 1 for update skip locked) returning *`.execute(db)
  return rows[0]
}

/**
 * Sendings that were under way wait again: those of one server that stops, or all where a server knows it is
 * the only one.
 */
export async function releaseSendings(db: Kysely<Tables>, server: string | null): Promise<void> {
  const all = db
    .updateTable('mail_sendings')
    .set({ claimed_by: null, claimed_until: null })
    .where('claimed_by', 'is not', null)
  await (server === null ? all : all.where('claimed_by', '=', server)).execute()
}

/** Locks a sending this server still holds; undefined when it was taken back or another server has it. */
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
