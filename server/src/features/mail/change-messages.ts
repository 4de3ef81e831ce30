import type { DeleteMailAnswer, MailChange, MailChangesAnswer } from '@portal/contract'
import type { Deps } from '../../deps.ts'
import { notifyMailbox } from './notify-mailbox.ts'

const notThere = 'There is no such message in this mailbox.'
const notDeleted = 'There is no such message among the deleted items.'

/** Pages that are open on the mailbox count and list anew. */
async function notifyChanged(deps: Deps, mailbox: string): Promise<void> {
  await deps.database.kysely.transaction().execute((trx) => notifyMailbox(deps, trx, mailbox, 'changed'))
}

/**
 * `PATCH /api/mail/messages`: reads, flags, moves or restores many messages, and answers what each was
 * before.
 */
export async function changeMessages(
  deps: Deps,
  mailbox: string,
  changes: readonly MailChange[],
): Promise<MailChangesAnswer> {
  const updated = await deps.mail.changeMessages(mailbox, changes)
  const done = new Set(updated.map(({ id }) => id))
  const failed = changes
    .filter(({ id }) => !done.has(id))
    .map(({ id, restore }) => ({ id, reason: restore === true ? notDeleted : notThere }))
  if (updated.length > 0) await notifyChanged(deps, mailbox)
  return { updated, failed }
}

/** `DELETE /api/mail/messages`: to the deleted items, and those that lie there for good. */
export async function deleteMessages(
  deps: Deps,
  mailbox: string,
  ids: readonly string[],
): Promise<DeleteMailAnswer> {
  const { moved, deleted } = await deps.mail.deleteMessages(mailbox, ids)
  const done = new Set([...moved, ...deleted])
  if (done.size > 0) await notifyChanged(deps, mailbox)
  return {
    moved,
    deleted,
    failed: [...new Set(ids)].filter((id) => !done.has(id)).map((id) => ({ id, reason: notThere })),
  }
}
