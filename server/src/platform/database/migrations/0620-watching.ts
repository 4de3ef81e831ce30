import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table record_watches (
    user_pid text not null references users (pid) on delete cascade,
    collection text not null,
    record_pid text not null,
    created_at timestamptz not null,
    pending_since timestamptz,
    pending bigint[] not null default '{}',
    primary key (user_pid, record_pid)
  )`,
  'create index record_watches_of_record on record_watches (record_pid)',
  'create index record_watches_pending on record_watches (pending_since) where pending_since is not null',
  `create table view_watches (
    user_pid text not null references users (pid) on delete cascade,
    view text not null,
    created_at timestamptz not null,
    looked_at timestamptz not null,
    filters text not null,
    members bigint[],
    primary key (user_pid, view)
  )`,
  'create index view_watches_by_look on view_watches (looked_at)',
  // Changes from before this migration are told to nobody.
  'create table watch_position (id int primary key check (id = 1), xid bigint not null)',
  'insert into watch_position (id, xid) values (1, (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint)',
]

/** Who watches which records and views. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
