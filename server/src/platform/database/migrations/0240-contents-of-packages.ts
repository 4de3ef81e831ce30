import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** When the contents of a package changed that somebody stands behind, or is asked to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rts add column contents_changed_at timestamptz`.execute(db)
}
