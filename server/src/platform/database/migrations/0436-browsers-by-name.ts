import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** What a known browser called itself, so that people recognize it; of those noted before it is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table known_devices add column user_agent text`.execute(db)
}
