import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { phrase } from '@portal/contract'
import { z } from 'zod'
import type { OutgoingMessage, MailProvider, StoredAttachment, StoredMessage } from '../mail-provider.ts'
import { writeRaw } from '../../outbox/raw-message.ts'
import { RelayFailure } from '../../outbox/smtp-relay.ts'
import { GraphError, GraphSilence } from './graph-client.ts'
import type { GraphParts } from './graph-folders.ts'

/** A request is at most 4 MB, and base64 encodes three bytes as four. */
const maxRequestBytes = 2_800_000
/** Parts of an upload are multiples of 320 KiB. */
const chunkBytes = 12 * 320 * 1_024
/** Sent messages appear late in the sent items: number of checks, and the interval between them. */
const looks = 15
const pollIntervalMs = 2_000
/** Hosts of Graph's upload URLs for large attachments, besides the API itself. */
const uploadHosts = /(^|\.)(outlook\.office\.com|outlook\.office365\.com)$/

const Made = z.object({ id: z.string() })
const Known = z.object({ id: z.string(), isDraft: z.boolean() })
type Known = z.infer<typeof Known>
const Session = z.object({ uploadUrl: z.string() })

const segment = (id: string) => encodeURIComponent(id)
/** The Message-ID a message is sent with; empty if there is none. */
export const messageIdOf = ({ headers }: StoredMessage) =>
  headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value ?? ''

/** Copies of a message at Microsoft, by Message-ID. They show the outcome of a sending without a response. */
function findCopies({ client }: GraphParts, mailbox: string, messageId: string): Promise<Known[]> {
  const filter = `internetMessageId eq '${messageId.replaceAll("'", "''")}'`
  return client.all(
    mailbox,
    Known,
    { path: '/messages', query: { $filter: filter, $select: 'id,isDraft' } },
    100,
  )
}

/**
 * Waits until a sent copy appears. Returns the draft if only that is found after the last check, since an
 * accepted message can stay a draft for a while; null if there is no copy.
 */
async function awaitCopy(parts: GraphParts, mailbox: string, messageId: string): Promise<Known | null> {
  let draft: Known | null = null
  for (let look = 0; look < looks; look += 1) {
    const copies = await findCopies(parts, mailbox, messageId)
    const sent = copies.find(({ isDraft }) => !isDraft)
    if (sent !== undefined) return sent
    draft = copies[0] ?? null
    await parts.wait(pollIntervalMs)
  }
  return draft
}

async function attachSmall(
  { client }: GraphParts,
  mailbox: string,
  draft: string,
  attachment: StoredAttachment,
  bytes: Buffer,
): Promise<void> {
  const { name, mimeType: contentType, contentId } = attachment
  const inline = contentId === null ? {} : { isInline: true, contentId }
  const json = {
    '@odata.type': '#microsoft.graph.fileAttachment',
    name,
    contentType,
    contentBytes: bytes.toString('base64'),
    ...inline,
  }
  await client.send(mailbox, { method: 'POST', path: `/messages/${segment(draft)}/attachments`, json })
}

async function attachLarge(
  parts: GraphParts,
  mailbox: string,
  draft: string,
  attachment: StoredAttachment,
  bytes: Buffer,
): Promise<void> {
  const { name, mimeType: contentType, contentId } = attachment
  const inline = contentId === null ? {} : { isInline: true, contentId }
  const { uploadUrl } = await parts.client.json(mailbox, Session, {
    method: 'POST',
    path: `/messages/${segment(draft)}/attachments/createUploadSession`,
    json: { AttachmentItem: { attachmentType: 'file', name, size: bytes.length, contentType, ...inline } },
  })
  const url = new URL(uploadUrl)
  if (url.origin !== parts.origin && !(url.protocol === 'https:' && uploadHosts.test(url.hostname)))
    throw new GraphError(502, 'ForeignUploadUrl')
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const part = new Uint8Array(bytes.subarray(at, at + chunkBytes))
    const range = `bytes ${at}-${at + part.length - 1}/${bytes.length}`
    // No token: the URL itself is the permission.
    const headers = { 'content-type': 'application/octet-stream', 'content-range': range }
    const response = await fetch(url, { method: 'PUT', headers, body: part, redirect: 'error' })
    if (!response.ok) throw new GraphError(response.status, 'upload')
    await response.arrayBuffer()
  }
}

async function attach(
  parts: GraphParts,
  mailbox: string,
  draft: string,
  attachment: StoredAttachment,
  bytes: Buffer,
): Promise<void> {
  await (bytes.length <= maxRequestBytes ? attachSmall : attachLarge)(
    parts,
    mailbox,
    draft,
    attachment,
    bytes,
  )
}

