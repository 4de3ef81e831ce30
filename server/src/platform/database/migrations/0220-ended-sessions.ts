import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Tokens that opened a session until lately, however it ended, by the clock of the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ended_sessions (
    token_hash text primary key,
    ended_at timestamptz not null default clock_timestamp()
  )`.execute(db)
  await sql`create function note_ended_session() returns trigger language plpgsql as $$
    begin
      insert into ended_sessions (token_hash) values (old.token_hash) on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`create trigger session_ended after delete on sessions for each row execute function note_ended_session()`.execute(db)
  await sql`create trigger session_rotated after update of token_hash on sessions for each row
    when (old.token_hash <> new.token_hash) execute function note_ended_session()`.execute(db)
}
