import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table jobs (
    id text primary key,
    kind text not null,
    state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
    owner text not null,
    collection text not null,
    params jsonb not null,
    cursor bigint not null default 0,
    done bigint not null default 0,
    total bigint not null,
    result jsonb,
    detail text,
    attempts int not null default 0,
    claimed_by text,
    heartbeat_at timestamptz,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    undone_by text
  )`,
  `create index jobs_waiting on jobs (created_at) where state in ('queued', 'running')`,
  // Rows of a file as they were read, kept until its import has ended: any server may go on with it.
  `create table import_rows (
    job text not null,
    row bigint not null,
    cells text[] not null,
    primary key (job, row)
  )`,
  // Which job wrote a line of history: what undo restores, and what the stream tells as one event.
  'alter table history add column job text',
  'create index history_of_job on history (job, id) where job is not null',
]

/** Work that goes on after its request has been answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
