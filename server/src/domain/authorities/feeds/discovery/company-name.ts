import { foldCase } from '@portal/contract'

/** Legal forms at the end of a name, which lists of companies write differently or leave out. */
const legalForms: ReadonlySet<string> = new Set([
  'llc',
  'inc',
  'incorporated',
  'corp',
  'corporation',
  'co',
  'company',
  'ltd',
  'limited',
  'lp',
  'llp',
])
/** Longer names are cut off by some feeds, so they are not compared. */
const maxNameLength = 200
/** A name with fewer letters and digits would ask for a large part of the feed. */
const minQueryLength = 2
/** “L. L. C.” and “L P”. */
const spacedForm = /(?<= )l (?:l c|l p|p)$/
const joinForm = (form: string) => form.replaceAll(' ', '')

/** A name of a company as it is compared. */
export interface FoldedName {
  /** Its words without the legal form. */
  folded: string
  /** Its words with the legal form. */
  full: string
}

/**
 * The name without case, accents, punctuation, doubled spaces and legal form; null for a text that names no
 * company. Words stay apart and in order, and letters of other alphabets are not made alike: names are only
 * ever equal or different.
 */
export function foldCompanyName(text: string): FoldedName | null {
  if (text.length > maxNameLength) return null
  const words = foldCase(text.normalize('NFKD'))
    // Accents of Latin letters; marks of other scripts are part of their letters.
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/['’‘`.]/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{M}\p{N}+]+/gu, ' ')
    .trim()
    .replace(spacedForm, joinForm)
    .split(' ')
  const end = words.findLastIndex((word) => !legalForms.has(word)) + 1
  const named = words.slice(0, end)
  if (!named.some((word) => word !== 'and' && /[\p{L}\p{N}]/u.test(word))) return null
  return { folded: named.join(' '), full: words.join(' ') }
}

/**
 * The words by which a feed is asked for a name, in order; fewer than two letters and digits ask for nothing.
 * They hold plain letters and digits only, which have no meaning in any query language. A word ends at each
 * sign that the feed may write in another way, so that “O’Brien” also finds “OBRIEN”.
 */
export interface NameQuery {
  words: readonly string[]
  /** The name begins with the first word, and not with a sign. */
  isAnchored: boolean
  /** The words that no accent is in, for a search that knows whole words only. */
  wholeWords: readonly string[]
}

/** The plain words of a name without its legal form. */
function plainWords(text: string): string[] {
  const words = text
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(spacedForm, joinForm)
    .split(' ')
  const end = words.findLastIndex((word) => !legalForms.has(word)) + 1
  return words.slice(0, end).filter((word) => word !== 'and' && word !== '')
}

/** What a feed is asked for a name; null where the name has no words that a query may hold. */
export function queryOfName(text: string): NameQuery | null {
  if (foldCompanyName(text) === null) return null
  const shape = foldCase(text.normalize('NFKD').trim())
  const words = plainWords(shape.replaceAll(/.[\u0300-\u036f]+/gu, ' '))
  if (words.join('').length < minQueryLength) return null
  const wholeWords = plainWords(shape.replaceAll(/\S*[\u0300-\u036f]\S*/g, ' '))
  const [first = ''] = words
  return { words, isAnchored: shape.normalize('NFC').startsWith(first), wholeWords }
}

/** An organization with one of its names. */
export interface NamedOrganization {
  org: string
  name: string
}

/** Finds the organization that a text names. */
export type CompanyMatcher = (text: string) => string | null

/**
 * A matcher over the names of organizations. Where several have the same name, the legal form decides, and
 * where it does not, none of them is meant: a wrong client is worse than a missing one.
 */
export function matchCompanies(organizations: readonly NamedOrganization[]): CompanyMatcher {
  const byFolded = new Map<string, { org: string; full: string }[]>()
  for (const { org, name } of organizations) {
    const folded = foldCompanyName(name)
    if (folded === null) continue
    byFolded.set(folded.folded, [...(byFolded.get(folded.folded) ?? []), { org, full: folded.full }])
  }
  const onlyOne = (named: readonly { org: string }[]) => {
    const orgs = new Set(named.map(({ org }) => org))
    const [org] = orgs
    return orgs.size === 1 && org !== undefined ? org : null
  }
  return (text) => {
    const name = foldCompanyName(text)
    const named = name === null ? [] : (byFolded.get(name.folded) ?? [])
    return onlyOne(named) ?? onlyOne(named.filter(({ full }) => full === name?.full))
  }
}
