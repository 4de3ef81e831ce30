import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '#platform/database/column-types.ts'

/** A feed of an authority: what a person set up, and where its reading stands. */
export interface AuthoritySourceTable {
  pid: string
  version: Generated<number>
  created_at: Timestamp
  created_by: string
  updated_at: Timestamp
  updated_by: string
  deleted_at: NullableTimestamp
  authority: string
  dialect: string
  address: string
  dataset: string | null
  /** Encrypted with SECRET_KEY. */
  token: string | null
  fields: Json
  statuses: Json
  interval_minutes: number
  stale_after_days: number
  is_active: boolean
  /** When the schedule asks it next. */
  next_run_at: NullableTimestamp
  /** Runs that failed since the last one that did not. */
  failures: Generated<number>
  /** Set while only a person starts it again. */
  is_stopped: Generated<boolean>
  /** A stored message: why it is failing or stopped. */
  problem: string | null
  /** What the feed looked like when it was last read: its entity tag and newest row. */
  etag: string | null
  newest: string | null
  refreshed_at: NullableTimestamp
  /** When every watched permit was last asked for. */
  asked_all_at: NullableTimestamp
  claimed_by: string | null
  claimed_until: NullableTimestamp
  /** Whether runs also look for permits of clients that the portal does not have. */
  discovers: Generated<boolean>
  /** When a run last looked for them, and the organization at which it ended for lack of calls. */
  discovered_at: NullableTimestamp
  discovery_after: string | null
}

export interface AuthorityRunTable {
  id: string
  source: string
  started_at: Timestamp
  finished_at: Timestamp
  started_by: string | null
  result: Json
}

/** A permit in a feed: its latest observation, and whether the feed still has it. */
export interface AuthorityWatchTable {
  source: string
  permit: string
  number: string
  observation: string | null
  checked_at: Timestamp
  /** Runs in a row that asked for the permit and found no row of it that speaks. */
  missing: Generated<number>
}

/** What a feed said about a permit when it said something new. Never changed. */
export interface AuthorityObservationTable {
  pid: string
  seq: Generated<number>
  source: string
  permit: string
  seen_at: Timestamp
  number: string
  raw_status: string
  status_date: string | null
  issued_date: string | null
  expiry_date: string | null
  applied_date: string | null
  link: string | null
  raw: Json
  /** Hash of this observation and of the one before. */
  hash: string
}

export interface AuthorityProposalTable {
  pid: string
  seq: Generated<number>
  source: string
  permit: string
  observation: string
  to_status: string
  policy: string
  state: string
  run: string
  created_at: Timestamp
  decided_at: NullableTimestamp
  decided_by: string | null
  /** A stored message, or what a person typed. */
  reason: string | null
}

/** A row of a feed that names a client and whose number no permit had when it was found. */
export interface AuthorityFindTable {
  pid: string
  seq: Generated<number>
  source: string
  number: string
  org: string
  company: string
  raw_status: string
  status_date: string | null
  issued_date: string | null
  applied_date: string | null
  expiry_date: string | null
  link: string | null
  permit_type: string | null
  state: string
  first_seen_at: Timestamp
  last_seen_at: Timestamp
  permit: string | null
  decided_at: NullableTimestamp
  decided_by: string | null
  /** A stored message, or what a person typed. */
  reason: string | null
}

export interface AuthorityFeedTables {
  authority_sources: AuthoritySourceTable
  authority_runs: AuthorityRunTable
  authority_watches: AuthorityWatchTable
  authority_observations: AuthorityObservationTable
  authority_proposals: AuthorityProposalTable
  authority_finds: AuthorityFindTable
}
