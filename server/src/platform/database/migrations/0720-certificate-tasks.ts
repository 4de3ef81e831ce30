import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  'alter table tasks add column certificate text, add column certificate_date date, add column certificate_expiry date',
  // One open task for each certificate of a client, whichever server or person asks for it.
  `create unique index tasks_one_certificate on tasks (org, certificate)
    where certificate is not null and status not in ('DONE', 'CANCELLED') and deleted_at is null`,
]

/** Client tasks that ask for a new certificate: for which date of the client, and the date they enter. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
