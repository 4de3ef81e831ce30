import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** How long permits take to a milestone, by authority and type; the empty text stands for all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table duration_curves (
    milestone text not null,
    authority text not null,
    permit_type text not null,
    reached integer not null,
    curve jsonb not null,
    fitted_at timestamptz not null,
    primary key (milestone, authority, permit_type)
  )`.execute(db)
}
