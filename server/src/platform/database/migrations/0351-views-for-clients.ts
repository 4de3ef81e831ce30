import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** A view for everyone is for all staff, those saved before included; for clients too where it says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table views drop constraint views_visibility_check,
    add constraint views_visibility_check check (visibility in ('mine', 'role', 'everyone', 'clients'))`.execute(db)
}
