import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

export const outsideTransaction = true

const approved = 'permits_approved_by_authority'

/** How full building an index makes its pages, in percent, by a pattern of names. The usual share is 90. */
const filled: readonly (readonly [names: string, share: number])[] = [
  // A processed permit hardly changes.
  ['permits_processed_%', 97],
  ['permits_by_title_folded', 95],
  ['permits_by_authority_number_folded', 95],
]

/**
 * Less disk for each permit (decision 0178). Shares of pages hold for what is written from now on: nothing is
 * rewritten here.
 *
 * Agency, cycle and status of an approval are keys, not included columns: then equal entries are kept once.
 *
 * The table keeps no space in its pages. That served changes that write no index, and there are none: each
 * change of a permit writes `updated_at`, which has an index.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql`select 1 from permits limit 1`.execute(db)
  // Nobody waits for the index of an empty table.
  const how = rows.length === 0 ? '' : 'concurrently'
  await sql.raw(`drop index ${how} if exists ${approved}_once`).execute(db)
  await sql
    .raw(
      `create index ${how} ${approved}_once on permits (approved_date, authority_pid, cycle_no, status)
        where deleted_at is null and approved_date is not null`,
    )
    .execute(db)
  await sql.raw(`drop index ${how} if exists ${approved}`).execute(db)
  await sql.raw(`alter index ${approved}_once rename to ${approved}`).execute(db)
  await sql`alter table permits reset (fillfactor)`.execute(db)
  for (const [names, share] of filled) {
    const found = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
      where indrelid = 'permits'::regclass and indexrelid::regclass::text like ${names} order by 1`.execute(db)
    for (const { name } of found.rows)
      await sql.raw(`alter index ${name} set (fillfactor = ${share})`).execute(db)
  }
}
