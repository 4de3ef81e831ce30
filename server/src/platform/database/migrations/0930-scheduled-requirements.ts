import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  // Publications from a date. Their version gets its number on that day, so servers of the last release, for
  // which the highest number is in force, do not see them before.
  `create table requirement_schedule (
    id int primary key,
    requirements jsonb not null,
    starts_on date not null,
    note text,
    scheduled_at timestamptz not null,
    scheduled_by text,
    state text not null check (state in ('SCHEDULED', 'IN_FORCE', 'REFUSED', 'WITHDRAWN')),
    number int,
    problems jsonb,
    ended_at timestamptz,
    ended_by text,
    told_at timestamptz,
    warned_at timestamptz
  )`,
  `create index requirement_schedule_waiting on requirement_schedule (starts_on) where state = 'SCHEDULED'`,
]

/** Requirements that come into force on a day (decision 0176). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
