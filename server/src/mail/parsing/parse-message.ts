import type { MailAddress, MailReport, Truncation } from '@portal/contract'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { htmlToText } from './html-text.ts'
import { parseAddresses } from './parse-addresses.ts'
import { followingTexts, unlistedParts } from './mime-parts.ts'
import type { FollowingText, UnlistedPart } from './mime-parts.ts'
import { nameOfPart } from './part-name.ts'
import { isReportPart, readReport, formatReport, reportText } from '../inbound/read-report.ts'
import { sanitiseHtml } from './sanitise-html.ts'
import { maxShownLength } from './shown-part.ts'
import { displayedPartIndexes } from './displayed-parts.ts'
import { firstParts, truncatedVariants } from './mime-limits.ts'

const limits = { maxNestingDepth: 100, maxHeadersSize: 4_194_304, forceRfc822Attachments: true }
/** Limits of the parsed fields. The raw message is kept in full. */
const longest = {
  subject: 2_000,
  header: 50_000,
  headers: 250_000,
  text: maxShownLength,
  name: 200,
  address: 320,
  fileName: 255,
}

export interface ParsedMessage {
  from: MailAddress
  to: MailAddress[]
  cc: MailAddress[]
  replyTo: MailAddress[]
  subject: string
  /** Without angle brackets; empty if there is none. */
  messageId: string
  /** Message-IDs it replies to, oldest first, at most 50, without angle brackets. */
  references: string[]
  headers: { name: string; value: string }[]
  text: string
  html: string | null
  /** Its report about another message, or null. */
  report: MailReport | null
  /** Why it is not shown completely, or null. */
  unreadRest: Truncation | null
  attachments: { name: string; mimeType: string; contentId: string | null; bytes: Uint8Array }[]
}

/** Text the database accepts: no NUL, no lone surrogates. */
const kept = (text: string, length: number) => text.replaceAll('\u0000', '').slice(0, length).toWellFormed()
const keptLine = (text: string, length: number) => kept(text, length).replaceAll(/\s+/g, ' ').trim()

/** The people in all headers of a name, or only in the first one that has any. */
function people({ headers }: Email, key: string, of: 'all' | 'first' = 'all'): MailAddress[] {
  const named = headers.filter((header) => header.key === key && header.value.trim() !== '')
  return (of === 'first' ? named.slice(0, 1) : named)
    .flatMap(({ value }) => parseAddresses(value))
    .slice(0, 1_000)
    .map(({ name, address }) => ({
      name: keptLine(name, longest.name),
      address: keptLine(address, longest.address),
    }))
}

const maxReferencesLength = 4_096
const maxReferences = 50

/**
 * The messages that a message replies to: from the end of its last References header, else from its last
 * In-Reply-To. Only the end is read, since a header of megabytes is no genuine reply.
 */
function referencesOf(headers: Email['headers']): string[] {
  for (const key of ['references', 'in-reply-to']) {
    const value = headers.findLast((header) => header.key === key)?.value.slice(-maxReferencesLength) ?? ''
    const ids = [...value.matchAll(/<([^<>\s@]{1,250}@[^<>\s@]{1,250})>/g)].map(([, id = '']) =>
      kept(id, 500),
    )
    if (ids.length > 0) return ids.slice(-maxReferences)
  }
  return []
}

/** The first headers, up to the limit of their total length. */
function headersOf(email: Email): { headers: ParsedMessage['headers']; isCut: boolean } {
  const headers: ParsedMessage['headers'] = []
  let length = 0
  for (const { originalKey, value } of email.headers.slice(0, 500)) {
    const header = { name: keptLine(originalKey, 200), value: keptLine(value, longest.header) }
    length += header.name.length + header.value.length
    if (length > longest.headers) return { headers, isCut: true }
    headers.push(header)
  }
  return { headers, isCut: false }
}

/**
 * The parts that are not text of the body, each with a name. Pictures shown in the body keep their
 * Content-ID.
 */
function attachmentsOf(
  { attachments }: Email,
  html: string | null,
  unlisted: readonly UnlistedPart[],
): ParsedMessage['attachments'] {
  const parts = attachments.map(({ filename, mimeType, contentId = '', content }) => ({
    fileName: filename ?? '',
    mimeType: keptLine(mimeType, 100) || 'application/octet-stream',
    contentId: keptLine(contentId.replaceAll(/^<|>$/g, ''), 200) || null,
    bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  }))
  const shown = displayedPartIndexes(html, parts)
  return [...parts, ...unlisted.map((part) => ({ ...part, contentId: null }))].map(
    ({ fileName, contentId, ...part }, index) => ({
      ...part,
      name:
        keptLine(fileName, longest.fileName) ||
        keptLine(nameOfPart(part.mimeType, index, part.bytes), longest.fileName),
      contentId: shown.has(index) ? contentId : null,
    }),
  )
}

/** A multipart message without a boundary is read as plain text. */
function plainText(email: Email, unlisted: UnlistedPart[]): string | undefined {
  if (email.text !== undefined || email.html !== undefined || email.attachments.length > 0) return email.text
  return unlisted
    .splice(0)
    .map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
    .join('\n')
}

