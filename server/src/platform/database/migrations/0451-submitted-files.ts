import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  'create index rts_frozen_files on rts using gin (frozen_files) where submitted_at is not null',

  // A package that is being submitted locks its files first, so a change that waited for it finds it here.
  `create function keep_submitted_file() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from rts r where r.frozen_files @> array[old.pid] and r.submitted_at is not null) then
        raise exception 'File % was submitted with a package.', old.pid using errcode = 'PF409';
      end if;
      if tg_op = 'DELETE' then
        return old;
      end if;
      return new;
    end $$`,
  `create trigger files_submitted_not_deleted before delete on files for each row execute function keep_submitted_file()`,
  `create trigger files_submitted_not_changed before update of deleted_at, root, parent_pid, store_key, sha256, size, mime_type on files for each row
    when ((old.deleted_at is null and new.deleted_at is not null) or old.root <> new.root or old.parent_pid is distinct from new.parent_pid
      or old.store_key is distinct from new.store_key or old.sha256 is distinct from new.sha256 or old.size <> new.size or old.mime_type <> new.mime_type)
    execute function keep_submitted_file()`,
]

/** Files of a submitted package are neither deleted nor moved nor replaced, by no way (contract.md 11.3, decision 0066). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
