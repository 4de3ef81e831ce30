import { Refusal, collections } from '@portal/contract'
import type { Actor, MailMessageSummary, NewMailTask } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { checkNew, createRecordIn } from '#engine/write/create-record.ts'
import { inRepeatableTransaction } from '#engine/write/writing.ts'
import type { MailDeps } from '../deps.ts'
import { linkRow } from '../linking/link-message.ts'
import { insertLink } from '../linking/links.queries.ts'

/** The message, the new task and the idempotency key. */
export interface TaskOfMessage {
  mailbox: string
  message: MailMessageSummary
  task: NewMailTask
  key: string
}

/**
 * Stores the idempotency key. For a retry, returns the pid of the existing task, after waiting for a parallel
 * call with the same key.
 */
async function keepRequest(
  trx: Transaction<Tables>,
  owner: string,
  key: string,
  now: Date,
): Promise<string | undefined> {
  const row = { owner, idempotency_key: key, task: '', made_at: now }
  const kept = await trx
    .insertInto('mail_tasks')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('owner')
    .executeTakeFirst()
  if (kept !== undefined) return undefined
  const known = trx
    .selectFrom('mail_tasks')
    .select('task')
    .where('owner', '=', owner)
    .where('idempotency_key', '=', key)
  return (await known.executeTakeFirstOrThrow()).task
}

/**
 * Creates a task from a message and links the two, in one transaction. Returns its pid. Refuses like a new
 * task.
 */
export async function makeTask(
  deps: MailDeps,
  actor: Actor,
  { mailbox, message, task, key }: TaskOfMessage,
): Promise<string> {
  const { permit, dueDate, assignedTo, title } = task
  const body = {
    title,
    ...(permit !== null && { permit }),
    ...(dueDate !== null && { dueDate }),
    ...(assignedTo !== null && { assignedTo }),
  }
  const values = checkNew(actor, collections.tasks, body)
  const now = deps.clock.now()
  const pid = await inRepeatableTransaction(deps, async (trx) => {
    const known = await keepRequest(trx, actor.pid, key, now)
    if (known !== undefined) return known
    const made = await createRecordIn(deps, trx, actor, collections.tasks, values)
    await trx
      .updateTable('mail_tasks')
      .set({ task: made.pid })
      .where('owner', '=', actor.pid)
      .where('idempotency_key', '=', key)
      .execute()
    await insertLink(trx, linkRow(deps, actor, mailbox, message, { collection: 'tasks', pid: made.pid }))
    return made.pid
  })
  if (pid === '') throw new Refusal('unavailable', 'This task is still being created. Try again.')
  deps.writes.notify()
  return pid
}
