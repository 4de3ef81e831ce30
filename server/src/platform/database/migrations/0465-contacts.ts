import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

const columns = `pid text not null unique,
    version int not null default 1,
    created_at timestamptz not null default now(),
    created_by text,
    updated_at timestamptz not null default now(),
    updated_by text,
    deleted_at timestamptz,
    deleted_by text,
    custom jsonb not null default '{}',
    name text not null,
    role text not null,
    company text,
    org text,
    phone text,
    email text,
    licence_no text,
    remarks text`

const ordered = ['name', 'company', 'email']
const indexed = ['name', 'role', 'company', 'org', 'email', 'created_at', 'updated_at']

const countedBy = (source: string, sign: string) => `select role, ${sign}count(*) as n from ${source} where deleted_at is null group by role`

/** Keeps totals by role and counts writes, as for the other record tables. */
function counter(event: 'insert' | 'update' | 'delete', changed: string, referencing: string): string[] {
  return [
    `create function count_contacts_${event}() returns trigger language plpgsql as $$ begin
      insert into contacts_counts (role, n) select role, sum(n) from (${changed}) changed group by role having sum(n) <> 0;
      insert into record_writes (collection, writes) values ('contacts', 1);
      return null;
    end $$`,
    `create trigger contacts_counted_on_${event} after ${event} on contacts referencing ${referencing}
      for each statement execute function count_contacts_${event}()`,
  ]
}

const statements = [
  `create table contacts (seq bigint generated always as identity primary key, ${columns})`,
  'create table contacts_text (seq bigint primary key references contacts on delete cascade, t text not null)',
  'create index contacts_text_trigrams on contacts_text using gin (t gin_trgm_ops)',
  ...indexed.map((column) => `create index contacts_by_${column} on contacts (${column}, seq) where deleted_at is null`),
  ...ordered.map(
    (column) =>
      `create index contacts_by_${column}_folded on contacts (text_order(${column}) collate "C", seq) include (${column}) where deleted_at is null`,
  ),
  `create index contacts_by_custom on contacts using gin (custom jsonb_path_ops) where custom <> '{}'`,
  'create index contacts_bin on contacts (deleted_at) where deleted_at is not null',
  // Mail is compared with these addresses.
  'create index contacts_by_address on contacts (lower(email)) where deleted_at is null',
  `create unique index contacts_once_per_client on contacts (coalesce(org, ''), lower(email)) where email is not null and deleted_at is null`,
  'create table contacts_counts (role text, n bigint not null)',
  'create index on contacts_counts (role)',
  ...counter('insert', countedBy('new_rows', ''), 'new table as new_rows'),
  ...counter('update', `${countedBy('new_rows', '')} union all ${countedBy('old_rows', '-')}`, 'old table as old_rows new table as new_rows'),
  ...counter('delete', countedBy('old_rows', '-'), 'old table as old_rows'),
  `create table permit_people (
    seq bigint generated always as identity primary key,
    pid text not null unique,
    permit text not null references permits (pid) on delete cascade,
    contact text not null references contacts (pid) on delete cascade,
    role text not null,
    created_at timestamptz not null,
    created_by text,
    unique (permit, contact, role)
  )`,
  'create index permit_people_of_contact on permit_people (contact)',
  // A column that is null rewrites no rows.
  'alter table tasks add column contact text',
  'create index tasks_by_contact on tasks (audience, contact, seq) where deleted_at is null',
]

/** Contacts, who of them has to do with which permit and as what, and whom a task waits on (decision 0070). */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
