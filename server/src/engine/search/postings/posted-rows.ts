import type { FilterNode, SortKey } from '@portal/contract'
import { escapeLike } from '../../sql/filter-sql.ts'
import type { RecordDeps } from '../../query/reading.ts'
import type { VisibleRows } from '../../query/visibility.ts'
import { foldForSearch } from '../search-text.ts'
import type { SearchTerm } from '../search-term.ts'
import { isPosted } from './posting-words.ts'
import type { PostingKind } from './posting-words.ts'
import { firstByPlace } from './first-by-place.ts'
import type { FirstRows } from './first-by-place.ts'
import { readPostings } from './read-postings.ts'
import type { Lookup } from './read-postings.ts'
import { RowSet } from './row-set.ts'

/** The rows that a search finds. */
export interface PostedRows {
  found: RowSet
  /**
   * Those with the words of the search in their title, and perhaps others; empty unless matches are ranked.
   */
  titled: RowSet
  /**
   * Some of the rows, among which are so many that stand first in the order that was asked for; null if their
   * places are not known.
   */
  first: (wanted: number) => FirstRows | null
}

/** The order of the rows that are asked for: best matches first, by a field, or any other. */
export type PostedOrder = 'rank' | SortKey | null

/** The filter that keeps no row. */
const nothing: FilterNode = { kind: 'or', nodes: [] }

const inside = (word: string) => `%${escapeLike(word)}%`
const beginning = (word: string) => `${escapeLike(word)}%`

/**
 * The words of a search as a tree of patterns: for each word its ways, of which one must be met; for each way
 * its patterns, of which all must be.
 */
type Ways = readonly (readonly (readonly string[])[])[]

/** The patterns of a search; null if one of its words has no posting lists. */
function waysOf(words: readonly SearchTerm[]): Ways | null {
  const parts = words.flatMap(({ typed, near }) => [foldForSearch(typed), ...typed.split('-'), ...near])
  if (!parts.every(isPosted)) return null
  return words.map(({ typed, near }) => {
    const apart = typed.split('-')
    return [
      [inside(foldForSearch(typed))],
      ...(apart.length > 1 ? [apart.map(inside)] : []),
      ...near.map((word) => [beginning(word)]),
    ]
  })
}

/** The rows that all these sets have. */
const allOf = ([first = new RowSet(), ...others]: readonly RowSet[]) =>
  others.reduce((all, set) => all.and(set), first)

/**
 * The rows of a search, from the posting lists of its words. `rows` are the rows before its words, `found`
 * those with them. Null where posting lists do not serve, as `readPostings` says, or a word has none.
 */
export async function postedRows(
  deps: RecordDeps,
  rows: VisibleRows,
  found: VisibleRows,
  words: readonly SearchTerm[],
  order: PostedOrder,
): Promise<PostedRows | null> {
  const isRanked = order === 'rank'
  const byField = isRanked ? null : order
  const ways = waysOf(words)
  if (ways === null) return null
  const patterns = [...new Set(ways.flat(2))]
  const kinds: readonly PostingKind[] = isRanked ? ['text', 'title'] : ['text']
  const lookups = kinds.flatMap((kind) => patterns.map((pattern): Lookup => ({ kind, pattern })))
  const postings = await readPostings(deps, rows, lookups, found, byField?.field)
  if (postings === null) return null
  const { lists, unchanged, changed, places } = postings
  const foundIn = (kind: PostingKind) => {
    const listOf = (pattern: string) =>
      lists[kinds.indexOf(kind) * patterns.length + patterns.indexOf(pattern)] ?? new RowSet()
    return allOf([...ways.map((each) => RowSet.union(each.map((way) => allOf(way.map(listOf))))), unchanged])
  }
  const unchangedFound = foundIn('text')
  return {
    found: unchangedFound.with(changed),
    titled: isRanked ? foundIn('title').with(changed) : new RowSet(),
    first: (wanted) => {
      if (byField === null || places === null) return null
      const first = firstByPlace(unchangedFound, places, wanted, byField)
      return first && { ...first, seqs: [...first.seqs, ...changed] }
    },
  }
}

/**
 * In how many of these rows each of these words begins a word, and whether rows changed since were left out.
 * Null where posting lists do not serve.
 */
export async function postedCounts(
  deps: RecordDeps,
  rows: VisibleRows,
  words: readonly string[],
): Promise<{ counts: readonly number[]; isWhole: boolean } | null> {
  if (!words.every(isPosted)) return null
  const lookups = words.map((word): Lookup => ({ kind: 'text', pattern: beginning(word) }))
  const postings = await readPostings(deps, rows, lookups, rows.narrow(nothing))
  if (postings === null) return null
  const counts = postings.lists.map((list) => allOf([list, postings.unchanged]).count)
  return { counts, isWhole: !postings.hasChanges }
}

/**
 * Those of these rows whose search text has every word of some texts, and of all rows that have changed
 * since. Null where posting lists do not serve.
 */
export async function postedCandidates(
  deps: RecordDeps,
  rows: VisibleRows,
  texts: readonly string[],
): Promise<RowSet | null> {
  const words = texts.flatMap((text) => foldForSearch(text).split(' ')).filter(isPosted)
  const lookups = words.map((word): Lookup => ({ kind: 'text', pattern: inside(word) }))
  const postings = await readPostings(deps, rows, lookups, rows)
  if (postings === null) return null
  return allOf([...postings.lists, postings.unchanged]).with(postings.changed)
}
