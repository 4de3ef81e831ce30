/** Words for the legal form of a company, which do not distinguish companies. */
const legalForm = /(?:\s(?:inc|incorporated|llc|llp|lp|ltd|limited|co|corp|corporation|company|pllc|pc))+$/
const companyWord = /\b(inc|llc|llp|lp|ltd|co|corp|company|group|homes?|construction|services?|builders?)\b/i
/** `****MAIN***`, `(Main)`, `(GC record)`, `(dba)`: notes of the clerks in the source. */
const clerkNote = /\*+[^*]*\*+|\((?:main|gc record|dba|comm\.)\)/gi

export interface CompanyName {
  /** The trade name, cleaned up but in the spelling of the source. */
  name: string
  /** The company before a `DBA` ("doing business as"). The name of a private person is dropped. */
  alternateName: string | null
  /** Equal for spellings of one company. */
  key: string
}

const tidy = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s+([,.])/g, '$1')
    .replaceAll(/^[\s,:'/-]+|[\s,:'/-]+$/g, '')

/**
 * Key that all spellings of a company share: `Acme, Inc`, `ACME INC.` and `The Acme Company` are all `acme`.
 */
export function companyKey(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return ` ${words}`.replace(legalForm, '').trim().replace(/^the /, '')
}

/** Parses a contractor cell; null if it names no company (empty, or only a legal form such as `Inc.`). */
export function toCompanyName(cell: string): CompanyName | null {
  const plain = tidy(cell.normalize('NFC').replaceAll(clerkNote, ' '))
  const [before = '', ...after] = plain.split(/\bd\/?b\/?a\b/i)
  const trade = tidy(after.join(' ').replace(/^\s*as\b/i, ''))
  const name = companyKey(trade) === '' ? tidy(before) : trade
  const key = companyKey(name)
  if (key === '') return null
  const behind = tidy(before)
  const alternateName =
    name !== behind && companyWord.test(behind) && companyKey(behind) !== '' && companyKey(behind) !== key
      ? behind
      : null
  return { name, alternateName, key }
}

/**
 * The displayed spelling of a company: preferably not in all capitals, then the most frequent, then the
 * longest, then the first in alphabetical order.
 */
export function bestSpelling(spellings: ReadonlyMap<string, number>): string {
  const shouted = (name: string) => (name === name.toUpperCase() ? 1 : 0)
  const [best] = [...spellings].toSorted(
    ([a, timesA], [b, timesB]) =>
      shouted(a) - shouted(b) || timesB - timesA || b.length - a.length || (a < b ? -1 : 1),
  )
  if (!best) throw new RangeError('A company without a spelling')
  return best[0]
}

/**
 * Label for a generated e-mail domain, at most 40 characters:
 * `Air Craft Inc. Air Conditioning` -> `air-craft-inc-air-conditioning`.
 */
export function toDomainLabel(name: string): string {
  const label = name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '')
  return label === '' ? 'company' : label
}
