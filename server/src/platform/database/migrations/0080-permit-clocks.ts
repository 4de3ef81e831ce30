import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Clocks keep milliseconds, so that ours, the client's and the authority's add up to the time that passed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table permits alter column our_seconds type double precision, alter column client_seconds type double precision,
        alter column authority_seconds type double precision`,
    )
    .execute(db)
}
