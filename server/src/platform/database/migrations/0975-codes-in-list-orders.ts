import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

export const outsideTransaction = true

const codes = 'permit_type, status, pipeline_stage, priority, payment_status, court'

/**
 * The index of the order of each list, its columns before the codes, and how full its pages are made, in
 * percent: a processed permit hardly changes.
 */
const orders = [
  { list: 'processing', name: 'permits_processing_by_created_at', columns: 'created_at, seq', share: 90 },
  {
    list: 'processed',
    name: 'permits_processed_by_status_changed_at_latest',
    columns: 'status_changed_at desc nulls last, seq desc',
    share: 97,
  },
]

/**
 * The index in the order of each list has the codes of its permits too, so that a list filtered by some codes
 * passes over the others in the index (decision 0185). The last release uses these indexes as before.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql`select 1 from permits limit 1`.execute(db)
  // Nobody waits for the indexes of an empty table.
  const how = rows.length === 0 ? '' : 'concurrently'
  for (const { list, name, columns, share } of orders) {
    const made = `${name}_made`
    await sql.raw(`drop index ${how} if exists ${made}`).execute(db)
    await sql
      .raw(
        `create index ${how} ${made} on permits (${columns}, ${codes}) with (fillfactor = ${share})
          where deleted_at is null and bucket = '${list}'`,
      )
      .execute(db)
    await sql.raw(`drop index ${how} if exists ${name}`).execute(db)
    await sql.raw(`alter index ${made} rename to ${name}`).execute(db)
  }
}
