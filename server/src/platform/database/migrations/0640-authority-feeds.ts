import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table authority_sources (
    pid text primary key,
    version int not null default 1,
    created_at timestamptz not null,
    created_by text not null,
    updated_at timestamptz not null,
    updated_by text not null,
    deleted_at timestamptz,
    authority text not null references authorities (pid),
    dialect text not null,
    address text not null,
    dataset text,
    token text,
    fields jsonb not null,
    statuses jsonb not null,
    interval_minutes int not null,
    stale_after_days int not null,
    is_active boolean not null,
    next_run_at timestamptz,
    failures int not null default 0,
    is_stopped boolean not null default false,
    problem text,
    etag text,
    newest text,
    refreshed_at timestamptz,
    asked_all_at timestamptz,
    claimed_by text,
    claimed_until timestamptz
  )`,
  'create index authority_sources_due on authority_sources (next_run_at) where deleted_at is null',
  `create table authority_runs (
    id text primary key,
    source text not null references authority_sources on delete cascade,
    started_at timestamptz not null,
    finished_at timestamptz not null,
    started_by text,
    result jsonb not null
  )`,
  'create index authority_runs_of_source on authority_runs (source, finished_at desc)',
  `create table authority_observations (
    pid text primary key,
    seq bigint generated always as identity,
    source text not null references authority_sources on delete cascade,
    permit text not null references permits (pid) on delete cascade,
    seen_at timestamptz not null,
    number text not null,
    raw_status text not null,
    status_date date,
    issued_date date,
    expiry_date date,
    applied_date date,
    link text,
    raw jsonb not null,
    hash text not null,
    unique (source, permit, hash)
  )`,
  'create index authority_observations_of_permit on authority_observations (permit, seq desc)',
  `create table authority_watches (
    source text not null references authority_sources on delete cascade,
    permit text not null references permits (pid) on delete cascade,
    number text not null,
    observation text references authority_observations on delete set null,
    checked_at timestamptz not null,
    missing int not null default 0,
    primary key (source, permit)
  )`,
  'create index authority_watches_of_permit on authority_watches (permit)',
  `create table authority_proposals (
    pid text primary key,
    seq bigint generated always as identity,
    source text not null references authority_sources on delete cascade,
    permit text not null references permits (pid) on delete cascade,
    observation text not null references authority_observations on delete cascade,
    to_status text not null,
    policy text not null,
    state text not null,
    run text not null,
    created_at timestamptz not null,
    decided_at timestamptz,
    decided_by text,
    reason text,
    unique (observation, to_status)
  )`,
  'create index authority_proposals_of_permit on authority_proposals (permit, seq desc)',
  `create index authority_proposals_waiting on authority_proposals (state, seq desc) where state in ('OPEN', 'HELD')`,
  'create index authority_proposals_of_source on authority_proposals (source, state)',
]

/**
 * Feeds of authorities. Observations are only ever added; a permit's latest one per source is that of its
 * watch.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
