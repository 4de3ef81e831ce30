/** A word of a search: as typed, and the words of the visible rows that are one typo away. */
export interface SearchTerm {
  typed: string
  near: readonly string[]
}

/** The words that were most likely meant. */
export function meantWords(terms: readonly SearchTerm[]): string[] {
  return terms.map(({ typed, near }) => near[0] ?? typed)
}
