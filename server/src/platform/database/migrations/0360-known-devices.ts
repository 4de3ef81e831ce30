import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Browsers people signed in with: of the cookie that names one only the hash is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table known_devices (
    user_pid text not null,
    device_hash text not null,
    first_seen_at timestamptz not null,
    last_seen_at timestamptz not null,
    primary key (user_pid, device_hash)
  )`.execute(db)
}
