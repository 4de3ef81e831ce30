import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

/** The authorities that permits could name by their codes while these were part of the program: code, pid, name. */
const formerCodes = [
  ['AUSTIN_DSD', '01M8AJDS00S3K5EQFC0BZJY0R1', 'Austin Development Services'],
  ['AUSTIN_TRANSPORTATION', '01M8AJDS015TDW8T3FWMY9QWEP', 'Austin Transportation'],
  ['AUSTIN_FIRE', '01M8AJDS02B8152T663ATP5WCK', 'Austin Fire Department'],
  ['TRAVIS_COUNTY', '01M8AJDS03E3Y878FDMD25XR59', 'Travis County'],
  ['TEXAS_DMV', '01M8AJDS04SR8DDNJV18TBFVSB', 'Texas Motor Vehicles, Motor Carrier Division'],
] as const

const codes = [
  // Not a list of short codes: a code that an authority had stays its name until another authority has it.
  `create table authority_codes (
    code text primary key,
    pid text not null references authorities (pid) on delete cascade,
    seq bigint generated always as identity
  )`,
  'create index on authority_codes (pid)',
  `create function note_authority_code() returns trigger language plpgsql as $$ begin
    insert into authority_codes (code, pid) values (new.short_code, new.pid) on conflict (code) do update set pid = excluded.pid;
    return null;
  end $$`,
  `create trigger authorities_code_on_insert after insert on authorities
    for each row when (new.deleted_at is null) execute function note_authority_code()`,
  `create trigger authorities_code_on_update after update of short_code, deleted_at on authorities
    for each row when (new.deleted_at is null) execute function note_authority_code()`,
  `insert into authority_codes (code, pid) select short_code, pid from authorities where deleted_at is null order by seq`,
]

/**
 * Servers of the last release read and write the code, servers of this one the reference. Whichever a write sets, the other follows. The code is the
 * first that the authority had: it is the one that servers of the last release know.
 */
const following = [
  `create function link_authority() returns trigger language plpgsql as $$
  declare is_reference boolean := new.authority_pid is not null;
  begin
    if tg_op = 'UPDATE' then is_reference := new.authority_pid is distinct from old.authority_pid; end if;
    if not is_reference then
      new.authority_pid := coalesce(
        (select c.pid from authority_codes c where c.code = new.authority),
        (select a.pid from authorities a where a.pid = new.authority));
    end if;
    if is_reference and new.authority_pid is null then new.authority := null; end if;
    if new.authority_pid is not null
        and not exists (select 1 from authority_codes c where c.code = new.authority and c.pid = new.authority_pid) then
      new.authority := (select c.code from authority_codes c where c.pid = new.authority_pid order by c.seq limit 1);
    end if;
    return new;
  end $$`,
  ...['permits', 'rts'].flatMap((table) => [
    `alter table ${table} add column authority_pid text`,
    `create trigger ${table}_authority_on_insert before insert on ${table} for each row
      when (new.authority is not null or new.authority_pid is not null) execute function link_authority()`,
    `create trigger ${table}_authority_on_update before update of authority, authority_pid on ${table} for each row
      when (new.authority is distinct from old.authority or new.authority_pid is distinct from old.authority_pid) execute function link_authority()`,
  ]),
]

interface CountedColumns {
  table: string
  keys: readonly string[]
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
      'authority_pid',
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
    table: 'rts',
    keys: ['status', 'org'],
    values: ['authority', 'authority_pid', 'kind', 'channel', 'assigned_to', 'fee_ready'],
  },
]

const events = { insert: ['new_rows'], update: ['new_rows', 'old_rows'], delete: ['old_rows'] } as const

const withoutOrganization = (keys: readonly string[]) => keys.filter((column) => column !== 'org').join(', ')

