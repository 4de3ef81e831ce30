import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Tables whose totals are kept by organization, and the other columns they are counted by. */
const tables: Readonly<Record<string, string>> = { permits: 'bucket, status', tasks: 'audience, status', payments: 'status', rts: 'status' }

/** Counts the rows of a statement by all columns, and from those differences once more without the organization. */
function counterOf(table: string, columns: string, event: string, changed: string): string {
  const counted = (source: string, sign: string) =>
    `select ${columns}, org, ${sign}count(*) as n from ${source} where deleted_at is null group by ${columns}, org`
  const rows = changed
    .split(' ')
    .map((source) => counted(source, source === 'old_rows' ? '-' : ''))
    .join(' union all ')
  return `create or replace function count_${table}_${event}() returns trigger language plpgsql as $$ begin
      with added as (
        insert into ${table}_counts (${columns}, org, n) select ${columns}, org, sum(n) from (${rows}) changed group by ${columns}, org having sum(n) <> 0
        returning ${columns}, n)
      insert into ${table}_totals (${columns}, n) select ${columns}, sum(n) from added group by ${columns} having sum(n) <> 0;
      insert into record_writes (collection, writes) values ('${table}', 1);
      return null;
    end $$`
}

/**
 * Totals over all organizations beside those by organization: staff count over all of them, and adding up thousands of rows costs more
 * than the page they stand beside.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(tables)) {
    const statements = [
      `lock table ${table} in share row exclusive mode`,
      `create table ${table}_totals as select ${columns}, sum(n)::bigint as n from ${table}_counts group by ${columns}`,
      `alter table ${table}_totals alter column n set not null`,
      counterOf(table, columns, 'insert', 'new_rows'),
      counterOf(table, columns, 'update', 'new_rows old_rows'),
      counterOf(table, columns, 'delete', 'old_rows'),
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}
