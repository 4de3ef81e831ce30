/** A word of a search: as typed, and the words of the visible rows that are one typo away. */
export interface SearchTerm {
  typed: string
  near: readonly string[]
}
