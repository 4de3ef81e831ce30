import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const counted = ['bucket', 'status']
const ordered = [
  'title',
  'created_at',
  'target_date',
  'submitted_date',
  'status_changed_at',
  'issued_date',
  'expiry_date',
]
const changed = [...counted, ...ordered].map((column) => `old.${column} is distinct from new.${column}`)

/**
 * Posting lists tell the places of records in the orders of some columns (decision 0182), so a change of one of
 * these is noted as well.
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
