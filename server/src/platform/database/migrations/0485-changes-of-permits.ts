import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The changes of permits by time: the audit lists them by day and person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index history_of_permits on history (at desc, id desc) where collection = 'permits' and action <> 'read'`.execute(db)
}
