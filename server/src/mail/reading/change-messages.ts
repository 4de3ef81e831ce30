import { phrase } from '@portal/contract'
import type { DeleteMailResponse, MailChange, MailChangesResponse, Say } from '@portal/contract'
import type { MailDeps } from '../deps.ts'
import { notifyMailbox } from './notify-mailbox.ts'

const notThere = phrase('Message not found in this mailbox.', {})
const notDeleted = phrase('Message not found in Deleted items.', {})

/** Makes open pages of the mailbox reload counts and lists. */
async function notifyChanged(deps: MailDeps, mailbox: string): Promise<void> {
  await deps.database.kysely.transaction().execute((trx) => notifyMailbox(deps, trx, mailbox, 'changed'))
}

/**
 * `PATCH /api/mail/messages`: marks, flags, moves or restores many messages. Returns the previous state of
 * each.
 */
export async function changeMessages(
  deps: MailDeps,
  mailbox: string,
  changes: readonly MailChange[],
  say: Say,
): Promise<MailChangesResponse> {
  const updated = await deps.mail.changeMessages(mailbox, changes)
  const done = new Set(updated.map(({ id }) => id))
  const failed = changes
    .filter(({ id }) => !done.has(id))
    .map(({ id, restore }) => ({ id, reason: say(restore === true ? notDeleted : notThere) }))
  if (updated.length > 0) await notifyChanged(deps, mailbox)
  return { updated, failed }
}

/**
 * `DELETE /api/mail/messages`: moves to the deleted items; messages already there are deleted permanently.
 */
export async function deleteMessages(
  deps: MailDeps,
  mailbox: string,
  ids: readonly string[],
  say: Say,
): Promise<DeleteMailResponse> {
  const { moved, deleted } = await deps.mail.deleteMessages(mailbox, ids)
  const done = new Set([...moved, ...deleted])
  if (done.size > 0) await notifyChanged(deps, mailbox)
  return {
    moved,
    deleted,
    failed: [...new Set(ids)].filter((id) => !done.has(id)).map((id) => ({ id, reason: say(notThere) })),
  }
}
