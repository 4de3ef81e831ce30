import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The servers that run on this database, each with its file store, so that two with different stores are noticed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table servers (
    id text primary key,
    host text not null,
    pid integer not null,
    store text,
    started_at timestamptz not null default clock_timestamp(),
    seen_at timestamptz not null default clock_timestamp()
  )`.execute(db)
}
