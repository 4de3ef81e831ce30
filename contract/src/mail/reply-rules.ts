import type { MailAddress } from '../mail.ts'
import { addressKey } from './address.ts'

export const replyKinds = ['reply', 'replyAll', 'forward'] as const
export type ReplyKind = (typeof replyKinds)[number]

/** What of a message decides how it is answered. */
export interface AnsweredMessage {
  subject: string
  from: MailAddress
  /** All who wrote it, where they are several. */
  authors?: readonly MailAddress[] | undefined
  to: readonly MailAddress[]
  cc: readonly MailAddress[]
  replyTo: readonly MailAddress[]
  /** Its further headers as they came, any case: Message-ID, In-Reply-To and References are read. */
  headers: readonly { name: string; value: string }[]
}

export interface Answer {
  to: MailAddress[]
  cc: MailAddress[]
  subject: string
  /**
   * Message-ID of the answered message with its angle brackets; null where it has none, and in a forward,
   * which answers nobody.
   */
  inReplyTo: string | null
  /** Oldest first, each once, with angle brackets. */
  references: string[]
}

/**
 * The part of a thread's references that is kept: its first message and the latest ones. Source: RFC 5322
 * 3.6.4 allows leaving some out.
 */
const mostReferences = 20

const hasAddress = ({ address }: MailAddress) => address.includes('@')

/** Each mailbox once, in the order of their first mention; `taken` are those mentioned elsewhere. */
function eachOnce(people: readonly MailAddress[], taken: readonly MailAddress[] = []): MailAddress[] {
  const seen = new Set(taken.map(({ address }) => addressKey(address)))
  return people.filter((person) => {
    const key = addressKey(person.address)
    if (!hasAddress(person) || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/**
 * Prefixes mail programs write before an answered or forwarded subject, in the languages of our clients;
 * several may stand in a row.
 */
const prefixes = /^(?:\s*(?:re|aw|sv|antw|fw|fwd|wg)(?:\[\d{1,3}\])?\s*:)+/i

/** `RE: ` or `FW: ` once before the subject, whatever stood before it. */
export function answerSubject(kind: ReplyKind, subject: string): string {
  return `${kind === 'forward' ? 'FW' : 'RE'}: ${subject.replace(prefixes, '').trim()}`.trim()
}

function header(message: AnsweredMessage, name: string): string {
  return message.headers.find((each) => each.name.toLowerCase() === name)?.value ?? ''
}

function idsIn(value: string): string[] {
  return value.match(/<[^<>\s]{1,500}>/g) ?? []
}

function threading(kind: ReplyKind, message: AnsweredMessage): Pick<Answer, 'inReplyTo' | 'references'> {
  const own = idsIn(header(message, 'message-id'))[0] ?? null
  const listed = idsIn(header(message, 'references'))
  const earlier = listed.length > 0 ? listed : idsIn(header(message, 'in-reply-to')).slice(0, 1)
  const all = [...new Set([...earlier.filter((id) => id !== own), ...(own === null ? [] : [own])])]
  const references =
    all.length <= mostReferences ? all : [...all.slice(0, 1), ...all.slice(1 - mostReferences)]
  return { inReplyTo: kind === 'forward' ? null : own, references }
}

/**
 * Whom an answer goes to, under which subject and in which thread. Pure. `identities` are the addresses the
 * writer has in this mailbox. A reply goes to Reply-To, a list's own among them, else to all authors in From
 * (RFC 5322 3.6.3); a reply to what one sent oneself goes on to whom it was sent. Reply all adds everybody
 * else on To and Cc but the writer, whose own addresses are `identities` alone: one with a plus may be
 * anybody's. Nobody is named twice. Source: contract.md 10.6.
 */
export function answerTo(kind: ReplyKind, message: AnsweredMessage, identities: readonly string[]): Answer {
  const envelope = { subject: answerSubject(kind, message.subject), ...threading(kind, message) }
  if (kind === 'forward') return { to: [], cc: [], ...envelope }
  const own = new Set(identities.map(addressKey))
  const others = (people: readonly MailAddress[]) =>
    people.filter(({ address }) => !own.has(addressKey(address)))
  const authors =
    message.authors === undefined || message.authors.length === 0 ? [message.from] : message.authors
  const asked = eachOnce(message.replyTo)
  const wroteIt = others(authors).length === 0
  const sentTo = others(eachOnce(message.to))

  if (wroteIt) {
    const to = sentTo.length > 0 ? sentTo : eachOnce(message.to).slice(0, 1)
    const target = to.length > 0 ? to : eachOnce(authors)
    return { to: target, cc: kind === 'replyAll' ? others(eachOnce(message.cc, target)) : [], ...envelope }
  }
  const answered = others(asked).length > 0 ? others(asked) : others(eachOnce(authors))
  if (kind === 'reply') return { to: answered, cc: [], ...envelope }
  const to = eachOnce([...answered, ...sentTo])
  return { to, cc: others(eachOnce(message.cc, to)), ...envelope }
}
