import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  'alter table marks rename to system_versions',
  // Servers of the release before still read the old name while they run beside new ones.
  'create view marks as select activation, configuration from system_versions',
  'alter function mark_activation() rename to count_activation',
  `create or replace function count_activation() returns trigger language plpgsql as $$
    begin
      update system_versions set activation = activation + 1;
      return null;
    end $$`,
  'alter function mark_configuration() rename to keep_configuration_version',
  `create or replace function keep_configuration_version() returns trigger language plpgsql as $$
    begin
      update system_versions set configuration = new.version;
      return null;
    end $$`,
  'alter trigger activation_marked on remote_activations rename to activation_counted',
  'alter trigger configuration_marked on configuration rename to configuration_version_kept',
]

/** The table of the versions of deployments and configuration is named by what it holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
