/** Longest text kept for searching; a message is rarely longer, and its tail is quotes. */
const longestSearchText = 200_000

/** Text as searching compares it: lower case, accents off, white space single. */
export function foldForSearch(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** What `q` is looked for in: subject, people and text of a message, folded. */
export function toSearchText(parts: readonly string[]): string {
  return foldForSearch(parts.join(' ')).slice(0, longestSearchText)
}

/** LIKE patterns of the words of a search, each of which must match; the wildcards of LIKE count as themselves. */
export function toPatterns(q: string): string[] {
  const words = foldForSearch(q).split(' ').filter(Boolean)
  return words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
}
