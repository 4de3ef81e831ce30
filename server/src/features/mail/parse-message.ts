import type { MailAddress } from '@portal/contract'
import PostalMime from 'postal-mime'
import type { Address, Email } from 'postal-mime'
import { htmlToText } from './html-text.ts'

/** A message that is no mail but an attack on whoever reads it. Source: checklist item 91. */
export class MessageBomb extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MessageBomb'
  }
}

const mostParts = 1_000
const limits = { maxNestingDepth: 100, maxHeadersSize: 4_194_304, forceRfc822Attachments: true }
/** So much of what is shown is kept beside the message as it came, in which everything stands. */
const longest = { subject: 2_000, header: 50_000, text: 2_000_000, name: 200, address: 320, fileName: 255 }

export interface ParsedMessage {
  from: MailAddress
  to: MailAddress[]
  cc: MailAddress[]
  replyTo: MailAddress[]
  subject: string
  /** Without angle brackets; empty where the message has none. */
  messageId: string
  headers: { name: string; value: string }[]
  text: string
  html: string | null
  attachments: { name: string; mimeType: string; contentId: string | null; bytes: Uint8Array }[]
}

/** What a database keeps: no NUL, no half characters. */
const kept = (text: string, length: number) => text.replaceAll('\u0000', '').slice(0, length).toWellFormed()
const keptLine = (text: string, length: number) => kept(text, length).replaceAll(/\s+/g, ' ').trim()

function people(addresses: readonly Address[] | undefined): MailAddress[] {
  return (addresses ?? [])
    .flatMap((each) => each.group ?? [each])
    .slice(0, 1_000)
    .map(({ name, address }) => ({ name: keptLine(name, longest.name), address: keptLine(address, longest.address) }))
}

/** Refuses more parts than a message can mean, by counting the lines that begin one, before anything is unpacked. */
function requireFewParts(raw: Buffer): void {
  const head = raw.subarray(0, 1_048_576).toString('latin1')
  const boundaries = [...head.matchAll(/boundary\s*=\s*"?([^"\s;]{1,200})/gi)].map(([, boundary = '']) => `--${boundary}`)
  if (boundaries.length === 0) return
  let parts = 0
  for (let at = raw.indexOf('\n--'); at !== -1; at = raw.indexOf('\n--', at + 3)) {
    const line = raw.toString('latin1', at + 1, at + 203)
    if (boundaries.slice(0, 200).some((boundary) => line.startsWith(boundary))) parts += 1
    if (parts > mostParts) throw new MessageBomb(`A message has at most ${mostParts} parts.`)
  }
}

function toMessage(email: Email): ParsedMessage {
  const html = email.html === undefined ? null : kept(email.html, longest.text)
  const attachments = email.attachments.map(({ filename, mimeType, contentId, related, disposition, content }, place) => {
    const shownInBody = contentId !== undefined && (related === true || disposition === 'inline')
    return {
      name: keptLine(filename ?? '', longest.fileName) || `attachment-${place + 1}`,
      mimeType: keptLine(mimeType, 100) || 'application/octet-stream',
      contentId: shownInBody ? keptLine(contentId.replaceAll(/^<|>$/g, ''), 200) : null,
      bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    }
  })
  return {
    from: people(email.from === undefined ? [] : [email.from])[0] ?? { name: '', address: '' },
    to: people(email.to),
    cc: people(email.cc),
    replyTo: people(email.replyTo),
    subject: keptLine(email.subject ?? '', longest.subject),
    messageId: keptLine((email.messageId ?? '').replaceAll(/^<|>$/g, ''), 500),
    headers: email.headers
      .slice(0, 500)
      .map(({ originalKey, value }) => ({ name: keptLine(originalKey, 200), value: keptLine(value, longest.header) })),
    text: kept(email.text ?? (html === null ? '' : htmlToText(html.slice(0, 500_000))), longest.text),
    html,
    attachments,
  }
}

/** What can be said of a message nobody can read: its bytes as text. */
function unreadable(raw: Buffer): ParsedMessage {
  const text = kept(raw.subarray(0, 100_000).toString('utf8'), longest.text)
  const nobody = { from: { name: '', address: '' }, to: [], cc: [], replyTo: [], messageId: '', headers: [], attachments: [] }
  return { ...nobody, subject: '(This message could not be read)', text, html: null }
}

/** Reads a message as it came. Throws MessageBomb for what is refused; whatever else is broken is shown as well as it can be. */
export async function parseMessage(raw: Buffer): Promise<ParsedMessage> {
  requireFewParts(raw)
  try {
    return toMessage(await PostalMime.parse(raw, limits))
  } catch (error) {
    // The library's only refusals of its own are its limits, which its messages name.
    if (error instanceof Error && error.message.startsWith('Maximum ')) throw new MessageBomb(error.message)
    return unreadable(raw)
  }
}
