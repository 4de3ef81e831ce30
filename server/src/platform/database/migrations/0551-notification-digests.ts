import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The last daily digest of each person, so that a late row waits for the next one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table notification_digests ("user" text primary key, at timestamptz not null)`.execute(db)
  await sql`create index notification_deliveries_digest on notification_deliveries ("user", created_at) where state = 'waiting' and way = 'digest'`.execute(
    db,
  )
}
