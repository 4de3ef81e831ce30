import { tables } from '@portal/contract'
import type { CollectionName, TableName } from '@portal/contract'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { noteLapsedCertificates } from '#domain/organizations/lapsed-certificates.ts'
import { refreshSearchTextSql } from '#engine/search/search-text.ts'
import { bulkInsert } from './bulk-insert.ts'
import type { SeedPlan } from './plan.ts'

/** Tables in insertion order, so that the search text finds the records it refers to. */
export const recordTables = [
  'users',
  'orgs',
  'permits',
  'payments',
  'tasks',
  'rts',
  'notifications',
  'alerts',
  'contacts',
] as const satisfies readonly TableName[]

type HistoryRow = {
  at: string
  collection: CollectionName
  pid: string
  action: 'create'
  version: number
  actor: string | null
  changes: []
}

/** The API collection of a row. Permits and tasks have two collections each. */
function collectionOf(table: TableName, row: object): CollectionName {
  if (table === 'permits' && 'bucket' in row && row.bucket === 'processed') return 'processed'
  if (table === 'tasks' && 'audience' in row && row.audience === 'CLIENT') return 'ctasks'
  return table
}

/** A history row for the creation of every record, ordered by time. */
export function creationsOf(plan: Pick<SeedPlan, 'records'>): HistoryRow[] {
  return recordTables
    .flatMap((table) =>
      plan.records[table].map((row): HistoryRow => {
        const { createdAt: at, pid, version, createdBy: actor } = row
        return {
          at,
          collection: collectionOf(table, row),
          pid,
          action: 'create',
          version,
          actor,
          changes: [],
        }
      }),
    )
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.pid < b.pid ? -1 : 1))
}

/** The last used number per prefix and year, so that the next record continues from there. */
export function sequencesOf(
  plan: Pick<SeedPlan, 'records'>,
): { prefix: string; year: number; last: number }[] {
  const last = new Map<string, number>()
  for (const table of recordTables) {
    const { numberField } = tables[table]
    if (numberField === null) continue
    for (const row of plan.records[table]) {
      const number: unknown = Reflect.get(row, numberField)
      const match = /^([A-Z]+-\d{4})-(\d+)$/.exec(String(number))
      if (match?.[1] !== undefined) last.set(match[1], Math.max(last.get(match[1]) ?? 0, Number(match[2])))
    }
  }
  return [...last].map(([key, value]) => ({
    prefix: key.slice(0, -5),
    year: Number(key.slice(-4)),
    last: value,
  }))
}

/**
 * Writes the plan: records, search texts, history, notes, daily figures and number sequences. Triggers of the
 * tables compute the totals. Throws the reason of `signal` before the next statement once it is aborted.
 */
export async function writePlan(
  trx: Transaction<Tables>,
  plan: SeedPlan,
  signal?: AbortSignal,
): Promise<void> {
  const insert = async (table: string, rows: readonly Readonly<Record<string, unknown>>[]) => {
    signal?.throwIfAborted()
    await bulkInsert(trx, table, rows)
  }
  for (const table of recordTables) {
    await insert(table, plan.records[table])
    signal?.throwIfAborted()
    await sql.raw(refreshSearchTextSql(table, 'true')).execute(trx)
  }
  await noteLapsedCertificates(trx, plan.today)
  await insert('permit_people', plan.permitPeople)
  await insert('corrections', plan.corrections)
  await insert('notes', plan.notes)
  await insert('record_history', creationsOf(plan))
  await insert('counted_days', plan.daily.days)
  await insert('counted_figures', plan.daily.figures)
  await insert('number_sequences', sequencesOf(plan))
}
