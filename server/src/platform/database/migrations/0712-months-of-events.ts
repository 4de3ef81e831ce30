import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

const statements = [
  'lock table history in access exclusive mode',
  // PostgreSQL 17 and newer refuse to attach a table that has an identity column, older ones give none to partitions.
  'create sequence history_numbers as bigint',
  `select setval('history_numbers', nextval(pg_get_serial_sequence('history', 'id')))`,
  'alter table history alter column id drop identity',
  `alter table history alter column id set default nextval('history_numbers')`,
  'alter table history rename to record_history',
  'create table history (like record_history including defaults) partition by range (kept_until)',
  'alter sequence history_numbers owned by history.id',
  // The validated check spares the scan, and the bounds replace it.
  `alter table history attach partition record_history for values from ('infinity') to (maxvalue)`,
  'alter table record_history drop constraint history_kept_for_good',
  // Takes what no month takes, so that no write fails. Servers of the last release look for records here too, so it has their indexes.
  'create table history_without_month (like record_history including defaults including indexes)',
  'alter table history attach partition history_without_month default',
]

/**
 * The history as two kinds of rows: `record_history`, the table of before with all its rows, is kept for good; events with an end go to a
 * partition of the month in which they end, which the task `rotate-events` makes and drops. `history` still is all of it. No row is moved or read.
 * Source: decision 0132.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
