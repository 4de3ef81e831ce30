import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** One row while sign-ins are frozen, by whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sign_in_freeze (
    singleton boolean primary key default true check (singleton),
    frozen_at timestamptz not null,
    frozen_by text not null
  )`.execute(db)
}
