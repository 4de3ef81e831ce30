import type { MailAddress } from '../mail.ts'
import { zonedMomentWords } from '../time-words.ts'
import type { TimeZone } from '../time-zones.ts'
import type { ReplyKind } from './reply-rules.ts'

/**
 * What of a message is said before its text is quoted. `html` is its body as it may be shown, pictures by
 * `cid:`.
 */
export interface QuotedMessage {
  subject: string
  from: MailAddress
  to: readonly MailAddress[]
  cc: readonly MailAddress[]
  /** Instant, ISO 8601. */
  receivedAt: string
  html: string
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '')

const person = ({ name, address }: MailAddress) => escapeHtml(name === '' ? address : `${name} <${address}>`)

/** So many people are named in the head of a forwarded message, each list for itself. */
const mostNamed = 50

function peopleLine(people: readonly MailAddress[]): string {
  const named = people.slice(0, mostNamed).map(person)
  return [...named, ...(people.length > mostNamed ? [`and ${people.length - mostNamed} more`] : [])].join(
    '; ',
  )
}

/**
 * The body an answer begins with: an empty line to write on, who wrote what when, and the message itself. A
 * forward shows its head whole. `zone` is the writer's.
 */
export function quotedBody(kind: ReplyKind, message: QuotedMessage, zone: TimeZone): string {
  const { from, to, cc, subject, receivedAt, html } = message
  const moment = zonedMomentWords(zone, new Date(receivedAt))
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
