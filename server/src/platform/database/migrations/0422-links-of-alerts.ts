import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** An alert may lead to what is no record: a path of the portal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alerts add column link text`.execute(db)
}
