import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // What a build uses of the portal and the ranges of the packages it takes from the shell; null for builds of
  // earlier releases, and for those made by other tools.
  'alter table remote_versions add column uses jsonb, add column shared jsonb',
  // The record of the shell that a server delivers; null for servers of earlier releases.
  'alter table servers add column shell jsonb',
]

/** Builds and shells say what they need and what they have, so that each can be checked against the other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
