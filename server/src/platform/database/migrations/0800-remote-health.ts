import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // Mounts that count for the error budget, and those of them that failed or had an error within a minute.
  'alter table remote_loads add column mounts integer not null default 0',
  'alter table remote_loads add column failed_mounts integer not null default 0',
  // Shares of mounts without failure, in percent, that administrators have set.
  `create table remote_targets (
    name text primary key,
    target double precision not null,
    changed_at timestamptz not null,
    changed_by text not null
  )`,
  // Parts of an error budget, in percent, about which the administrators were alerted.
  `create table remote_budget_alerts (
    name text not null,
    level integer not null,
    at timestamptz not null,
    primary key (name, level)
  )`,
  // How often a measurement fell into a range of values (server/src/deployments/timings.ts).
  `create table remote_timings (
    name text not null,
    version text not null,
    metric text not null,
    day date not null,
    bucket smallint not null,
    count integer not null,
    primary key (name, version, metric, day, bucket)
  )`,
  'create index remote_timings_day on remote_timings (day)',
  // Frames that a place in the script of a remote kept busy.
  `create table remote_long_frames (
    name text not null,
    version text not null,
    place text not null,
    count integer not null,
    total_ms double precision not null,
    longest_ms double precision not null,
    last_at timestamptz not null,
    primary key (name, version, place)
  )`,
  'create index remote_long_frames_last_at on remote_long_frames (last_at)',
]

/** Error budgets of remotes, and how fast their versions are in the pages of viewers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
