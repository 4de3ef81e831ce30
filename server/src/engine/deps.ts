import type { PlatformDeps } from '#platform/deps.ts'
import type { SharedWork } from '#platform/shared-work.ts'
import type { PageAnchors } from './query/anchors.ts'
import type { KnownPostings } from './search/postings/known-postings.ts'

/**
 * The counts of a query by group, with the write counter of its tables and the snapshot of the database in
 * which they were taken; null if they were taken on a standby.
 */
export interface CountsAtMark {
  mark: number
  snapshot: string | null
  counts: ReadonlyMap<string, number>
}

/** What the record engine needs. */
export interface EngineDeps extends PlatformDeps {
  /** Counts of rows by query. */
  counts: Map<string, CountsAtMark>
  /** Counts that are being taken, by query. */
  runningCounts: SharedWork<CountsAtMark['counts']>
  /** Slow reads that run, by query. */
  runningReads: SharedWork<unknown[]>
  /** Row positions in long lists. */
  anchors: PageAnchors
  /** What is known of posting lists. */
  postings: KnownPostings
}
