import { addressKey } from '@portal/contract'
import type { MailAddress, ReplyKind } from '@portal/contract'

/** The parts of a message that determine its reply. */
export interface AnsweredMessage {
  subject: string
  from: MailAddress
  /** All authors, when there are several. */
  authors?: readonly MailAddress[] | undefined
  to: readonly MailAddress[]
  cc: readonly MailAddress[]
  replyTo: readonly MailAddress[]
  /** Its other headers as received, in any case. Message-ID, In-Reply-To and References are used. */
  headers: readonly { name: string; value: string }[]
}

export interface ReplyHeader {
  to: MailAddress[]
  cc: MailAddress[]
  subject: string
  /** Message-ID of the answered message, with angle brackets. null when it has none, and for a forward. */
  inReplyTo: string | null
  /** Oldest first, without duplicates, with angle brackets. */
  references: string[]
}

/**
 * Maximum number of kept references: the first message of the thread and the latest ones. RFC 5322 3.6.4
 * allows omitting others.
 */
const maxReferences = 20

const hasAddress = ({ address }: MailAddress) => address.includes('@')

/** Removes duplicate mailboxes and keeps the order. Mailboxes in `taken` are also removed. */
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
 * Prefixes that mail programs add to a reply or forward, in the languages of our clients. Several can follow
 * each other.
 */
const prefixes = /^(?:\s*(?:re|aw|sv|antw|fw|fwd|wg)(?:\[\d{1,3}\])?\s*:)+/i

/** The subject with one `RE: ` or `FW: `, after removing existing prefixes. */
export function answerSubject(kind: ReplyKind, subject: string): string {
  return `${kind === 'forward' ? 'FW' : 'RE'}: ${subject.replace(prefixes, '').trim()}`.trim()
}

function header(message: AnsweredMessage, name: string): string {
  return message.headers.find((header) => header.name.toLowerCase() === name)?.value ?? ''
}

function idsIn(value: string): string[] {
  return value.match(/<[^<>\s]{1,500}>/g) ?? []
}

function threading(kind: ReplyKind, message: AnsweredMessage): Pick<ReplyHeader, 'inReplyTo' | 'references'> {
  const own = idsIn(header(message, 'message-id'))[0] ?? null
  const listed = idsIn(header(message, 'references'))
  const earlier = listed.length > 0 ? listed : idsIn(header(message, 'in-reply-to')).slice(0, 1)
  const all = [...new Set([...earlier.filter((id) => id !== own), ...(own === null ? [] : [own])])]
  const references = all.length <= maxReferences ? all : [...all.slice(0, 1), ...all.slice(1 - maxReferences)]
  return { inReplyTo: kind === 'forward' ? null : own, references }
}

/**
 * Recipients, subject and thread headers of a reply. Pure. `identities` are the writer's addresses in this
 * mailbox.
 *
 * A reply goes to Reply-To, which may be a mailing list, otherwise to all authors in From (RFC 5322 3.6.3). A
 * reply to one's own message goes to its recipients. Reply all adds everyone else in To and Cc except the
 * writer. Only `identities` count as the writer's addresses: a plus address may belong to someone else.
 * Duplicates are removed. Source: contract.md 10.6.
 */
export function responseTo(
  kind: ReplyKind,
  message: AnsweredMessage,
  identities: readonly string[],
): ReplyHeader {
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
