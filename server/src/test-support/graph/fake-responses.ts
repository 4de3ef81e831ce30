import type { FakeAttachment, FakeMailbox, FakeMessage, FolderName, Person } from './fake-mailbox.ts'

const toRecipient = ({ name, address }: Person) => ({ emailAddress: { name, address } })

/** A message as Graph returns it. `select` names the fields; the id is always included. */
export function toJson(
  mailbox: FakeMailbox,
  message: FakeMessage,
  isImmutable: boolean,
  select: string | null,
): Record<string, unknown> {
  const whole: Record<string, unknown> = {
    id: mailbox.idFor(message, isImmutable),
    createdDateTime: message.received.toISOString(),
    changeKey: String(message.changed),
    receivedDateTime: message.received.toISOString(),
    sentDateTime: message.received.toISOString(),
    hasAttachments: message.attachments.some(({ isInline }) => !isInline),
    internetMessageId: message.internetMessageId,
    subject: message.subject,
    bodyPreview: message.body.content.replaceAll(/<[^>]*>/g, ' ').slice(0, 255),
    importance: 'normal',
    parentFolderId: mailbox.folderIds.get(message.folder),
    conversationId: message.conversationId,
    isRead: message.isRead,
    isDraft: message.isDraft,
    body: message.body,
    from: toRecipient(message.from),
    sender: toRecipient(message.from),
    toRecipients: message.to.map(toRecipient),
    ccRecipients: message.cc.map(toRecipient),
    bccRecipients: message.bcc.map(toRecipient),
    replyTo: message.replyTo.map(toRecipient),
    flag: { flagStatus: message.flagged ? 'flagged' : 'notFlagged' },
  }
  if (select === null) return { '@odata.etag': `W/"${message.changed}"`, ...whole }
  const wanted = select.split(',')
  const chosen = Object.fromEntries(
    Object.entries(whole).filter(([name]) => name === 'id' || wanted.includes(name)),
  )
  // Graph returns these only when they are selected by name.
  const headers = wanted.includes('internetMessageHeaders') ? { internetMessageHeaders: message.headers } : {}
  return { '@odata.etag': `W/"${message.changed}"`, ...chosen, ...headers }
}

export function toAttachmentJson(
  { id, name, contentType, isInline, contentId, bytes }: FakeAttachment,
  select: string | null,
) {
  const listed = {
    '@odata.type': '#microsoft.graph.fileAttachment',
    id,
    name,
    contentType,
    size: bytes.length,
    isInline,
  }
  const wantsId = select === null || select.includes('contentId')
  return {
    ...listed,
    ...(wantsId && { contentId }),
    ...(select === null && { contentBytes: bytes.toString('base64') }),
  }
}

export function toFolderJson(mailbox: FakeMailbox, folder: FolderName) {
  const lying = mailbox.in(folder)
  return {
    id: mailbox.folderIds.get(folder),
    displayName: folder,
    unreadItemCount: lying.filter(({ isRead }) => !isRead).length,
    totalItemCount: lying.length,
  }
}

/** The bounce that the sender of an undeliverable message gets. */
export function bounceOf(message: FakeMessage, address: string): Buffer {
  const lines = [
    'From: Microsoft Outlook <postmaster@exchange.example>',
    `To: ${message.from.address}`,
    `Subject: Undeliverable: ${message.subject}`,
    `In-Reply-To: ${message.internetMessageId}`,
    `References: ${message.internetMessageId}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Delivery has failed to these recipients: ${address} (550 5.1.1 user unknown)`,
  ]
  return Buffer.from(lines.join('\r\n'))
}
