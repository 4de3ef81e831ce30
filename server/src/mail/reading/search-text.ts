import { foldCase } from '@portal/contract'

/** Limit of the search text; longer messages are rare, and their tail is quotes. */
const maxSearchTextLength = 200_000

/** Folding can expand a character to eighteen, so long text is folded in pieces up to the limit. */
const foldedAtOnce = 50_000

const foldLetters = (text: string) => foldCase(text.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
const singleSpaces = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Text in the form that searches compare: folded case, no accents, single spaces. */
export function foldMailText(text: string): string {
  return singleSpaces(foldLetters(text))
}

/** The text that `q` is searched in: subject, people and text of a message, folded. */
export function toSearchText(parts: readonly string[]): string {
  const text = parts.join(' ')
  const folded: string[] = []
  for (let [at, length] = [0, 0]; at < text.length && length < maxSearchTextLength; at += foldedAtOnce) {
    const piece = foldLetters(text.slice(at, at + foldedAtOnce))
    folded.push(piece)
    length += piece.length
  }
  return singleSpaces(folded.join('')).slice(0, maxSearchTextLength).toWellFormed()
}

/** LIKE pattern for a part of a text, folded by `foldMailText`; wildcards are escaped. */
export function toPattern(part: string): string {
  return `%${foldMailText(part).replaceAll(/[\\%_]/g, '\\$&')}%`
}
