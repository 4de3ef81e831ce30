import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** When and by whom an added field was removed; its values stay with the records until it is restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table custom_fields add column removed_at timestamptz, add column removed_by text`.execute(db)
}
