import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The number of a row in its sheet, by which the skipped ones are named; without it rows follow the header without a gap. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_rows add column line bigint`.execute(db)
}
