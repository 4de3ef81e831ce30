import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Of a longer number the index is asked for so many of its last digits. */
const lastDigits = 7

/** The last digits of the longest number in a text; null if none is longer than that. */
export function rareDigits(text: string): string | null {
  const numbers = (text.match(/[0-9]+/g) ?? []).filter(({ length }) => length > lastDigits)
  const number = numbers.reduce((longest, each) => (each.length > longest.length ? each : longest), '')
  return number === '' ? null : number.slice(-lastDigits)
}

/**
 * Condition on a search text `x.t`: it matches a LIKE pattern. Numbers of records begin alike (`pm2026`), and
 * the trigram index has entries of nearly every text for these beginnings, all of which it would read. So it
 * is asked for the last digits alone, and the few texts with them are tested by the whole pattern.
 */
export function textLike(pattern: string): RawBuilder<unknown> {
  const digits = rareDigits(pattern)
  return digits === null
    ? sql`x.t like ${pattern}`
    : sql`(x.t like ${`%${digits}%`} and x.t || '' like ${pattern})`
}
