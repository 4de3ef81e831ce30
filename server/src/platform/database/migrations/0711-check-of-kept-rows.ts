import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

export const outsideTransaction = true

/** Reads the history once, beside reads and writes, so that the next migration need not read it under its lock. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`alter table history validate constraint history_kept_for_good`.execute(db)
}
