import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Addresses of all people, deleted ones too, are looked up whenever an office address is judged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index users_any_email on users (lower(email))`.execute(db)
}
