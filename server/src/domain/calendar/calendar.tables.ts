import type { NullableTimestamp, Timestamp } from '#platform/database/column-types.ts'

/** A secret address under which a calendar program reads the dates of a person. */
export interface CalendarFeedTable {
  id: string
  user_pid: string
  /** Pid of the view that narrows the feed; null for all dates. Built-in views have no row of their own. */
  view: string | null
  /** SHA-256 of the token in the address. */
  token_hash: string
  created_at: Timestamp
  last_used_at: NullableTimestamp
}

export interface CalendarTables {
  calendar_feeds: CalendarFeedTable
}
