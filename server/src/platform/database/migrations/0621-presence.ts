import { sql } from 'kysely'
import type { Kysely } from 'kysely'

// Not logged: after a crash nobody is anywhere, and every open page reports again.
const statements = [
  `create unlogged table presence (
    session_hash text not null,
    tab text not null,
    user_pid text not null,
    collection text not null,
    record_pid text not null,
    field text,
    seen_at timestamptz not null,
    primary key (session_hash, tab)
  )`,
  'create index presence_of_record on presence (record_pid)',
]

/** Which open pages are at which record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
