import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table files (
    seq bigint generated always as identity primary key,
    pid text not null unique,
    root text not null,
    parent_pid text references files (pid),
    name text not null,
    mime_type text not null,
    size bigint not null check (size >= 0),
    status text not null check (status in ('uploading', 'done')),
    visibility text not null check (visibility in ('INTERNAL', 'CLIENT')),
    org text,
    store_key text,
    sha256 text,
    version int not null default 1,
    created_at timestamptz not null,
    created_by text,
    updated_at timestamptz not null,
    updated_by text,
    deleted_at timestamptz,
    deleted_by text,
    check ((mime_type = 'folder') = (store_key is null) or status = 'uploading'),
    check (mime_type <> 'folder' or (size = 0 and status = 'done'))
  )`,
  // Two files of one folder never share a name. Organizations share the root of uploads without meeting each other's names there.
  `create unique index files_name on files (root, coalesce(parent_pid, ''), coalesce(org, ''), lower(name)) where deleted_at is null`,
  // The listing's own order, so that a folder of ten thousand files is read without sorting.
  `create index files_listing on files (root, coalesce(parent_pid, ''), (mime_type <> 'folder'), lower(name), pid) where deleted_at is null`,
  'create index files_parent on files (parent_pid)',
  'create index files_store_key on files (store_key)',
]

/** Files and folders of every root; their bytes lie in the file store under `store_key`, which several rows may share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
