import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // Origins other than the portal's from which builds may be served.
  `create table remote_origins (
    origin text primary key,
    added_at timestamptz not null,
    added_by text not null
  )`,
  // Null for a build that the portal serves. Servers of the release before serve their own copy of every build.
  'alter table remote_versions add column served_from text',
  // The last check of a build at its origin. While it has a problem, the portal serves its own copy.
  `create table remote_origin_checks (
    name text not null,
    version text not null,
    checked_at timestamptz not null,
    problem text,
    alerted_at timestamptz,
    primary key (name, version)
  )`,
  `create trigger origin_counted after insert or delete on remote_origins
    for each statement execute function count_activation()`,
  `create trigger origin_check_counted after insert or update of problem on remote_origin_checks
    for each statement execute function count_activation()`,
]

/** Builds of remotes can be served from other origins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
