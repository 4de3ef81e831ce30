import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Whether the client is asked to approve a package, and why they returned it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table rts
    add column client_asked_at timestamptz,
    add column client_returned_at timestamptz,
    add column client_return_reason text`.execute(db)
}
