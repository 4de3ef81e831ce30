import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** An issued permit is in force: the closed date it was given on issuing was the day of the click, and nothing was closed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("update permits set closed_date = null where status = 'ISSUED' and closed_date is not null").execute(db)
}
