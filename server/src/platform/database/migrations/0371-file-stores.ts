import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table file_stores (
    id text primary key,
    made_at timestamptz not null,
    generation int not null default 0,
    sweeping_until timestamptz,
    problem text,
    is_confirmed boolean not null default false
  )`,
  // Counts of what one client made in the last hour.
  'create index files_by_maker on files (created_by, created_at)',
]

/** Which file stores belong to this database, so that no sweep takes what another one knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
