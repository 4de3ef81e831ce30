import type { MailAddress, MailReport, Truncation } from '@portal/contract'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { htmlToText } from './html-text.ts'
import { parseAddresses } from './parse-addresses.ts'
import { followingTexts, unlistedParts } from './mime-parts.ts'
import type { FollowingText, UnlistedPart } from './mime-parts.ts'
import { nameOfPart } from './part-name.ts'
import { isReportPart, readReport, formatReport, reportText } from './read-report.ts'
import { sanitiseHtml } from './sanitise-html.ts'
import { maxShownLength } from './shown-part.ts'
import { displayedPartIndexes } from './displayed-parts.ts'
import { firstParts, truncatedVariants } from './mime-limits.ts'

const limits = { maxNestingDepth: 100, maxHeadersSize: 4_194_304, forceRfc822Attachments: true }
/** So much of what is shown is kept beside the message as it came, in which everything stands. */
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
  /** Without angle brackets; empty where the message has none. */
  messageId: string
  /** The messages it answers, oldest first, at most 50, without angle brackets. */
  references: string[]
  headers: { name: string; value: string }[]
  text: string
  html: string | null
  /** What it reports of another message; null where it reports nothing. */
  report: MailReport | null
  /** Why not all of it is shown; null where it is. */
  unreadRest: Truncation | null
  attachments: { name: string; mimeType: string; contentId: string | null; bytes: Uint8Array }[]
}

/** What a database keeps: no NUL, no half characters. */
const kept = (text: string, length: number) => text.replaceAll('\u0000', '').slice(0, length).toWellFormed()
const keptLine = (text: string, length: number) => kept(text, length).replaceAll(/\s+/g, ' ').trim()

/** The people of all headers of a name, or of the first one that names anybody. */
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
 * The messages a message answers: of its last References header the end, or of its last In-Reply-To. A header
 * of megabytes is written by nobody who answers.
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

/** The first headers, as long as together they are no longer than is kept of them. */
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
 * The parts that are no text of the body, each with a name. Those the body shows keep the Content-ID it shows
 * them by.
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
    ({ fileName, contentId, ...part }, place) => ({
      ...part,
      name:
        keptLine(fileName, longest.fileName) ||
        keptLine(nameOfPart(part.mimeType, place, part.bytes), longest.fileName),
      contentId: shown.has(place) ? contentId : null,
    }),
  )
}

/** A message that is a container without a boundary is read as the text it holds. */
function plainText(email: Email, unlisted: UnlistedPart[]): string | undefined {
  if (email.text !== undefined || email.html !== undefined || email.attachments.length > 0) return email.text
  return unlisted
    .splice(0)
    .map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
    .join('\n')
}

/**
 * What a message reports, where it is a report, with its words where it has no text of its own: then the
 * report itself stands in them.
 */
function reportOf(
  email: Email,
  attachments: ParsedMessage['attachments'],
): { report: MailReport | null; words: string | null } {
  const isBlank = (email.text ?? '').trim() === '' && (email.html ?? '').trim() === ''
  const type = email.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  const read = isBlank || /^\s*multipart\/report\b/i.test(type) ? readReport(attachments) : null
  // Some servers name the message in the head of the report alone.
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

/** HTML of this length without words and pictures shows nothing; longer HTML is not looked through for it. */
const maxBlankLength = 10_000

function showsNothing(html: string): boolean {
  if (html.length > maxBlankLength || /<img/i.test(html)) return false
  return !/[^\s\u00a0]/.test(
    sanitiseHtml(html, { own: () => undefined }).html.replaceAll(/<[^<>]*>|&nbsp;/g, ''),
  )
}

/** Enough of a text to find it again. */
const foundBy = 40
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')
const shownText = (html: string) => lettersOf(htmlToText(sanitiseHtml(html, { own: () => undefined }).html))

/**
 * Texts joined to the HTML of a body that it does not show, since an element or a comment before them stays
 * open.
 */
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

/** What can be said of a message nobody can read: its bytes as text. `limit` is what reading it died of. */
export function unreadable(raw: Buffer, limit: 'time' | 'memory' | null = null): ParsedMessage {
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
  const unreadRest = limit ?? (raw.length > maxUnreadableLength ? 'length' : null)
  return {
    ...nobody,
    subject: '(This message could not be read)',
    text,
    html: null,
    report: null,
    unreadRest,
  }
}

/** Which of the reader's bounds an error names; null for any other error. */
function boundOf(error: unknown): Truncation | null {
  // The library's only refusals of its own are its limits, which its messages name.
  if (!(error instanceof Error) || !error.message.startsWith('Maximum ')) return null
  return error.message.includes('header') ? 'head' : 'levels'
}

/**
 * Reads a message as it came: all of it within the bounds, the beginning of one beyond them, and says which
 * bound that was. Whatever is broken is shown as well as it can be. Source: checklist item 91, decision 0012.
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
