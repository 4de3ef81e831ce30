import type { PlatformDeps } from '#platform/deps.ts'
import type { CountCache } from './count/count-cache.ts'
import type { PageAnchors } from './query/anchors.ts'

/** What the record engine needs. */
export interface EngineDeps extends PlatformDeps {
  /** Counts of rows by query. */
  counts: CountCache
  /** Row positions in long lists. */
  anchors: PageAnchors
}
