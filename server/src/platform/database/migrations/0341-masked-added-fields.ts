import { sql } from 'kysely'
import type { QueryExecutorProvider } from 'kysely'

const statements = [
  'alter table custom_fields add column masked boolean not null default true',
  // Clients read no record of these.
  "update custom_fields set masked = false where collection in ('users', 'tasks')",
]

/** Added fields are kept from clients unless somebody says otherwise, those from before too (decision 0038). */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
