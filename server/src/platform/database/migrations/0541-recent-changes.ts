import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

const tables = [
  'permits',
  'tasks',
  'payments',
  'rts',
  'orgs',
  'users',
  'notifications',
  'alerts',
  'contacts',
  'authorities',
]

/** A statement that changes more rows is noted without them. */
const maxRows = 50

const sources = { insert: ['new_rows'], update: ['old_rows', 'new_rows'], delete: ['old_rows'] } as const
const columns = { old_rows: 'before', new_rows: 'after' } as const

function noteOf(table: string, event: keyof typeof sources): string[] {
  const noted = sources[event]
  const kept = noted.map(
    (source) => `case when s.n <= ${maxRows} then (select array_agg(r::${table}) from ${source} r) end`,
  )
  const referencing = noted.map((source) => `${source.replace('_rows', '')} table as ${source}`).join(' ')
  return [
    `create function note_${table}_${event}() returns trigger language plpgsql as $$ begin
      insert into ${table}_changes (is_whole, ${noted.map((source) => columns[source]).join(', ')})
        select s.n <= ${maxRows}, ${kept.join(', ')} from (select count(*) as n from (select from ${noted[0]} limit ${maxRows + 1}) few) s;
      return null;
    end $$`,
    `create trigger ${table}_noted_on_${event} after ${event} on ${table} referencing ${referencing}
      for each statement execute function note_${table}_${event}()`,
  ]
}

/**
 * The rows that the last writes changed, as they were and as they became, one entry for each writing statement.
 * A count that is known for an earlier snapshot is brought up to date by the entries that snapshot did not see.
 * Entries may be missing (after a crash, since the tables are not logged, or because they are old): whoever reads
 * them compares their number with that of `record_writes`.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const table of tables) {
    const statements = [
      `create unlogged table ${table}_changes (
        xid xid8 not null default pg_current_xact_id(),
        at timestamptz not null default clock_timestamp(),
        is_whole boolean not null,
        before ${table}[],
        after ${table}[]
      ) with (toast_tuple_target = 8160)`,
      `create index on ${table}_changes (xid)`,
      ...noteOf(table, 'insert'),
      ...noteOf(table, 'update'),
      ...noteOf(table, 'delete'),
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}
