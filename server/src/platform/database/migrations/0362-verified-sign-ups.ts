import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The hash of the token a sign-up was mailed, and when its link was confirmed. Requests from before were mailed none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table access_requests add column confirm_hash text, add column verified_at timestamptz`.execute(db)
  await sql`create unique index access_requests_by_confirm_hash on access_requests (confirm_hash) where confirm_hash is not null`.execute(db)
}
