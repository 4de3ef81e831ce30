import type { Readable } from 'node:stream'
import type { MailAddress } from '@portal/contract'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { StoredAttachment, StoredMessage } from '../providers/mail-provider.ts'

/** Headers that the composer writes. */
const written = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
])

const toPeople = (people: readonly MailAddress[]) => people.map(({ name, address }) => ({ name, address }))

/** A message as RFC 5322 text with all attachments. The composer must not read files or URLs. */
export async function writeRaw(
  message: StoredMessage,
  attachments: readonly { attachment: StoredAttachment; open: () => Promise<Readable> }[],
): Promise<Readable> {
  const messageId = message.headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value
  const further = message.headers.filter(({ name }) => !written.has(name.toLowerCase()))
  const composer = new MailComposer({
    from: { name: message.from.name, address: message.from.address },
    to: toPeople(message.to),
    cc: toPeople(message.cc),
    replyTo: toPeople(message.replyTo),
    subject: message.subject,
    date: new Date(message.receivedAt),
    ...(messageId !== undefined && { messageId }),
    headers: further.map(({ name, value }) => ({ key: name, value })),
    text: message.text,
    ...(message.html !== null && { html: message.html }),
    attachments: await Promise.all(
      attachments.map(async ({ attachment, open }) => ({
        filename: attachment.name,
        contentType: attachment.mimeType,
        content: await open(),
        ...(attachment.contentId !== null && { cid: attachment.contentId }),
      })),
    ),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().createReadStream()
}
