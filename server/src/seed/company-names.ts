/** Words that name a company's legal form and tell no two companies apart. */
const legalForm = /(?:\s(?:inc|incorporated|llc|llp|lp|ltd|limited|co|corp|corporation|company|pllc|pc))+$/
const companyWord = /\b(inc|llc|llp|lp|ltd|co|corp|company|group|homes?|construction|services?|builders?)\b/i
/** `****MAIN***`, `(Main)`, `(GC record)`, `(dba)`: notes of the source's clerks. */
const clerkNote = /\*+[^*]*\*+|\((?:main|gc record|dba|comm\.)\)/gi

export interface CompanyName {
  /** The name people trade under, tidied but spelled as in the source. */
  name: string
  /** The company behind a `DBA` ("doing business as"); a private person's name there is dropped. */
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
 * What two spellings of one company share: `Acme, Inc`, `ACME INC.` and `The Acme Company` are all `acme`.
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

/**
 * Reads a contractor cell; null when it names no company (empty, or nothing but a legal form such as `Inc.`).
 */
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
 * The spelling to show for one company: not all capitals where another exists, then the most frequent, then
 * the longest, then the alphabet.
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
 * `Air Craft Inc. Air Conditioning` -> `air-craft-inc-air-conditioning`, at most 40 characters: a part of an
 * invented address.
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