/**
 * The report of a message if it is one. `words` is the report as text if the message has no text of its own;
 * it then includes the report part itself.
 */
function reportOf(
  email: Email,
  attachments: ParsedMessage['attachments'],
): { report: MailReport | null; words: string | null } {
  const isBlank = (email.text ?? '').trim() === '' && (email.html ?? '').trim() === ''
  const type = email.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  const read = isBlank || /^\s*multipart\/report\b/i.test(type) ? readReport(attachments) : null
  // Some servers name the message only in the headers of the report.
  const report =
    read?.messageId === '' ? { ...read, messageId: referencesOf(email.headers).at(-1) ?? '' } : read
  const part = attachments.find(isReportPart)
  return {
    report,
    words:
      report === null || part === undefined || !isBlank
        ? null
        : `${formatReport(report)}\n\n${reportText(part)}`,
  }
}

/** HTML up to this length without text and pictures counts as empty; longer HTML is not checked. */
const maxBlankLength = 10_000

function showsNothing(html: string): boolean {
  if (html.length > maxBlankLength || /<img/i.test(html)) return false
  return !/[^\s\u00a0]/.test(
    sanitiseHtml(html, { own: () => undefined }).html.replaceAll(/<[^<>]*>|&nbsp;/g, ''),
  )
}

/** Number of characters that identify a text. */
const foundBy = 40
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')
const shownText = (html: string) => lettersOf(htmlToText(sanitiseHtml(html, { own: () => undefined }).html))

/** Text parts joined to the HTML body but hidden by an unclosed element or comment. */
function swallowedTexts(html: string | null, texts: readonly FollowingText[]): UnlistedPart[] {
  if (html === null || texts.length === 0) return []
  const shown = shownText(html)
  const isSwallowed = ({ part, text }: FollowingText) => {
    const letters = part.mimeType === 'text/html' ? shownText(text) : lettersOf(text)
    return !shown.includes(letters.slice(0, foundBy))
  }
  return texts.filter(isSwallowed).map(({ part }) => part)
}

function toMessage(email: Email, unlisted: UnlistedPart[], texts: readonly FollowingText[]): ParsedMessage {
  const text = plainText(email, unlisted)
  const hasWords = (text ?? '').trim() !== ''
  const html =
    email.html === undefined || (hasWords && showsNothing(email.html)) ? null : kept(email.html, longest.text)
  const attachments = attachmentsOf(email, html, [...unlisted, ...swallowedTexts(html, texts)])
  const { report, words } = reportOf(email, attachments)
  const { headers, isCut } = headersOf(email)
  const isLong =
    (email.subject ?? '').length > longest.subject ||
    Math.max(email.html?.length ?? 0, text?.length ?? 0) > longest.text
  return {
    from: people(email, 'from', 'first')[0] ?? { name: '', address: '' },
    to: people(email, 'to'),
    cc: people(email, 'cc'),
    replyTo: people(email, 'reply-to'),
    subject: keptLine(email.subject ?? '', longest.subject),
    messageId: keptLine((email.messageId ?? '').replaceAll(/^<|>$/g, ''), 500),
    references: referencesOf(email.headers),
    headers,
    text: kept(words ?? text ?? (html === null ? '' : htmlToText(html)), longest.text),
    html: words === null ? html : null,
    report,
    unreadRest: isLong ? 'length' : isCut ? 'head' : null,
    attachments:
      words === null ? attachments : attachments.filter((part) => part !== attachments.find(isReportPart)),
  }
}

const maxUnreadableLength = 100_000

/** A message that cannot be parsed, with its bytes as text. */
function unreadable(raw: Buffer): ParsedMessage {
  const text = kept(raw.subarray(0, maxUnreadableLength).toString('utf8'), longest.text)
  const nobody = {
    from: { name: '', address: '' },
    to: [],
    cc: [],
    replyTo: [],
    messageId: '',
    references: [],
    headers: [],
    attachments: [],
  }
  return {
    ...nobody,
    subject: '(This message could not be read)',
    text,
    html: null,
    report: null,
    unreadRest: raw.length > maxUnreadableLength ? 'length' : null,
  }
}

/** The parser limit that an error names; null for any other error. */
function boundOf(error: unknown): Truncation | null {
  // The library throws its own errors only for its limits, and names them in the message.
  if (!(error instanceof Error) || !error.message.startsWith('Maximum ')) return null
  return error.message.includes('header') ? 'head' : 'levels'
}

/**
 * Parses a raw message: completely within the limits, else its beginning and the limit it exceeded. Malformed
 * content is shown as well as possible. Source: checklist item 91, decision 0012.
 */
export async function parseMessage(raw: Buffer): Promise<ParsedMessage> {
  const first = firstParts(raw)
  let bound: Truncation | null = first.length === raw.length ? null : 'parts'
  for (const make of [() => first, ...truncatedVariants(raw)]) {
    try {
      const parser = new PostalMime(limits)
      const message = toMessage(await parser.parse(make()), unlistedParts(parser), followingTexts(parser))
      return { ...message, unreadRest: bound ?? message.unreadRest }
    } catch (error) {
      bound = boundOf(error)
      if (bound === null) break
    }
  }
  return unreadable(raw)
}
