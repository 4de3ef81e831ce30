import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Which cells of a waiting row are numbers of a workbook and not texts, and why a row is refused before its cells are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_rows add column numbers smallint[], add column problem text`.execute(db)
}
