import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table approvals (
    pid text primary key,
    kind text not null,
    -- The change as it was asked for; it is judged again when it is approved.
    change jsonb not null,
    summary text not null,
    -- Must a superadmin decide?
    for_superadmin boolean not null,
    state text not null check (state in ('waiting', 'approved', 'rejected', 'withdrawn', 'failed')),
    asked_by text not null,
    asked_at timestamptz not null,
    expires_at timestamptz not null,
    decided_by text,
    decided_at timestamptz,
    reason text
  )`,
  'create index approvals_asked on approvals (asked_at desc)',
]

/** Changes that wait for a second person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
