import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // One row per deployment of a branch. A branch has at most one that has not ended.
  `create table remote_previews (
    pid text primary key,
    name text not null,
    branch text not null,
    version text not null,
    for_roles boolean not null,
    remove_build boolean not null,
    created_at timestamptz not null,
    created_by text,
    token text,
    expires_at timestamptz not null,
    ended_at timestamptz,
    foreign key (name, version) references remote_versions (name, version)
  )`,
  'create unique index remote_previews_open on remote_previews (name, branch) where ended_at is null',
  'create index remote_previews_version on remote_previews (name, version)',
  // The last trial of a build in a real page. Null: it was not tried, or it was mounted.
  'alter table remote_versions add column tried_at timestamptz',
  'alter table remote_versions add column trial_failure text',
  // For whom a flag is on (FlagRule). A flag without a row is on for nobody. `reported_for` is the end date of
  // which administrators were alerted.
  `create table remote_flags (
    remote text not null,
    flag text not null,
    rule jsonb not null,
    changed_at timestamptz,
    changed_by text,
    reported_for date,
    primary key (remote, flag)
  )`,
]

/** Previews of branches, trials of builds, and flags of remotes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
