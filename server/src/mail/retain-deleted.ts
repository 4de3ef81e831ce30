import { sql } from 'kysely'
import type { MailDeps } from './deps.ts'
import { notifyMailbox } from './reading/notify-mailbox.ts'
import { removeMessage } from './reading/mail.queries.ts'

const batch = 100

/**
 * Permanently deletes messages that were moved to the deleted items before a time, in batches, with their
 * attachments that no other message has. Messages whose time is not known, because an earlier version moved
 * them, get the present one. Returns the number of messages.
 */
export async function retainDeletedMail(
  deps: Pick<MailDeps, 'database' | 'store' | 'clock'>,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  const { kysely } = deps.database
  await sql`update mail_messages set deleted_at = ${deps.clock.now()} where folder = 'deleteditems' and deleted_at is null`.execute(
    kysely,
  )
  let deleted = 0
  for (let gone = batch; gone === batch && !signal.aborted; deleted += gone) {
    const unneeded = await kysely.transaction().execute(async (trx) => {
      const old = await trx
        .selectFrom('mail_messages')
        .select(['id', 'mailbox'])
        .where('folder', '=', 'deleteditems')
        .where('deleted_at', '<', before)
        .orderBy('deleted_at')
        .limit(batch)
        .forUpdate()
        .skipLocked()
        .execute()
      gone = old.length
      const keys: string[] = []
      for (const { mailbox, id } of old) keys.push(...(await removeMessage(trx, mailbox, id)))
      for (const mailbox of new Set(old.map((message) => message.mailbox)))
        await notifyMailbox(deps, trx, mailbox, 'changed')
      return keys
    })
    // After the commit: leftover bytes are harmless, a message without its bytes is not.
    for (const key of unneeded) await deps.store.delete(key)
  }
  return deleted
}
