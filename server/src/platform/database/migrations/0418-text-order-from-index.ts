import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/**
 * What indexed texts are ordered by. Of more than 900 bytes the first 120 letters: an entry of an index has 2,704 bytes at most, and these
 * indexes carry the text too.
 */
const textOrder = `create function text_order(value text) returns text language sql immutable parallel safe
  return case when octet_length(value) > 900 then left(fold_text(value), 120) else fold_text(value) end`

/** The indexes in the order of a text: table, what comes first, column, what else is carried. */
const orders: readonly (readonly [table: string, lead: string, column: string, carried: string])[] = [
  ['users', '', 'name', ''],
  ['users', '', 'email', ''],
  ['tasks', 'audience, ', 'title', ''],
  ['tasks', 'audience, ', 'related_pid', ''],
  ['permits', 'bucket, ', 'title', 'status, '],
  ['permits', 'bucket, ', 'authority_number', 'status, '],
  ['permits', 'bucket, ', 'city', 'status, '],
  ['payments', '', 'gateway_id', ''],
  ['notifications', '', 'subject', ''],
  ['notifications', '', 'related_pid', ''],
  ['orgs', '', 'legal_name', ''],
  ['orgs', '', 'email', ''],
  ['orgs', '', 'city', ''],
  ['orgs', '', 'licence_no', ''],
]

/**
 * Indexes in the order of a text that are read without the rows: PostgreSQL does so with an index of an expression only where the index carries
 * the column too, and a deep page skips many rows.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql.raw(textOrder).execute(db)
  for (const [table, lead, column, carried] of orders) {
    const name = `${table}_by_${column}_folded`
    await sql.raw(`drop index ${name}`).execute(db)
    const columns = `(${lead}text_order(${column}) collate "C", seq) include (${carried}${column})`
    await sql.raw(`create index ${name} on ${table} ${columns} where deleted_at is null`).execute(db)
  }
}
