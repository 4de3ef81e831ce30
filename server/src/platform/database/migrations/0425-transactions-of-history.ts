import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // A column that is null rewrites no rows; what is old is nobody's news.
  'alter table history add column xid bigint',
  'alter table history alter column xid set default (pg_current_xact_id()::text)::bigint',
  'create index history_xid on history (xid) where xid is not null',
]

/** Which transaction wrote a line of the history: the stream tells by it what a page has seen, in whatever order transactions commit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
