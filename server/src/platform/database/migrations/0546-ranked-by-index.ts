import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  'drop index permits_by_title_folded',
  `create index permits_by_title_folded on permits (bucket, text_order(title) collate "C", seq) include (status, title, ref_no)
    where deleted_at is null`,
]

/** A search ranks permits by title and number. One index has both, so that the many permits with a common word are ranked without reading them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
