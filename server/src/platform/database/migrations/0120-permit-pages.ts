import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Columns of the board read the cards longest in a status; the Overview counts permits on the way from the index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index permits_on_board on permits (bucket, status, status_changed_at, seq) where deleted_at is null').execute(db)
  await sql
    .raw('create index permits_by_standing on permits (bucket, pipeline_stage, court, status_changed_at) include (status) where deleted_at is null')
    .execute(db)
}