/**
 * Creates the draft at Microsoft from the raw message, so that threads and pictures are kept. When the
 * message is too large, attachments are added one by one.
 */
async function makeDraft(
  parts: GraphParts,
  local: MailProvider,
  { mailbox, id }: OutgoingMessage,
  message: StoredMessage,
): Promise<string> {
  const opened = async ({ id: attachmentId }: StoredAttachment): Promise<Readable> => {
    const found = await local.openAttachment(mailbox, id, attachmentId)
    if (found === undefined)
      throw new RelayFailure(phrase('An attachment of this message is missing.', {}), {
        isFinal: true,
        isUnknown: false,
      })
    return found.body
  }
  const isSmall =
    message.attachments.reduce((sum, { size }) => sum + size, message.html?.length ?? 0) <
    maxRequestBytes / 1.5
  const within = isSmall
    ? message.attachments.map((attachment) => ({ attachment, open: () => opened(attachment) }))
    : []
  const raw = await buffer(await writeRaw(message, within))
  const body = { type: 'text/plain', bytes: raw.toString('base64') }
  const { id: draft } = await parts.client.json(mailbox, Made, { method: 'POST', path: '/messages', body })
  if (!isSmall) {
    for (const attachment of message.attachments)
      await attach(parts, mailbox, draft, attachment, await buffer(await opened(attachment)))
  }
  if (message.bcc.length > 0) {
    const bccRecipients = message.bcc.map(({ name, address }) => ({ emailAddress: { name, address } }))
    await parts.client.send(mailbox, {
      method: 'PATCH',
      path: `/messages/${segment(draft)}`,
      json: { bccRecipients },
    })
  }
  return draft
}

/** Deletes a draft permanently: first to the deleted items, then from there. */
async function discardDraft({ client }: GraphParts, mailbox: string, draft: string): Promise<void> {
  for (const _ of [1, 2]) {
    await client
      .send(mailbox, { method: 'DELETE', path: `/messages/${segment(draft)}` })
      .catch((error: unknown) => {
        if (!(error instanceof GraphError && error.status === 404)) throw error
      })
  }
}

const unknown = () =>
  new RelayFailure(phrase('Microsoft did not confirm this message.', {}), {
    isFinal: false,
    isUnknown: true,
    fault: 'UNCONFIRMED',
  })

/** Sends the draft. Without a response, the copy in the mailbox shows whether it was sent. */
async function sendDraft(
  parts: GraphParts,
  mailbox: string,
  draft: string,
  messageId: string,
): Promise<void> {
  try {
    await parts.client.send(mailbox, { method: 'POST', path: `/messages/${segment(draft)}/send` })
  } catch (error) {
    if (!(error instanceof GraphSilence)) throw error
    const copy = await awaitCopy(parts, mailbox, messageId)
    if (copy === null) throw unknown()
    if (copy.isDraft) throw error
  }
}

function toFailure(error: unknown): unknown {
  if (error instanceof GraphSilence)
    return new RelayFailure(phrase('Microsoft is not responding. Try again later.', {}), {
      isFinal: false,
      isUnknown: false,
      fault: 'SILENCE',
    })
  if (!(error instanceof GraphError)) return error
  const isFinal = error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 401
  return new RelayFailure(phrase('Microsoft answered {{code}}.', { code: error.code }), {
    isFinal,
    isUnknown: false,
    fault: isFinal ? null : `HTTP ${error.status}`,
  })
}

/**
 * Sends a message of the outbox once, with the mailbox's own Microsoft account. Before a retry, the
 * Message-ID is looked up: a message found as sent is not sent again.
 */
export async function sendViaGraph(
  parts: GraphParts,
  local: MailProvider,
  carried: OutgoingMessage,
): Promise<[]> {
  const { mailbox, id, wasHandedOver, onHandOver } = carried
  const message = await local.findMessage(mailbox, id)
  if (message === undefined)
    throw new RelayFailure(phrase('The message is no longer in the outbox.', {}), {
      isFinal: true,
      isUnknown: false,
    })
  const messageId = messageIdOf(message)
  try {
    const copies = await findCopies(parts, mailbox, messageId)
    const known =
      copies.find(({ isDraft }) => !isDraft) ??
      (wasHandedOver ? await awaitCopy(parts, mailbox, messageId) : null)
    if (known !== null && !known.isDraft) return []
    if (known === null && wasHandedOver) throw unknown()
    // A draft of an earlier attempt may be incomplete.
    for (const { id: copy } of copies) await discardDraft(parts, mailbox, copy)
    const draft = await makeDraft(parts, local, carried, message)
    await onHandOver()
    await sendDraft(parts, mailbox, draft, messageId)
    return []
  } catch (error) {
    throw toFailure(error)
  }
}
