import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '#database/column-types.ts'

export interface FileTable {
  seq: Generated<number>
  pid: string
  /** `team`, `restricted`, `uploads` or `<table>/<pid>`. */
  root: string
  /** The folder it lies in; null at the top of its root. */
  parent_pid: string | null
  name: string
  /** `folder` for folders. */
  mime_type: string
  size: number
  status: 'uploading' | 'done'
  visibility: 'INTERNAL' | 'CLIENT'
  /** In `uploads`, the organization whose people see it; elsewhere null, the record decides. */
  org: string | null
  /**
   * Key of the bytes in the file store; several rows may share one, so bytes go when the last row of a key is
   * purged.
   */
  store_key: string | null
  /** SHA-256 of the bytes, hexadecimal. */
  sha256: string | null
  /** Media type as it was announced, which the PUT must carry; null for folders and seeded files. */
  declared_type: ColumnType<string | null, string | null | undefined, never>
  /**
   * Key of the signed address the bytes arrive at; other than `store_key` where the store moves them when
   * they are frozen.
   */
  upload_key: ColumnType<string | null, string | null | undefined, never>
  /** The upload item of `created_by` this file is, and what was asked for under that name. */
  idempotency_key: ColumnType<string | null, string | null | undefined, never>
  idempotency_digest: ColumnType<string | null, string | null | undefined, never>
  /** `mail` for an attachment that was filed; null for what was uploaded. */
  source: ColumnType<string | null, string | null | undefined>
  version: ColumnType<number, number | undefined, number>
  created_at: Timestamp
  created_by: string | null
  updated_at: Timestamp
  updated_by: string | null
  deleted_at: NullableTimestamp
  deleted_by: ColumnType<string | null, string | null | undefined, string | null>
}

export interface FileTables {
  files: FileTable
}
