import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const changed = ['bucket', 'status', 'title', 'created_at', 'target_date', 'submitted_date', 'status_changed_at']
  .concat('issued_date', 'expiry_date')
  .map((column) => `old.${column} is distinct from new.${column}`)

/**
 * Posting lists tell in what order of these columns the records of a segment stand (decision 0182), so a change of
 * one of them is noted as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create or replace trigger permits_unindexed_on_update after update on permits for each row
        when (${changed.join(' or ')} or (old.deleted_at is null) is distinct from (new.deleted_at is null))
        execute function note_unindexed('permits')`,
    )
    .execute(db)
}
