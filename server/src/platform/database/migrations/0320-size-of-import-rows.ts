import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Characters of a row that waits for its import, so that a batch is bounded by what it holds and not only by its rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_rows add column size int not null default 0`.execute(db)
}
