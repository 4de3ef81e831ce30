import type { NullableTimestamp, Timestamp } from '#platform/database/column-types.ts'

/** The file stores that belong to this database: one bucket, or the data folder of each server. */
export interface FileStoreTable {
  /** Also written into the store. */
  id: string
  made_at: Timestamp
  /** Number of sweeps, here and in the store. A lower number here means that the database was restored. */
  generation: number
  /** A server may sweep the store until this time. */
  sweeping_until: NullableTimestamp
  /** Why nothing is swept; null when there is no problem. */
  problem: string | null
  /** An administrator has allowed the next sweep to remove any number of files. */
  is_confirmed: boolean
}

export interface StorageTables {
  file_stores: FileStoreTable
}
