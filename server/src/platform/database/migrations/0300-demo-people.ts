import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // `sample`: seeded with the demonstration data. `added`: made by an account of demo mode, so nobody vouches for them.
  "create table demo_people (user_pid text primary key, origin text not null check (origin in ('sample', 'added')))",
  // The seed dates its people before the day it was made for. Whoever had a passkey or a Microsoft identity by then is real.
  `insert into demo_people (user_pid, origin)
    select u.pid, 'sample' from users u join seed_steps s on s.name = 'records'
    where u.created_at <= least(s.today::timestamp at time zone 'UTC', s.done_at)
      and not exists (select 1 from passkeys p where p.user_pid = u.pid and p.created_at < s.done_at)
      and not exists (select 1 from microsoft_identities m where m.user_pid = u.pid and m.created_at < s.done_at)`,
  `insert into demo_people (user_pid, origin)
    with recursive made as (
      select user_pid from demo_people
      union
      select u.pid from users u join made on u.created_by = made.user_pid)
    select user_pid, 'added' from made on conflict do nothing`,
  `create function mark_demo_person() returns trigger language plpgsql as $$
    begin
      insert into demo_people (user_pid, origin)
        select new.pid, 'added' from demo_people where user_pid = new.created_by on conflict do nothing;
      return null;
    end $$`,
  `create trigger demo_person_marked after insert on users for each row when (new.created_by is not null)
    execute function mark_demo_person()`,
]

/** Who came by demo mode: the people of the sample data, and those whom its accounts, or people they added, have added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
