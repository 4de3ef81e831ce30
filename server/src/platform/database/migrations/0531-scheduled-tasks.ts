import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * When each scheduled task ran last and runs next, and the lease of the server that runs it. `place` is empty
 * for a task of the whole portal; a task of each server has one row per server.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table scheduled_tasks (
    name text not null,
    place text not null default '',
    every_ms bigint not null,
    next_run_at timestamptz not null,
    requested_at timestamptz,
    lease text,
    leased_until timestamptz,
    started_at timestamptz,
    last_started_at timestamptz,
    last_duration_ms bigint,
    last_result text check (last_result in ('done', 'failed')),
    last_counts jsonb,
    last_error text,
    failures int not null default 0,
    primary key (name, place)
  )`.execute(db)
}
