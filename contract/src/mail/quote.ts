import type { MailAddress } from '../mail.ts'
import { formatZonedInstant } from '../format-time.ts'
import type { TimeZone } from '../time-zones.ts'
import type { ReplyKind } from './reply-rules.ts'

/** The parts of a message needed to quote it. `html` is its sanitized body, with images by `cid:`. */
export interface QuotedMessage {
  subject: string
  from: MailAddress
  to: readonly MailAddress[]
  cc: readonly MailAddress[]
  /** ISO 8601 timestamp. */
  receivedAt: string
  html: string
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')

const person = ({ name, address }: MailAddress) => escapeHtml(name === '' ? address : `${name} <${address}>`)

/** Maximum number of names per recipient list in the header of a forwarded message. */
const maxNamed = 50

function peopleLine(people: readonly MailAddress[]): string {
  const named = people.slice(0, maxNamed).map(person)
  return [...named, ...(people.length > maxNamed ? [`and ${people.length - maxNamed} more`] : [])].join('; ')
}

/**
 * The initial body of a reply: an empty line, author and date, and the quoted message. A forward shows the
 * full header. `zone` is the time zone of the writer.
 */
export function quotedBody(kind: ReplyKind, message: QuotedMessage, zone: TimeZone): string {
  const { from, to, cc, subject, receivedAt, html } = message
  const moment = formatZonedInstant(zone, new Date(receivedAt))
  if (kind !== 'forward')
    return `<p></p><p>On ${moment}, ${person(from)} wrote:</p><blockquote>${html}</blockquote>`
  const lines: [string, string][] = [
    ['From', person(from)],
    ['Sent', moment],
    ['To', peopleLine(to)],
    ['Cc', peopleLine(cc)],
    ['Subject', escapeHtml(subject)],
  ]
  const head = lines
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `<strong>${label}:</strong> ${value}`)
  return `<p></p><p>${head.join('<br>')}</p>${html}`
}
