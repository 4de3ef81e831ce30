import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `alter table files
    add column declared_type text,
    add column upload_key text,
    add column idempotency_key text,
    add column idempotency_digest text`,
  // One upload item of one person is one file, however often it is asked for.
  `create unique index files_idempotency on files (created_by, idempotency_key) where idempotency_key is not null and deleted_at is null`,
  `create index files_upload_key on files (upload_key) where upload_key is not null`,
  // What the sweep looks for: uploads that never ended, and what was deleted long ago.
  `create index files_unfinished on files (created_at) where status = 'uploading'`,
  `create index files_deleted on files (deleted_at) where deleted_at is not null`,
  // What the people of an organization have stored is added up when they store more.
  `create index files_author on files (created_by) where deleted_at is null and mime_type <> 'folder'`,
]

/** Files on their way: where their bytes arrive, and which upload item they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
