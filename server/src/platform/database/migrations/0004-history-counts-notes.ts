import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Fields by which each table is counted: `[table, [[column, type], ...]]`. */
const counted: readonly [string, readonly (readonly [string, string])[]][] = [
  [
    'permits',
    [
      ['bucket', 'text'],
      ['status', 'text'],
      ['org', 'text'],
    ],
  ],
  [
    'tasks',
    [
      ['audience', 'text'],
      ['status', 'text'],
      ['org', 'text'],
    ],
  ],
  [
    'payments',
    [
      ['status', 'text'],
      ['org', 'text'],
    ],
  ],
  [
    'rts',
    [
      ['status', 'text'],
      ['org', 'text'],
    ],
  ],
  ['orgs', [['status', 'text']]],
  [
    'users',
    [
      ['status', 'text'],
      ['role', 'text'],
    ],
  ],
  ['notifications', [['status', 'text']]],
  [
    'alerts',
    [
      ['"user"', 'text'],
      ['is_read', 'boolean'],
    ],
  ],
]

/**
 * Totals of a table by its counted columns, as rows to add up: triggers add differences, so that writers never wait for each other,
 * and a timer folds them. Every statement also adds to `record_writes`, by which a cached count knows whether it still holds.
 */
function countersOf(table: string, columns: readonly (readonly [string, string])[]): string[] {
  const names = columns.map(([name]) => name).join(', ')
  const grouped = (source: string, sign: string) => `select ${names}, ${sign}count(*) as n from ${source} where deleted_at is null group by ${names}`
  const add = (rows: string) => `begin
      insert into ${table}_counts (${names}, n) select ${names}, sum(n) from (${rows}) changed group by ${names} having sum(n) <> 0;
      insert into record_writes (collection, writes) values ('${table}', 1);
      return null;
    end`
  const trigger = (event: string, referencing: string) =>
    `create trigger ${table}_counted_on_${event} after ${event} on ${table} referencing ${referencing}
      for each statement execute function count_${table}_${event}()`
  const counter = (event: string, rows: string) => `create function count_${table}_${event}() returns trigger language plpgsql as $$ ${add(rows)} $$`
  return [
    `create table ${table}_counts (${columns.map(([name, type]) => `${name} ${type}`).join(', ')}, n bigint not null)`,
    `create index on ${table}_counts (${names})`,
    counter('insert', grouped('new_rows', '')),
    counter('update', `${grouped('new_rows', '')} union all ${grouped('old_rows', '-')}`),
    counter('delete', grouped('old_rows', '-')),
    trigger('insert', 'new table as new_rows'),
    trigger('update', 'old table as old_rows new table as new_rows'),
    trigger('delete', 'old table as old_rows'),
  ]
}

const statements = [
  `create table history (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    collection text not null,
    pid text not null,
    action text not null,
    version int not null,
    actor text,
    changes jsonb not null default '[]'
  )`,
  'create index history_of_record on history (pid, id desc)',
  `create table record_writes (collection text not null, writes bigint not null)`,
  'create index on record_writes (collection)',
  `create table number_sequences (
    prefix text not null,
    year int not null,
    last bigint not null,
    primary key (prefix, year)
  )`,
  `create table notes (
    seq bigint generated always as identity primary key,
    pid text not null unique,
    collection text not null,
    record_pid text not null,
    content text not null,
    visibility text not null default 'INTERNAL' check (visibility in ('INTERNAL', 'CLIENT')),
    pinned boolean not null default false,
    mentions text[] not null default '{}',
    author text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    deleted_by text
  )`,
  'create index notes_of_record on notes (record_pid, created_at desc, seq desc) where deleted_at is null',
  ...counted.flatMap(([table, columns]) => countersOf(table, columns)),
]

/** History of every record (also the outbox of the stream, read by id), exact totals, number sequences and notes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
