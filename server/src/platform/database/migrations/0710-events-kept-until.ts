import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * How long a row of the history is needed: for good, or until a time, for events that only tell open pages of something. Rewrites no rows and
 * checks none: `0711-check-of-kept-rows` does, while servers write.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table history add column kept_until timestamptz not null default 'infinity'`.execute(db)
  await sql`alter table history add constraint history_kept_for_good check (kept_until >= 'infinity') not valid`.execute(db)
}
