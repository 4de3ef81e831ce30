import type { PlatformDeps } from '#platform/deps.ts'
import type { PageAnchors } from './query/anchors.ts'

/**
 * The count of a query, with the write counter of its tables and the snapshot of the database in which it was
 * taken; null if it was taken on a standby.
 */
export interface CountAtMark {
  mark: number
  snapshot: string | null
  count: number
}

/** What the record engine needs. */
export interface EngineDeps extends PlatformDeps {
  /** Counts of rows by query. */
  counts: Map<string, CountAtMark>
  /** Row positions in long lists. */
  anchors: PageAnchors
}
