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

/** LIKE pattern of a part of a text as `foldForSearch` folds it; the wildcards of LIKE count as themselves. */
export function toPattern(part: string): string {
  return `%${foldForSearch(part).replaceAll(/[\\%_]/g, '\\$&')}%`
}
