import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '#platform/database/column-types.ts'

/** A record that a person watches. */
export interface RecordWatchTable {
  user_pid: string
  /** The collection it was watched in; a permit may be in another one now. */
  collection: string
  record_pid: string
  created_at: Timestamp
  /** Time of the first change that the person was not told of; null when there is none. */
  pending_since: NullableTimestamp
  /** History entries of these changes. */
  pending: Generated<number[]>
}

/** A view that a person watches, with the records it showed when it was last read. */
export interface ViewWatchTable {
  user_pid: string
  /** Pid of the view. Built-in views have no row of their own. */
  view: string
  created_at: Timestamp
  looked_at: Timestamp
  /** What decides which records the view shows: its filters as text. */
  filters: string
  /** `seq` of its records; null when there were too many. */
  members: number[] | null
}

/** How far the history was read for watchers: one row. */
export interface WatchPositionTable {
  id: number
  /** Transactions below it were read. */
  xid: number
}

export interface WatchingTables {
  record_watches: RecordWatchTable
  view_watches: ViewWatchTable
  watch_position: WatchPositionTable
}
