import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // One row, without a key: every call reads it, and looking into an index first would be the longer way.
  'create table marks (activation bigint not null, configuration int)',
  'insert into marks select coalesce((select max(id) from remote_activations), 0), (select version from configuration)',
  `create function mark_activation() returns trigger language plpgsql as $$
    begin
      update marks set activation = activation + 1;
      return null;
    end $$`,
  `create trigger activation_marked after insert or update or delete on remote_activations
    for each statement execute function mark_activation()`,
  `create function mark_configuration() returns trigger language plpgsql as $$
    begin
      update marks set configuration = new.version;
      return null;
    end $$`,
  `create trigger configuration_marked after insert or update or delete on configuration
    for each row execute function mark_configuration()`,
]

/**
 * What decides over modules, as one row: a count of the changes of what is deployed, and the version of the configuration. Of two
 * activations that are made at once the one that ends last moves the count too, whatever its number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
