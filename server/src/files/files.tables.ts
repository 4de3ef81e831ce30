import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '#platform/database/column-types.ts'

export interface FileTable {
  seq: Generated<number>
  pid: string
  /** `team`, `restricted`, `uploads` or `<table>/<pid>`. */
  root: string
  /** The parent folder; null at the top level of its root. */
  parent_pid: string | null
  name: string
  /** `folder` for folders. */
  mime_type: string
  size: number
  status: 'uploading' | 'done'
  visibility: 'INTERNAL' | 'CLIENT'
  /** In `uploads`, the organization whose people see the file; otherwise null, since the record decides. */
  org: string | null
  /**
   * Key of the bytes in the file store. Several rows may share a key: the bytes are deleted with the last
   * row.
   */
  store_key: string | null
  /** SHA-256 of the bytes, hexadecimal. */
  sha256: string | null
  /** The announced media type, which the PUT must carry; null for folders and seeded files. */
  declared_type: ColumnType<string | null, string | null | undefined, never>
  /**
   * Key that the signed URL uploads to. It differs from `store_key` when the store moves the bytes on
   * freezing.
   */
  upload_key: ColumnType<string | null, string | null | undefined, never>
  /**
   * Idempotency key of `created_by` for this upload item; `idempotency_digest` is the hash of that request.
   */
  idempotency_key: ColumnType<string | null, string | null | undefined, never>
  idempotency_digest: ColumnType<string | null, string | null | undefined, never>
  /** `mail` for a filed attachment; null for an upload. */
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
