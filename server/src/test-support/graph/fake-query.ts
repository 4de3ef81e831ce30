import type { FakeMessage } from './fake-mailbox.ts'

/** A query that Exchange refuses, with its error code. */
export class QueryRefusal extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.name = 'QueryRefusal'
    this.code = code
  }
}

const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
const tokens = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** A KQL phrase matches consecutive words. The last one matches as a prefix. */
function hasPhrase(text: string, phrase: string): boolean {
  const [words, wanted] = [tokens(text), tokens(phrase)]
  if (wanted.length === 0) return false
  return words.some((_, start) =>
    wanted.every((word, at) =>
      at === wanted.length - 1 ? (words[start + at]?.startsWith(word) ?? false) : words[start + at] === word,
    ),
  )
}

const people = (list: FakeMessage['to']) => list.map(({ name, address }) => `${name} ${address}`).join(' ; ')
const hasAttachments = ({ attachments }: FakeMessage) => attachments.some(({ isInline }) => !isInline)
const dayOf = ({ received }: FakeMessage) => received.toISOString().slice(0, 10)

function matchesTerm(message: FakeMessage, term: string): boolean {
  const group = /^\((.*)\)$/.exec(term)
  if (group !== null) return (group[1] ?? '').split(' OR ').some((part) => matchesTerm(message, part))
  const [, name = '', operator = ':', quoted, plain] =
    /^(?:([A-Za-z]+)(:|>=|<))?(?:"([^"]*)"|(\S+))$/.exec(term) ?? []
  const value = quoted ?? plain
  if (value === undefined) throw new QueryRefusal('SearchQueryTranslationFailure')
  const { from, to, cc, bcc, subject, body } = message
  const recipients = people([...to, ...cc, ...bcc])
  switch (name.toLowerCase()) {
    case '':
      return hasPhrase(`${people([from])} \n ${subject} \n ${body.content}`, value)
    case 'from':
      return hasPhrase(people([from]), value)
    case 'recipients':
      return hasPhrase(recipients, value)
    case 'participants':
      return hasPhrase(`${people([from])} ; ${recipients}`, value)
    case 'subject':
      return hasPhrase(subject, value)
    case 'hasattachments':
      return hasAttachments(message) === (value === 'true')
    case 'received':
      return operator === '<' ? dayOf(message) < value : dayOf(message) >= value
    default:
      throw new QueryRefusal('SearchQueryTranslationFailure')
  }
}

/** Applies `$search`. The parameter still has its quotes and escapes. */
export function search(messages: readonly FakeMessage[], parameter: string): FakeMessage[] {
  const kql = /^"(.*)"$/s.exec(parameter)?.[1]?.replaceAll(String.raw`\"`, '"')
  if (kql === undefined) throw new QueryRefusal('BadRequest')
  const terms = kql.split(' AND ')
  const found = messages.filter((message) => terms.every((term) => matchesTerm(message, term)))
  return found.toSorted((a, other) => other.received.getTime() - a.received.getTime()).slice(0, 1_000)
}

function matchesFilter(message: FakeMessage, term: string): boolean {
  const [, name = '', operator = '', value = ''] = /^(\w+) (eq|ge|gt|lt) (.+)$/.exec(term) ?? []
  const text = /^'(.*)'$/s.exec(value)?.[1]?.replaceAll("''", "'") ?? value
  switch (name) {
    case 'receivedDateTime': {
      const [at, wanted] = [message.received.getTime(), Date.parse(value)]
      return operator === 'lt' ? at < wanted : operator === 'gt' ? at > wanted : at >= wanted
    }
    case 'hasAttachments':
      return hasAttachments(message) === (value === 'true')
    case 'conversationId':
      return message.conversationId === text
    case 'internetMessageId':
      return message.internetMessageId === text
    default:
      throw new QueryRefusal('ErrorInvalidUrlQueryFilter')
  }
}

/** Applies `$filter`, which must start with the property of `$orderby`. */
export function filter(
  messages: readonly FakeMessage[],
  parameter: string,
  orderBy: string | null,
): FakeMessage[] {
  const terms = parameter.split(' and ')
  if (orderBy !== null && !terms[0]?.startsWith(`${orderBy.split(' ')[0]} `))
    throw new QueryRefusal('InefficientFilter')
  return messages.filter((message) => terms.every((term) => matchesFilter(message, term)))
}
