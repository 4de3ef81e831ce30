import type { Generated } from 'kysely'
import type { Json, Timestamp } from '#platform/database/column-types.ts'

/** The servers that run on this database. Times come from the database clock. */
export interface ServerTable {
  id: string
  host: string
  pid: number
  /** Its file store (`file_stores.id`); null when the store did not answer at the start. */
  store: string | null
  /** The record of the shell it delivers (`ShellRecord`); null when there is none. */
  shell: Json | null
  started_at: Generated<Timestamp>
  /** Last heartbeat. */
  seen_at: Generated<Timestamp>
}

export interface ServerTables {
  servers: ServerTable
}
