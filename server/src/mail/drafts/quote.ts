import { formatZonedInstant, phrase, verbatim } from '@portal/contract'
import type { MailAddress, ReplyKind, Say, Sayable, TimeZone } from '@portal/contract'

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

function peopleLine(people: readonly MailAddress[], say: Say): string {
  const named = people.slice(0, maxNamed).map(person)
  const left = people.length - maxNamed
  return [...named, ...(left > 0 ? [say(phrase('and {{count}} more', { count: left }))] : [])].join('; ')
}

interface HeaderLine {
  sentence: Sayable
  value: string
}

/** Zone and language of the person who replies. */
interface Writer {
  zone: TimeZone
  say: Say
}

/**
 * The initial body of a reply: an empty line, author and date, and the quoted message. A forward shows the
 * full header.
 */
export function quotedBody(kind: ReplyKind, message: QuotedMessage, { zone, say }: Writer): string {
  const { from, to, cc, subject, receivedAt, html } = message
  const at = new Date(receivedAt)
  const moment = { en: formatZonedInstant(zone, at, 'en'), es: formatZonedInstant(zone, at, 'es') }
  if (kind !== 'forward') {
    const author = verbatim(person(from))
    const line = say(phrase('On {{moment}}, {{author}} wrote:', { moment, author }))
    return `<p></p><p>${line}</p><blockquote>${html}</blockquote>`
  }
  const lines: HeaderLine[] = [
    { sentence: 'From:', value: person(from) },
    { sentence: 'Sent:', value: say(moment) },
    { sentence: 'To:', value: peopleLine(to, say) },
    { sentence: 'Cc:', value: peopleLine(cc, say) },
    { sentence: 'Subject:', value: escapeHtml(subject) },
  ]
  const head = lines
    .filter(({ value }) => value !== '')
    .map(({ sentence, value }) => `<strong>${say(sentence)}</strong> ${value}`)
  return `<p></p><p>${head.join('<br>')}</p>${html}`
}
