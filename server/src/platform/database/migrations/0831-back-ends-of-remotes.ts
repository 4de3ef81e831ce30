import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** The back end of a remote, which the portal calls for it. One row per remote that has one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table remote_back_ends (
        name text primary key,
        address text not null,
        set_at timestamptz not null,
        set_by text not null
      )`,
    )
    .execute(db)
}
