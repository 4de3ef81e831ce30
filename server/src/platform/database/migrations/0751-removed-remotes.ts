import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // One row per removal of a remote. `last_step` is the last step of its history that the removal ends.
  `create table remote_removals (
    id bigint generated always as identity primary key,
    name text not null,
    version text not null,
    last_step bigint not null,
    removed_at timestamptz not null,
    removed_by text not null,
    note text,
    tokens integer not null,
    restored_at timestamptz,
    restored_by text
  )`,
  'create index remote_removals_name on remote_removals (name, last_step)',
  // The steps that count. Servers of the release before read the whole history and go on serving what was removed.
  `create view remote_steps as select a.* from remote_activations a
    where not exists (select 1 from remote_removals r where r.name = a.name and r.restored_at is null and a.id <= r.last_step)`,
  `create trigger removal_counted after insert or update on remote_removals
    for each statement execute function count_activation()`,
]

/** A remote can be removed from the portal, and restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
