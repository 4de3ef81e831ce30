import type { NullableTimestamp, Timestamp } from '#database/column-types.ts'

/** The file stores that belong to this database: one bucket, or the data folder of each server. */
export interface FileStoreTable {
  /** Written into the store as well. */
  id: string
  made_at: Timestamp
  /** Counts the sweeps, here and in the store: a database that is behind its store was restored. */
  generation: number
  /** Until then a server sweeps it. */
  sweeping_until: NullableTimestamp
  /** Why nothing is swept; null where all is well. */
  problem: string | null
  /** An administrator has allowed the next sweep whatever it takes. */
  is_confirmed: boolean
}

export interface StorageTables {
  file_stores: FileStoreTable
}