/** The counting functions of `0540-value-totals.ts` with the new column. */
function counterOf({ table, keys, values }: CountedColumns, event: keyof typeof events): string {
  const all = [...keys, ...values].join(', ')
  const [byKeys, others] = [keys.join(', '), withoutOrganization(keys)]
  const unpivoted = values.map((column) => `('${column}', c.${column}::text)`).join(', ')
  const rows = events[event].map(
    (source) => `select ${all}, ${source === 'old_rows' ? '-1' : '1'} as n from ${source} where deleted_at is null`,
  )
  return `create or replace function count_${table}_${event}() returns trigger language plpgsql as $$ begin
      with changed as materialized (
          select ${all}, sum(n) as n from (${rows.join(' union all ')}) r group by ${all} having sum(n) <> 0),
        added as (
          insert into ${table}_counts (${byKeys}, n) select ${byKeys}, sum(n) from changed group by ${byKeys} having sum(n) <> 0
          returning ${others}, n),
        totalled as (insert into ${table}_totals (${others}, n)
          select ${others}, sum(n) from added group by ${others} having sum(n) <> 0),
        valued as (insert into ${table}_values (field, ${others}, value, n)
          select v.field, ${others}, v.value, sum(c.n) from changed c cross join lateral (values ${unpivoted}) v (field, value)
          group by v.field, ${others}, v.value having sum(c.n) <> 0)
      insert into record_writes (collection, writes) values ('${table}', 1);
      return null;
    end $$`
}

/** Before any record has a reference, all of them have none. */
const counting = counted.flatMap((columns) => {
  const { table, keys } = columns
  const others = withoutOrganization(keys)
  return [
    `lock table ${table} in share row exclusive mode`,
    `insert into ${table}_values (field, ${others}, value, n)
      select 'authority_pid', ${others}, null, sum(n) from ${table}_totals group by ${others} having sum(n) <> 0`,
    counterOf(columns, 'insert'),
    counterOf(columns, 'update'),
    counterOf(columns, 'delete'),
  ]
})

/** Adds an authority for a code that records have and no authority answers to. */
async function addAuthority(db: Kysely<Tables>, code: string, pid: string | null, name: string): Promise<void> {
  const made = pid === null ? sql`upper(left(md5(${code}), 26))` : sql`${pid}`
  await sql`with made as (insert into authorities (pid, name, short_code) values (${made}, ${name}, ${code}) returning *),
      searched as (insert into authorities_text (seq, t) select seq, ' ' || replace(fold_text(concat_ws(' ', name, short_code, region)), '-', '') from made)
    insert into history (at, collection, pid, action, version, actor, changes)
      select created_at, 'authorities', pid, 'create', 1, null, '[]'::jsonb from made`.execute(db)
}

/** A renamed authority keeps its former code; one that was removed for good is added again while records name it. */
async function nameFormerCodes(db: Kysely<Tables>): Promise<void> {
  const { rows: used } = await sql<{ code: string }>`select authority as code from permits where authority is not null
    union select authority from rts where authority is not null`.execute(db)
  const wanted = new Map<string, { pid: string | null; name: string }>(used.map(({ code }) => [code, { pid: null, name: code }]))
  for (const [code, pid, name] of formerCodes) {
    await sql`insert into authority_codes (code, pid) select ${code}, pid from authorities where pid = ${pid} on conflict (code) do nothing`.execute(db)
    if (wanted.has(code)) wanted.set(code, { pid, name })
  }
  for (const [code, { pid, name }] of wanted) {
    const { rows } = await sql`select 1 from authority_codes where code = ${code}`.execute(db)
    if (rows.length === 0) await addAuthority(db, code, pid, name)
  }
}

/**
 * The authority of permits and packages becomes a reference to its record, in a column of its own. The column of the code stays, and both follow each
 * other (decision 0127). The next migration fills the references.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of codes) await sql.raw(statement).execute(db)
  await nameFormerCodes(db)
  for (const statement of [...following, ...counting]) await sql.raw(statement).execute(db)
}
