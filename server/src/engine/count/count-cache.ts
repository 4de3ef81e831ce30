interface CacheEntry {
  /** The write counter of the tables when the count was taken. */
  mark: number
  count: number
}

/** Counts by query, with the write counter at which they were taken. */
export type CountCache = Map<string, CacheEntry>
