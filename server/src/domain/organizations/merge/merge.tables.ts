import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '#platform/database/column-types.ts'

/** A merge of two organizations. Its id is that of the job. */
export interface OrganizationMergeTable {
  id: string
  losing: string
  surviving: string
  merged_at: Timestamp
  merged_by: string
  /** The transaction that began it. Records of older transactions may still refer to the losing organization. */
  begun_in: number
  done_at: NullableTimestamp
  /** The job that undoes it. */
  undone_by: string | null
  undone_at: NullableTimestamp
}

/** A row that a merge changed. `kind` is its table, `changes` are those of its history. */
export interface OrganizationMergeMoveTable {
  seq: Generated<number>
  merge: string
  kind: string
  pid: string
  changes: Json
}

export interface OrganizationMergeTables {
  organization_merges: OrganizationMergeTable
  organization_merge_moves: OrganizationMergeMoveTable
}
