import { LocalDate } from '../time.ts'
import type { TimeZone } from '../time-zones.ts'

/** Operators of a mail search, as they are typed before their value. */
export const mailSearchOperators = ['from', 'to', 'subject', 'has', 'before', 'after'] as const
export type MailSearchOperator = (typeof mailSearchOperators)[number]

/** What a mail search asks for; all of it must be so. */
export interface MailSearch {
  /** Words to be found in subject, people or text. */
  words: string[]
  /** Parts of the sender's name or address. */
  from: string[]
  /** Parts of the name or address of somebody on To, Cc or Bcc. */
  to: string[]
  /** Parts of the subject. */
  subject: string[]
  /** Only with attachments. */
  hasAttachment: boolean
  /** Received before this day; the earliest of several. */
  before: LocalDate | null
  /** Received on this day or later; the latest of several. */
  after: LocalDate | null
  /** The zone whose days these are; UTC where none is named. */
  timeZone?: TimeZone
}

/** One piece of a search as it was typed: an operator with its value, or what is looked for anywhere. */
const pieces = /(?:([a-z]+):)?(?:"([^"]*)"|(\S+))/gi

const isOperator = (name: string): name is MailSearchOperator =>
  mailSearchOperators.some((operator) => operator === name)
const plainWords = (text: string) => text.split(/\s+/).filter((word) => word !== '')

function laterOf(one: LocalDate | null, other: LocalDate): LocalDate {
  return one === null || other > one ? other : one
}

/** Takes an operator into a search; false where its value means nothing to it. */
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
 * Reads `q` of the message list: words, and `from:`, `to:`, `subject:`, `has:attachment`, `before:2026-11-01`
 * and `after:2026-11-01`, a value with spaces in quotes. An operator whose value is not (yet) one, as while
 * it is typed, counts as plain words: nothing is refused.
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

/** True where a search asks for nothing, so that everything is listed. */
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
