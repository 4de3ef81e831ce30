import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `alter table remote_versions
    drop column label,
    add column digest text,
    add column manifest_integrity text,
    add column size bigint not null default 0,
    add column files int not null default 0,
    add column token text,
    add column swept_at timestamptz`,
  // The files of what was published so far lay in the data folder of one server, which publishes its own build anew when it starts.
  'update remote_versions set swept_at = published_at',
  `create table remote_files (
    name text not null,
    version text not null,
    path text not null,
    size int not null,
    sha256 text not null,
    bytes bytea not null,
    primary key (name, version, path),
    foreign key (name, version) references remote_versions (name, version)
  )`,
  // Most of these bytes are compressed already.
  'alter table remote_files alter column bytes set storage external',
  'alter table remote_activations drop constraint remote_activations_reason_check',
  `alter table remote_activations
    add constraint remote_activations_reason_check check (reason in ('start', 'deploy', 'canary', 'rollback', 'end-canary')),
    add column from_version text,
    add column canary jsonb,
    add column note text,
    add column token text`,
  `create table deploy_tokens (
    pid text primary key,
    token_hash text not null unique,
    remote text not null,
    label text not null,
    created_at timestamptz not null,
    created_by text not null,
    last_used_at timestamptz,
    revoked_at timestamptz,
    revoked_by text
  )`,
  `create table remote_loads (
    name text not null,
    version text not null,
    day date not null,
    loads int not null,
    failures int not null,
    total_ms double precision not null,
    slowest_ms double precision not null,
    last_at timestamptz not null,
    primary key (name, version, day)
  )`,
  `create table remote_load_errors (
    name text not null,
    version text not null,
    phase text not null,
    message text not null,
    path text not null,
    count int not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    primary key (name, version, phase, message)
  )`,
  'create index on remote_load_errors (last_at desc)',
]

/** Builds of remotes kept for all servers, canaries, deploy tokens, and what pages tell of loading remotes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
