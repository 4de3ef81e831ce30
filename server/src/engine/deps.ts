import type { PlatformDeps } from '#platform/deps.ts'
import type { PageAnchors } from './query/anchors.ts'

/** The count of a query, with the write counter of its tables when the count was taken. */
interface CountAtMark {
  mark: number
  count: number
}

/** What the record engine needs. */
export interface EngineDeps extends PlatformDeps {
  /** Counts of rows by query. */
  counts: Map<string, CountAtMark>
  /** Row positions in long lists. */
  anchors: PageAnchors
}
