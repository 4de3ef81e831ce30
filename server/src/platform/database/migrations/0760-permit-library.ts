import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

const statements = [
  // One row, which administrators lock by its version. Without a library, that of the release is in force.
  `create table permit_library (
    id int primary key check (id = 1),
    version int not null,
    library jsonb,
    updated_at timestamptz,
    updated_by text
  )`,
  'insert into permit_library (id, version) values (1, 0)',
]

/** The permit types and document types of an office, as administrators edit them (decision 0140). */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
