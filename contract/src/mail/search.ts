import { LocalDate } from '../time.ts'
import type { TimeZone } from '../time-zones.ts'

/** Operators of a mail search, as typed before their value. */
export const mailSearchOperators = ['from', 'to', 'subject', 'has', 'before', 'after'] as const
export type MailSearchOperator = (typeof mailSearchOperators)[number]

/** Criteria of a mail search. A message must match all of them. */
export interface MailSearch {
  /** Words in the subject, people or text. */
  words: string[]
  /** Parts of the name or address of the sender. */
  from: string[]
  /** Parts of the name or address of a recipient in To, Cc or Bcc. */
  to: string[]
  /** Parts of the subject. */
  subject: string[]
  /** Only messages with attachments. */
  hasAttachment: boolean
  /** Received before this day; with several values, the earliest counts. */
  before: LocalDate | null
  /** Received on or after this day; with several values, the latest counts. */
  after: LocalDate | null
  /** Time zone of these days; default UTC. */
  timeZone?: TimeZone
}

/** One token of a search: an operator with its value, or a word or quoted phrase. */
const pieces = /(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/gi

const isOperator = (name: string): name is MailSearchOperator =>
  mailSearchOperators.some((operator) => operator === name)
const plainWords = (text: string) => text.split(/\s+/).filter((word) => word !== '')

function laterOf(one: LocalDate | null, other: LocalDate): LocalDate {
  return one === null || other > one ? other : one
}

/** Adds an operator to a search. Returns false when its value is invalid. */
function take(search: MailSearch, operator: MailSearchOperator, value: string): boolean {
  switch (operator) {
    case 'from':
    case 'to':
    case 'subject':
      search[operator].push(value)
      return true
    case 'has':
      if (!/^attachments?$/i.test(value)) return false
      search.hasAttachment = true
      return true
    case 'before':
    case 'after': {
      const day = LocalDate.safeParse(value)
      if (!day.success) return false
      if (operator === 'after') search.after = laterOf(search.after, day.data)
      else search.before = search.before === null || day.data < search.before ? day.data : search.before
      return true
    }
  }
}

/**
 * Parses `q` of the message list: words, and `from:`, `to:`, `subject:`, `has:attachment`,
 * `before:2026-11-01` and `after:2026-11-01`; values with spaces are quoted. An operator with an invalid or
 * incomplete value counts as plain words, so a search never fails while it is typed.
 */
export function parseMailSearch(q: string): MailSearch {
  const search: MailSearch = {
    words: [],
    from: [],
    to: [],
    subject: [],
    hasAttachment: false,
    before: null,
    after: null,
  }
  for (const [whole, name = '', quoted, plain] of q.matchAll(pieces)) {
    const operator = name.toLowerCase()
    const value = (quoted ?? plain ?? '').trim()
    if (value !== '' && isOperator(operator) && take(search, operator, value)) continue
    search.words.push(...plainWords(name === '' ? value : whole.replaceAll('"', '')))
  }
  return search
}

/** Whether a search has no criteria, so that all messages are listed. */
export function isEmptySearch({
  words,
  from,
  to,
  subject,
  hasAttachment,
  before,
  after,
}: MailSearch): boolean {
  return (
    words.length + from.length + to.length + subject.length === 0 &&
    !hasAttachment &&
    before === null &&
    after === null
  )
}
