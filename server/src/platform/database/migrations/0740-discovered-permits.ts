import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const statements = [
  `alter table authority_sources add column discovers boolean not null default false,
    add column discovered_at timestamptz, add column discovery_after text`,
  `create table authority_finds (
    pid text primary key,
    seq bigint generated always as identity,
    source text not null references authority_sources on delete cascade,
    number text not null,
    org text not null references orgs (pid) on delete cascade,
    company text not null,
    raw_status text not null,
    status_date date,
    issued_date date,
    applied_date date,
    expiry_date date,
    link text,
    permit_type text,
    state text not null,
    first_seen_at timestamptz not null,
    last_seen_at timestamptz not null,
    permit text references permits (pid) on delete set null,
    decided_at timestamptz,
    decided_by text,
    reason text,
    unique (source, number)
  )`,
  `create index authority_finds_open on authority_finds (seq desc) where state = 'OPEN'`,
  'create index authority_finds_of_org on authority_finds (org)',
  'create index authority_finds_of_permit on authority_finds (permit) where permit is not null',
]

/** Permits of clients that feeds of authorities name and the portal does not have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
