import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  'alter table conditions add column org text, alter column permit drop not null',
  'alter table conditions add constraint conditions_of_one check (num_nonnulls(permit, org) = 1)',
  'create index conditions_of_org on conditions (org, seq) where org is not null',
  'create unique index conditions_once_of_org on conditions (org, code) where org is not null and code is not null',
]

/** A condition stands upon a permit, or upon an organization and with it each of its permits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
