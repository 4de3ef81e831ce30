import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

export const outsideTransaction = true

const lists = ['processing', 'processed'] as const

/** What an index of both lists is ordered by after the list. */
const ordered = [
  'ref_no',
  'org',
  'permit_type',
  'pipeline_stage',
  'authority_pid',
  'assigned_to',
  'priority',
  'payment_status',
  'court',
  'created_at',
  'updated_at',
]
const dates = [
  'target_date',
  'submitted_date',
  'received_date',
  'issued_date',
  'expiry_date',
  'closed_date',
  'status_changed_at',
]

/** The index that is replaced, its columns without the list, and the lists that have use for it. */
interface Replaced {
  name: string
  columns: string
  of?: readonly (typeof lists)[number][]
}

const replaced: readonly Replaced[] = [
  ...ordered.map((column) => ({ name: `by_${column}`, columns: `(${column}, seq) include (status)` })),
  ...dates.flatMap((column) => [
    { name: `by_${column}`, columns: `(${column}, seq) include (status)` },
    // The same index read backwards, but for the empty values. Only the order of a list needs them at this end.
    {
      name: `by_${column}_latest`,
      columns: `(${column} desc nulls last, seq desc) include (status)`,
      of: column === 'status_changed_at' ? (['processed'] as const) : [],
    },
  ]),
  { name: 'by_status', columns: '(status, seq)' },
  { name: 'on_board', columns: '(status, status_changed_at, seq)' },
  // Processed permits are all in one stage, so stages say nothing about them.
  {
    name: 'by_stage_and_assignee',
    columns: '(pipeline_stage, assigned_to, seq) include (status)',
    of: ['processing'],
  },
  { name: 'by_standing', columns: '(pipeline_stage, court, status_changed_at) include (status)', of: ['processing'] },
  { name: 'by_city_folded', columns: '(text_order(city) collate "C", seq) include (status, city)' },
]

/**
 * Indexes of both lists that lose what no statement needs: entries without `seq` share one copy of equal values, and the approvals of one
 * organization are few.
 */
const slimmer: readonly (readonly [name: string, on: string])[] = [
  ['permits_by_org_and_status', '(org, status) where deleted_at is null'],
  ['permits_by_assignee_status_and_due', '(assigned_to, status, target_date) where deleted_at is null'],
  [
    'permits_approved_by_authority',
    '(approved_date) include (authority_pid, cycle_no, status) where deleted_at is null and approved_date is not null',
  ],
]

/**
 * Indexes of one list each in place of those of both lists, whose entries all repeated the name of the list. Statements name the list, so
 * those of the last release use them too. It reads the table where it reads both lists by such a field, and sorts a list by its latest dates
 * without an index, but for the order of processed permits.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql`select 1 from permits limit 1`.execute(db)
  // Nobody waits for the indexes of an empty table.
  const how = rows.length === 0 ? '' : 'concurrently'
  for (const { name, columns, of = lists } of replaced) {
    for (const list of of) {
      const own = `permits_${list}_${name}`
      await sql.raw(`drop index ${how} if exists ${own}`).execute(db)
      await sql
        .raw(`create index ${how} ${own} on permits ${columns} where deleted_at is null and bucket = '${list}'`)
        .execute(db)
    }
    await sql.raw(`drop index ${how} if exists permits_${name}`).execute(db)
  }
  for (const [name, on] of slimmer) {
    await sql.raw(`drop index ${how} if exists ${name}_slim`).execute(db)
    await sql.raw(`create index ${how} ${name}_slim on permits ${on}`).execute(db)
    await sql.raw(`drop index ${how} if exists ${name}`).execute(db)
    await sql.raw(`alter index ${name}_slim rename to ${name}`).execute(db)
  }
}
