import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

export const outsideTransaction = true

const rowsAtOnce = 5_000

/**
 * Fills the references from the codes, in batches that are committed one by one, so that servers of the last release go on writing. A run that was
 * interrupted goes on where it ended.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const table of ['permits', 'rts']) {
    const { rows } = await sql<{ last: number }>`select coalesce(max(seq), 0)::int as last from ${sql.table(table)}`.execute(db)
    const last = rows[0]?.last ?? 0
    for (let from = 0; from < last; from += rowsAtOnce)
      await sql`update ${sql.table(table)} t set authority_pid = c.pid from authority_codes c
        where t.seq > ${from}::bigint and t.seq <= ${from + rowsAtOnce}::bigint and t.authority_pid is null and c.code = t.authority`.execute(db)
  }
}
