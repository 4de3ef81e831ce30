import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * The panels of a build that servers of the last release cannot read: those of further slots, and those with
 * roles or conditions. `manifest` keeps the others; null where there are none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table remote_versions add column slots jsonb').execute(db)
}
