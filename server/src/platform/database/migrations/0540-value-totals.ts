import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** The columns by which the rows of a record table are counted. */
export interface CountedColumns {
  table: string
  /** Columns of `<table>_counts`. With `org` among them, `<table>_totals` has the others. */
  keys: readonly string[]
  /** Columns whose values are counted one by one in `<table>_values`, within each combination of the keys but `org`. */
  values: readonly string[]
}

const counted: readonly CountedColumns[] = [
  {
    table: 'permits',
    keys: ['bucket', 'status', 'org'],
    values: [
      'permit_type',
      'pipeline_stage',
      'authority',
      'assigned_to',
      'priority',
      'payment_status',
      'city',
      'hold_reason',
      'court',
      'outcome',
      'origin',
    ],
  },
  {
    table: 'tasks',
    keys: ['audience', 'status', 'org'],
    values: [
      'priority',
      'assigned_to',
      'related_type',
      'task_type',
      'required_document',
      'blocks_transition',
      'escalation',
    ],
  },
  {
    table: 'payments',
    keys: ['status', 'org'],
    values: ['kind', 'fee_code', 'pass_through', 'method', 'no_fee_type'],
  },
  {
    table: 'rts',
    keys: ['status', 'org'],
    values: ['authority', 'kind', 'channel', 'assigned_to', 'fee_ready'],
  },
  {
    table: 'orgs',
    keys: ['status'],
    values: ['kind', 'city', 'account_type', 'credit_status', 'account_manager', 'default_assignee'],
  },
  { table: 'users', keys: ['status', 'role'], values: ['org_role', 'delegate'] },
  { table: 'notifications', keys: ['status'], values: ['kind', 'audience', 'recipient_role', 'related_type'] },
]

const events = { insert: ['new_rows'], update: ['new_rows', 'old_rows'], delete: ['old_rows'] } as const

/** Columns with no organization among them: those of `<table>_totals` and `<table>_values`. */
const withoutOrganization = (keys: readonly string[]) => keys.filter((column) => column !== 'org').join(', ')

const unpivoted = (values: readonly string[]) => values.map((column) => `('${column}', c.${column}::text)`).join(', ')

/**
 * The function of a statement trigger. It reduces the old and new rows to those that differ in a counted column,
 * so a write that changes none adds no row. It joins nothing: its plan is kept, whatever the number of rows.
 */
function counterOf({ table, keys, values }: CountedColumns, event: keyof typeof events): string {
  const all = [...keys, ...values].join(', ')
  const [byKeys, others] = [keys.join(', '), withoutOrganization(keys)]
  const rows = events[event].map(
    (source) => `select ${all}, ${source === 'old_rows' ? '-1' : '1'} as n from ${source} where deleted_at is null`,
  )
  const totals = keys.includes('org')
    ? [
        `totalled as (insert into ${table}_totals (${others}, n)
          select ${others}, sum(n) from added group by ${others} having sum(n) <> 0)`,
      ]
    : []
  return `create or replace function count_${table}_${event}() returns trigger language plpgsql as $$ begin
      with changed as materialized (
          select ${all}, sum(n) as n from (${rows.join(' union all ')}) r group by ${all} having sum(n) <> 0),
        added as (
          insert into ${table}_counts (${byKeys}, n) select ${byKeys}, sum(n) from changed group by ${byKeys} having sum(n) <> 0
          returning ${others}, n),
        ${[
          ...totals,
          `valued as (insert into ${table}_values (field, ${others}, value, n)
          select v.field, ${others}, v.value, sum(c.n) from changed c cross join lateral (values ${unpivoted(values)}) v (field, value)
          group by v.field, ${others}, v.value having sum(c.n) <> 0)`,
        ].join(',\n        ')}
      insert into record_writes (collection, writes) values ('${table}', 1);
      return null;
    end $$`
}

/**
 * Numbers of records by each value of a coded field, for distinct values, groups and counts: staff read them
 * over all organizations. Only the statement triggers write them, in the transaction of the write.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const columns of counted) {
    const { table, keys, values } = columns
    const others = withoutOrganization(keys)
    const statements = [
      `lock table ${table} in share row exclusive mode`,
      `create table ${table}_values as select v.field, ${others}, v.value, sum(c.n)::bigint as n
        from (select ${others}, ${values.join(', ')}, count(*) as n from ${table} where deleted_at is null group by ${others}, ${values.join(', ')}) c
        cross join lateral (values ${unpivoted(values)}) v (field, value) group by v.field, ${others}, v.value`,
      `alter table ${table}_values alter column field set not null, alter column n set not null`,
      `create index on ${table}_values (field)`,
      counterOf(columns, 'insert'),
      counterOf(columns, 'update'),
      counterOf(columns, 'delete'),
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}
