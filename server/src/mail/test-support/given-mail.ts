import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { MailFolderId } from '@portal/contract'
import { sql } from 'kysely'
import type { MailDeps } from '../deps.ts'
import { insertMessage } from '../inbound/insert-message.queries.ts'
import type { NewMessage } from '../inbound/insert-message.queries.ts'

export interface GivenMail extends Partial<Omit<NewMessage, 'attachments'>> {
  mailbox: string
  folder?: MailFolderId
  /** Files, with their text as content. */
  files?: readonly { name: string; mimeType: string; text: string; contentId?: string }[]
}

/**
 * The key of the mailbox with that address; for an address without a person, as the office's, the address.
 */
async function keyOf(deps: MailDeps, address: string): Promise<string> {
  const own = deps.database.kysely
    .selectFrom('users')
    .select('pid')
    .where(sql`lower(email)`, '=', address.toLowerCase())
    .where('deleted_at', 'is', null)
  return (await own.executeTakeFirst())?.pid ?? address
}

/**
 * Inserts a message into the mailbox of an address, with defaults for missing values. Returns its id and
 * those of its attachments.
 */
export async function givenMail(
  deps: MailDeps,
  { files = [], ...values }: GivenMail,
): Promise<{ id: string; attachments: string[] }> {
  const id = deps.ids.pid()
  const mailbox = await keyOf(deps, values.mailbox)
  const attachments = await Promise.all(
    files.map(async (file) => {
      const bytes = Buffer.from(file.text)
      const storeKey = createHash('sha256').update(id).update(file.name).digest('hex').slice(0, 32)
      await deps.store.put(storeKey, Readable.from([bytes]), { size: bytes.length })
      return {
        id: deps.ids.pid(),
        name: file.name,
        mimeType: file.mimeType,
        size: bytes.length,
        contentId: file.contentId ?? null,
        storeKey,
      }
    }),
  )
  await deps.database.kysely.transaction().execute((trx) =>
    insertMessage(trx, {
      id,
      folder: 'inbox',
      conversationId: id,
      messageId: `${id}@mail.example`,
      subject: 'Subject',
      from: { name: 'Sender', address: 'sender@mail.example' },
      to: [{ name: 'Reader', address: values.mailbox }],
      cc: [],
      bcc: [],
      replyTo: [],
      headers: [{ name: 'Message-ID', value: `<${id}@mail.example>` }],
      text: 'Text',
      html: null,
      receivedAt: deps.clock.now(),
      isRead: false,
      flag: false,
      ...values,
      mailbox,
      attachments,
    }),
  )
  return { id, attachments: attachments.map((attachment) => attachment.id) }
}
