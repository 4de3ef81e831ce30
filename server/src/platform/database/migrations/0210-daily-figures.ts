import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table counted_days (day date primary key, counted_at timestamptz not null)`,
  `create table counted_figures (
    day date not null references counted_days on delete cascade,
    figure text not null,
    holder text not null,
    n bigint not null,
    primary key (day, holder, figure)
  )`,
  `create index permits_approved on permits (approved_date) include (authority, cycle_no, status, org) where deleted_at is null and approved_date is not null`,
  `create index rts_sent on rts (submitted_at) include (authority, org) where deleted_at is null and submitted_at is not null`,
]

/** Numbers of the Overview kept day by day, each person's own and everybody's (`holder` empty); submissions and approvals from indexes alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
