import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table sessions (
    token_hash text primary key,
    user_pid text not null,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    idle_expires_at timestamptz not null,
    expires_at timestamptz not null,
    verified_at timestamptz not null,
    method text not null,
    user_agent text
  )`,
  'create index on sessions (user_pid)',
  'create index on sessions (expires_at)',
  `create table configuration (
    id int primary key check (id = 1),
    version int not null,
    config jsonb not null,
    updated_at timestamptz not null,
    updated_by text
  )`,
  `create table remote_versions (
    name text not null,
    version text not null,
    integrity text not null,
    manifest jsonb not null,
    published_at timestamptz not null,
    published_by text,
    label text,
    primary key (name, version)
  )`,
  `create table remote_activations (
    id bigint generated always as identity primary key,
    name text not null,
    version text not null,
    reason text not null check (reason in ('start', 'deploy', 'rollback')),
    at timestamptz not null,
    by text,
    foreign key (name, version) references remote_versions (name, version)
  )`,
  'create index on remote_activations (name, id desc)',
  `create table rate_limits (
    key text not null,
    window_start timestamptz not null,
    count bigint not null,
    primary key (key, window_start)
  )`,
  `create table setup_links (
    token_hash text primary key,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
]

/** Sessions, configuration, remotes, rate limits and the link that makes the first superadmin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
