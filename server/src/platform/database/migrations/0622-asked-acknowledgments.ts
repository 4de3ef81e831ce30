import { sql } from 'kysely'
import type { Kysely } from 'kysely'

const values = ['kind', 'audience', 'recipient_role', 'related_type', 'ack_required']
const unpivoted = values.map((column) => `('${column}', c.${column}::text)`).join(', ')
const events = { insert: ['new_rows'], update: ['new_rows', 'old_rows'], delete: ['old_rows'] } as const

/** The function of a statement trigger, as migration 0540 wrote it, with the new column. */
function counterOf(event: keyof typeof events): string {
  const all = ['status', ...values].join(', ')
  const rows = events[event].map(
    (source) => `select ${all}, ${source === 'old_rows' ? '-1' : '1'} as n from ${source} where deleted_at is null`,
  )
  return `create or replace function count_notifications_${event}() returns trigger language plpgsql as $$ begin
      with changed as materialized (
          select ${all}, sum(n) as n from (${rows.join(' union all ')}) r group by ${all} having sum(n) <> 0),
        added as (
          insert into notifications_counts (status, n) select status, sum(n) from changed group by status having sum(n) <> 0
          returning status, n),
        valued as (insert into notifications_values (field, status, value, n)
          select v.field, status, v.value, sum(c.n) from changed c cross join lateral (values ${unpivoted}) v (field, value)
          group by v.field, status, v.value having sum(c.n) <> 0)
      insert into record_writes (collection, writes) values ('notifications', 1);
      return null;
    end $$`
}

/** Messages that ask their readers for an acknowledgment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    'lock table notifications in share row exclusive mode',
    'alter table notifications add column ack_required boolean',
    `insert into notifications_values (field, status, value, n)
      select 'ack_required', status, null, count(*) from notifications where deleted_at is null group by status`,
    counterOf('insert'),
    counterOf('update'),
    counterOf('delete'),
    'create index alerts_asking on alerts (related_pid) where ack_required',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
