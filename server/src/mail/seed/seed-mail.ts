import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { inEnglish, initialConfiguration, makePid } from '@portal/contract'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { MailDeps } from '../deps.ts'
import type { DemoAccount, SeedContext } from '#domain/seed/context.ts'
import type { SeedAttachment } from './attachments.ts'
import { makeMessages } from './make-messages.ts'
import type { MailCopy, SeedMailbox } from './make-messages.ts'
import { insertMessage } from '../inbound/insert-message.queries.ts'
import { noServerFor } from '../outbox/smtp-relay.ts'

const ownerOf = ({ name, email }: DemoAccount) => ({ name, address: email.toLowerCase() })

function seedMailboxes({ demo }: SeedContext): SeedMailbox[] {
  const office = initialConfiguration().settings.emailIds[0]
  return [
    { owner: ownerOf(demo.superadmin), stories: 20 },
    { owner: ownerOf(demo.admin), stories: 24 },
    { owner: ownerOf(demo.team), stories: 34 },
    ...(office === undefined
      ? []
      : [{ owner: { name: 'Permit office', address: office.toLowerCase() }, stories: 30 }]),
  ]
}

/** Stores the bytes of an attachment once, under a key made from them, and returns the key. */
async function keep(store: MailDeps['store'], { bytes }: SeedAttachment): Promise<string> {
  const key = createHash('sha256').update('mail').update(bytes).digest('hex').slice(0, 32)
  if ((await store.head(key)) === null) await store.put(key, Readable.from([bytes]), { size: bytes.length })
  return key
}

/** Reproducible id of the n-th attachment of a message. */
function attachmentId(message: MailCopy, place: number): string {
  const digest = createHash('sha256').update(`${message.id}/${place}`).digest()
  return makePid(message.receivedAt.getTime(), digest)
}

/** Key of a seeded mailbox: the pid for a person, otherwise the address. */
function keyOf(address: string, { demo }: SeedContext): string {
  return (
    [demo.superadmin, demo.admin, demo.team].find(({ email }) => email.toLowerCase() === address)?.pid ??
    address
  )
}

/** Messages in the outbox say why they failed: the demo has no server for outgoing mail. */
async function insertFailed(
  trx: Transaction<Tables>,
  { id, mailbox, to, receivedAt }: MailCopy,
  context: SeedContext,
): Promise<void> {
  const { demo } = context
  const sender =
    [demo.superadmin, demo.admin, demo.team].find(({ email }) => email.toLowerCase() === mailbox) ??
    demo.admin
  const sending = {
    id: `${id}-sending`,
    message: id,
    mailbox: keyOf(mailbox, context),
    sender: sender.pid,
    idempotency_key: `seed ${id}`,
    state: 'failed',
    pending: null,
  } as const
  const about = {
    undo_until: receivedAt,
    due_at: receivedAt,
    reason: inEnglish(noServerFor(to.map(({ address }) => address))),
    claimed_by: null,
    claimed_until: null,
  }
  await trx
    .insertInto('mail_sendings')
    .values({ ...sending, ...about })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Fills the mailboxes of the demo staff and the office with conversations about the seeded permits. Bytes are
 * stored first, then all messages in one transaction. Running it again after an interruption creates no
 * duplicates.
 */
export async function seedMail(
  { database, store }: Pick<MailDeps, 'database' | 'store'>,
  context: SeedContext,
): Promise<void> {
  const copies = makeMessages(context, seedMailboxes(context))
  const keys = new Map<SeedAttachment, string>()
  for (const attachment of new Set(copies.flatMap((copy) => copy.attachments)))
    keys.set(attachment, await keep(store, attachment))
  await database.kysely.transaction().execute(async (trx) => {
    for (const copy of copies) {
      const attachments = copy.attachments.map((attachment, index) => ({
        id: attachmentId(copy, index),
        name: attachment.name,
        mimeType: attachment.mimeType,
        size: attachment.bytes.length,
        contentId: attachment.contentId,
        storeKey: keys.get(attachment) ?? '',
      }))
      await insertMessage(trx, {
        ...copy,
        mailbox: keyOf(copy.mailbox, context),
        attachments,
        bcc: [],
        replyTo: [],
      })
      if (copy.folder === 'outbox') await insertFailed(trx, copy, context)
    }
  })
}
