import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Deps } from '../../deps.ts'
import { linkByItself } from './link-by-itself.ts'
import { insertMessage } from './mail.queries.ts'
import { parseMessage } from './parse-message.ts'
import { tellMailbox } from './tell-mailbox.ts'

async function keep(deps: Deps, bytes: Uint8Array): Promise<string> {
  const key = randomBytes(16).toString('hex')
  await deps.store.put(key, Readable.from(bytes.length === 0 ? [] : [bytes]), { size: bytes.length })
  return key
}

/** The thread of what a message answers, as the mailbox knows it. */
async function findConversation(
  trx: Transaction<Tables>,
  mailbox: string,
  headers: readonly { name: string; value: string }[],
): Promise<string | undefined> {
  const named = headers.filter(({ name }) => /^(references|in-reply-to)$/i.test(name)).flatMap(({ value }) => value.match(/[^<>\s]+@[^<>\s]+/g) ?? [])
  if (named.length === 0) return undefined
  const known = trx.selectFrom('mail_messages').select('conversation_id').where('mailbox', '=', mailbox).where('message_id', 'in', named.slice(-50))
  return (await known.orderBy('seq', 'desc').limit(1).executeTakeFirst())?.conversation_id
}

/**
 * Puts a message that came from outside into these mailboxes, all of them or none; once this has answered it is kept. A repeated Message-ID
 * is a message of its own. Bytes lie in the store once, the message as it came among them. Throws MessageBomb.
 */
export async function receiveMessage(deps: Deps, raw: Buffer, mailboxes: readonly string[]): Promise<void> {
  const { attachments, messageId, ...message } = await parseMessage(raw)
  const rawKey = await keep(deps, raw)
  const keys = [rawKey]
  const stored: { name: string; mimeType: string; contentId: string | null; size: number; storeKey: string }[] = []
  try {
    for (const { bytes, ...attachment } of attachments) {
      const storeKey = await keep(deps, bytes)
      keys.push(storeKey)
      stored.push({ ...attachment, size: bytes.length, storeKey })
    }
    const receivedAt = deps.clock.now()
    await deps.database.kysely.transaction().execute(async (trx) => {
      for (const mailbox of mailboxes) {
        const id = deps.ids.pid()
        const conversationId = (await findConversation(trx, mailbox, message.headers)) ?? id
        const copies = stored.map((each) => ({ ...each, id: deps.ids.pid() }))
        const place = { id, mailbox, folder: 'inbox', conversationId, messageId, rawKey, attachments: copies } as const
        await insertMessage(trx, { ...message, ...place, bcc: [], receivedAt, isRead: false, flag: false })
        const { subject, text, from } = message
        await linkByItself(deps, trx, { id, mailbox, conversationId, subject, text, from: from.address, receivedAt })
        await tellMailbox(deps, trx, mailbox, 'received')
      }
    })
  } catch (error) {
    for (const key of keys) await deps.store.delete(key)
    throw error
  }
}
