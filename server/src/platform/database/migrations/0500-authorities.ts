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
    short_code text not null,
    region text,
    portal_link text,
    phone text,
    email text,
    office_hours text,
    remarks text`

const textOrders = ['name', 'short_code', 'region']

const totalsOf = (source: string, sign: string) => `select region, ${sign}count(*) as n from ${source} where deleted_at is null group by region`

/** Keeps totals by region and counts writes, as for the other record tables. */
function counter(event: 'insert' | 'update' | 'delete', changed: string, referencing: string): string[] {
  return [
    `create function count_authorities_${event}() returns trigger language plpgsql as $$ begin
      insert into authorities_counts (region, n) select region, sum(n) from (${changed}) changed group by region having sum(n) <> 0;
      insert into record_writes (collection, writes) values ('authorities', 1);
      return null;
    end $$`,
    `create trigger authorities_counted_on_${event} after ${event} on authorities referencing ${referencing}
      for each statement execute function count_authorities_${event}()`,
  ]
}

const statements = [
  `create table authorities (seq bigint generated always as identity primary key, ${columns})`,
  'create table authorities_text (seq bigint primary key references authorities on delete cascade, t text not null)',
  'create index authorities_text_trigrams on authorities_text using gin (t gin_trgm_ops)',
  ...['created_at', 'updated_at'].map((column) => `create index authorities_by_${column} on authorities (${column}, seq) where deleted_at is null`),
  ...textOrders.map(
    (column) =>
      `create index authorities_by_${column}_folded on authorities (text_order(${column}) collate "C", seq) include (${column}) where deleted_at is null`,
  ),
  `create index authorities_by_custom on authorities using gin (custom jsonb_path_ops) where custom <> '{}'`,
  'create index authorities_bin on authorities (deleted_at) where deleted_at is not null',
  'create unique index authorities_unique_short_code on authorities (short_code) where deleted_at is null',
  'create table authorities_counts (region text, n bigint not null)',
  'create index on authorities_counts (region)',
  ...counter('insert', totalsOf('new_rows', ''), 'new table as new_rows'),
  ...counter('update', `${totalsOf('new_rows', '')} union all ${totalsOf('old_rows', '-')}`, 'old table as old_rows new table as new_rows'),
  ...counter('delete', totalsOf('old_rows', '-'), 'old table as old_rows'),
]

/** The authorities that were codes of the program until now: pid, name, short code, region. */
const known = [
  ['01M8AJDS00S3K5EQFC0BZJY0R1', 'Austin Development Services', 'AUSTIN_DSD', 'Austin, TX'],
  ['01M8AJDS015TDW8T3FWMY9QWEP', 'Austin Transportation', 'AUSTIN_TRANSPORTATION', 'Austin, TX'],
  ['01M8AJDS02B8152T663ATP5WCK', 'Austin Fire Department', 'AUSTIN_FIRE', 'Austin, TX'],
  ['01M8AJDS03E3Y878FDMD25XR59', 'Travis County', 'TRAVIS_COUNTY', 'Travis County, TX'],
  ['01M8AJDS04SR8DDNJV18TBFVSB', 'Texas Motor Vehicles, Motor Carrier Division', 'TEXAS_DMV', 'Texas'],
]

/** Authorities are records with contact data, kept by administrators; permits name them by their short codes. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  const rows = sql.join(known.map((row) => sql`(${sql.join(row.map((value) => sql`${value}::text`))})`))
  await sql`insert into authorities (pid, name, short_code, region) select * from (values ${rows}) as k (pid, name, short_code, region)`.execute(db)
  await sql`insert into authorities_text (seq, t) select seq, ' ' || replace(fold_text(concat_ws(' ', name, short_code, region)), '-', '') from authorities`.execute(db)
  await sql`insert into history (at, collection, pid, action, version, actor, changes) select created_at, 'authorities', pid, 'create', 1, null, '[]'::jsonb from authorities order by seq`.execute(db)
}
