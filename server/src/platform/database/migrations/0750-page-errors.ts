import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // Errors of remotes in pages after they were loaded, one row for equal ones.
  `create table remote_errors (
    name text not null,
    version text not null,
    kind text not null,
    message text not null,
    place text not null,
    path text not null,
    count integer not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    primary key (name, version, kind, message, place)
  )`,
  'create index remote_errors_last_at on remote_errors (last_at)',
  // Who reported an error of a version first, and when the administrators were alerted.
  `create table remote_error_alerts (
    name text not null,
    version text not null,
    reported_by text not null,
    first_at timestamptz not null,
    alerted_at timestamptz,
    primary key (name, version)
  )`,
  'alter table remote_loads add column errors integer not null default 0',
  'alter table canary_attempts add column errors integer not null default 0',
]

/** Errors after a remote was mounted and in its panels, and how many mounts of a canary had one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
