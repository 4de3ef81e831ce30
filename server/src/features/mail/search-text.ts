import { foldCase } from '@portal/contract'

/** Longest text kept for searching; a message is rarely longer, and its tail is quotes. */
const maxSearchTextLength = 200_000

/**
 * Some characters become eighteen when they are folded, so long text is folded in pieces until there is
 * enough of it.
 */
const foldedAtOnce = 50_000

const foldLetters = (text: string) => foldCase(text.normalize('NFKD').replaceAll(/\p{M}/gu, ''))
const singleSpaces = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Text as searching compares it: case folded, accents off, white space single. */
export function foldMailText(text: string): string {
  return singleSpaces(foldLetters(text))
}

/** What `q` is looked for in: subject, people and text of a message, folded. */
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

/**
 * LIKE pattern of a part of a text as `foldForSearch` folds it; the wildcards of LIKE count as themselves.
 */
export function toPattern(part: string): string {
  return `%${foldMailText(part).replaceAll(/[\\%_]/g, '\\$&')}%`
}
