import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Where a file came from, if not by an upload: `mail` for a filed attachment. Older attachments are not told from uploads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table files add column source text check (source in ('mail'))`).execute(db)
}
