import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Which parts of the demonstration data stand, and for which day they were made: a first start that was killed goes on from here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table seed_steps (name text primary key, today date not null, done_at timestamptz not null)`.execute(db)
}
