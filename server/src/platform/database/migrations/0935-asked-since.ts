import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** What the permit of a package asks for differently since the package is ready to submit (decision 0180). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rts add column asked_since jsonb`.execute(db)
}
