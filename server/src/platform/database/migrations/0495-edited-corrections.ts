import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Who edited a recorded comment last, and when; null while it stands as it was recorded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table corrections add column edited_at timestamptz, add column edited_by text').execute(db)
}
