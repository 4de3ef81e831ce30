import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Attempts to mount a version of a remote within ten seconds, and how many failed. Rows are written only while
 * the remote has a canary, for the canary and for the version it is compared with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table canary_attempts (
    name text not null,
    version text not null,
    at timestamptz not null,
    attempts integer not null,
    failures integer not null,
    primary key (name, at, version)
  )`.execute(db)
}
