import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `create table conditions (
    seq bigint generated always as identity primary key,
    pid text not null unique,
    version int not null default 1,
    permit text not null,
    code text,
    text text not null,
    kind text not null,
    severity text not null,
    status text not null default 'OPEN',
    due_date date,
    evidence text,
    reason text,
    settled_at timestamptz,
    settled_by text,
    created_at timestamptz not null,
    created_by text
  )`,
  'create index conditions_of_permit on conditions (permit, seq)',
  `create unique index conditions_once on conditions (permit, code) where code is not null`,
  'create index permits_amending on permits (previous_revision) where previous_revision is not null and deleted_at is null',
  'create index permits_renewing on permits (renewal_of) where renewal_of is not null and deleted_at is null',
]

/** Conditions of permits, and the ways from a permit to those that amend and renew it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
