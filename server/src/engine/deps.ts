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

/** Records as JSON texts with commas between, and the exact number of rows on all pages. */
export interface LinesAndCount {
  lines: string
  count: number
}

/** What the record engine needs. */
export interface EngineDeps extends PlatformDeps {
  /** Counts of rows by query. */
  counts: Map<string, CountsAtMark>
  /** Counts that are being taken, by query. */
  runningCounts: SharedWork<CountsAtMark['counts']>
  /** Slow reads that run, by query. */
  runningReads: SharedWork<unknown[]>
  /** Pages of lists that are being read, by query. */
  runningPages: SharedWork<LinesAndCount>
  /** Row positions in long lists. */
  anchors: PageAnchors
  /** What is known of posting lists. */
  postings: KnownPostings
}
