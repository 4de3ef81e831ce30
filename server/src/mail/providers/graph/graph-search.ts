import { addDays, initialTimeZone, startOfDay } from '@portal/contract'
import type { MailSearch } from '@portal/contract/mail-search'

/** A text as one KQL literal: quotes are removed, so that it cannot contain operators. */
function literal(part: string): string {
  return `"${part.replaceAll(/["\\\p{Cc}]/gu, ' ').trim()}"`
}

/**
 * The KQL query; null for a search with filters but no words. KQL uses its own time zone for days, so the
 * query adds a day on either side and `isWithinDays` applies the exact bounds.
 */
export function toKql({ words, from, to, subject, hasAttachment, before, after }: MailSearch): string | null {
  if (words.length + from.length + to.length + subject.length === 0) return null
  const terms = [
    ...words.map((word) => `(${literal(word)} OR participants:${literal(word)})`),
    ...from.map((part) => `from:${literal(part)}`),
    ...to.map((part) => `recipients:${literal(part)}`),
    ...subject.map((part) => `subject:${literal(part)}`),
    ...(hasAttachment ? ['hasAttachments:true'] : []),
    ...(after === null ? [] : [`received>=${addDays(after, -1)}`]),
    ...(before === null ? [] : [`received<${addDays(before, 1)}`]),
  ]
  return terms.join(' AND ')
}

/** Whether the message was received within the days of a search, in the person's time zone. */
export function isWithinDays(
  receivedAt: string,
  { before, after, timeZone = initialTimeZone }: MailSearch,
): boolean {
  const at = new Date(receivedAt)
  return (
    (after === null || at >= startOfDay(timeZone, after)) &&
    (before === null || at < startOfDay(timeZone, before))
  )
}

/** `$search` needs the query in quotes, with inner quotes escaped. */
export const toSearchParameter = (kql: string): string => `"${kql.replaceAll('"', String.raw`\"`)}"`

/**
 * The filter of a search without words, or null. The sorted field must be filtered first, or Exchange
 * refuses.
 */
export function toFilter({
  hasAttachment,
  before,
  after,
  timeZone = initialTimeZone,
}: MailSearch): string | null {
  if (!hasAttachment && before === null && after === null) return null
  const startOf = (day: string) => `${startOfDay(timeZone, day).toISOString().slice(0, 19)}Z`
  const terms = [
    `receivedDateTime ge ${after === null ? '1900-01-01T00:00:00Z' : startOf(after)}`,
    ...(before === null ? [] : [`receivedDateTime lt ${startOf(before)}`]),
    ...(hasAttachment ? ['hasAttachments eq true'] : []),
  ]
  return terms.join(' and ')
}
