import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '#platform/database/column-types.ts'

export interface JobTable {
  id: string
  kind: string
  state: string
  owner: string
  collection: string
  /** Collections that it writes besides `collection`. */
  other_collections: Generated<string[]>
  params: Json
  /** Position of the last committed batch; the next batch begins after it. */
  cursor: Generated<number>
  done: Generated<number>
  total: number
  result: Json | null
  detail: string | null
  attempts: Generated<number>
  claimed_by: string | null
  heartbeat_at: NullableTimestamp
  created_at: Generated<Timestamp>
  /** When its first batch began; null while it waits. */
  started_at: NullableTimestamp
  finished_at: NullableTimestamp
  undone_by: string | null
  /** Set when an administrator canceled it; its state is `failed`. */
  canceled_at: NullableTimestamp
  canceled_by: string | null
}

export interface JobTables {
  jobs: JobTable
  import_rows: { job: string; row: number; line: number | null; cells: string[]; size: Generated<number> }
  custom_fields: {
    collection: string
    name: string
    label: string
    type: string
    options: string[] | null
    masked: boolean
    created_at: Timestamp
    created_by: string
    removed_at: NullableTimestamp
    removed_by: string | null
  }
}
