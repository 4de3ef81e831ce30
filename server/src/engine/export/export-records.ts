import {
  fieldFinder,
  initialTimeZone,
  invalid,
  parseFilter,
  parseSort,
  refusalOf,
  visibleAddedFields,
  visibleFields,
  labelsForRole,
  phrase,
} from '@portal/contract'
import type { Actor, Declaration, Field, Language, TimeZone } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { read, todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { applySearch } from '../search/apply-search.ts'
import { jsonLines } from '../sql/select-list.ts'
import { narrowShown } from '../query/hidden-records.ts'
import { rowOrder } from '../sql/sort-sql.ts'
import { listableRows, scopedRows } from '../query/visibility.ts'

const Json = z
  .string()
  .max(20_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' })
      return z.NEVER
    }
  })

/** The query string of an export. `filter` is JSON. */
export const ExportQuery = z.strictObject({
  format: z.enum(['csv', 'xlsx']),
  filter: Json.pipe(z.record(z.string(), z.unknown())).optional(),
  match: z.enum(['all', 'any']).optional(),
  searchToken: z.string().max(200).optional(),
  sort: z.string().max(500).optional(),
  fields: z.string().max(5_000).optional(),
  /** Permits only: both buckets, as the Search permits page lists them. */
  scope: z.literal('all').optional(),
  /** `true`: column labels and readable values; otherwise field names and codes for programs. */
  labels: z.enum(['true', 'false']).optional(),
})
export type ExportQuery = z.infer<typeof ExportQuery>

export type ExportColumn = [name: string, declared: Field | undefined]

export interface Export {
  columns: ExportColumn[]
  /** The reader of the labels and readable values; null for field names and codes. */
  style: { reader: { zone: TimeZone; language: Language } | null }
  count: number
  /** The query as it is logged: field names only, no values and no search words. */
  summary: { filteredBy: string[]; isSearched: boolean; fields: number }
  /** Batches of records in the order of the list; each record is parsed when it is consumed. */
  records(): AsyncGenerator<Iterable<Record<string, unknown>>>
}

/**
 * Records held during a minor garbage collection are promoted and make the heap grow, so batches are small.
 */
const recordsAtOnce = 250
/** Validates without a copy, since an export may have millions of records. */
const AnyRecord = z.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null)

/**
 * The requested columns in their order. Without `fields`: the pid and all fields the actor may see, added
 * fields last.
 */
function columnsOf(fields: string | undefined, declaration: Declaration, actor: Actor): ExportColumn[] {
  const find = fieldFinder(declaration, actor)
  if (fields === undefined) {
    return [
      ['pid', find('pid')],
      ...visibleFields(declaration, actor),
      ...visibleAddedFields(declaration, actor),
    ]
  }
  const names = [...new Set(fields.split(',').map((name) => name.trim()))].filter((name) => name !== '')
  if (names.length === 0) throw invalid('query.fields', 'required', 'query.fields has no fields')
  return names.map((name): ExportColumn => {
    const declared = find(name)
    if (declared === undefined)
      throw invalid(
        'query.fields',
        'unknown-field',
        phrase('query.fields: there is no field {{name}}', { name }),
      )
    return [name, declared]
  })
}

const joining: ReadonlySet<string> = new Set(['and', 'or', 'not'])

/** All field names in a filter, at any depth. */
function filteredFields(filter: unknown): string[] {
  if (Array.isArray(filter)) return [...new Set(filter.flatMap(filteredFields))]
  if (typeof filter !== 'object' || filter === null) return []
  return [
    ...new Set(
      Object.entries(filter).flatMap(([name, value]) => (joining.has(name) ? filteredFields(value) : [name])),
    ),
  ]
}

/**
 * All records that a list with this filter, search and sort has, without a limit. The rows and their order
 * are read once, as row numbers only (8 bytes a record). The records are read in batches as they are
 * consumed, with the row rule applied again, so a slow reader holds neither a connection nor a transaction.
 * Throws 403 and 400 before anything is sent.
 */
export async function exportRecords(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  query: unknown,
): Promise<Export> {
  listableRows(declaration, actor, { today: todayOf(deps, actor) })
  const parsed = ExportQuery.safeParse(query)
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { filter, match, searchToken, sort, fields, scope, labels } = parsed.data
  const visible = scopedRows(declaration, actor, todayOf(deps, actor), scope)
  const find = fieldFinder(declaration, actor)
  // Clients have their own status labels.
  const columns = columnsOf(
    fields,
    labels === 'true' ? labelsForRole(declaration, actor) : declaration,
    actor,
  )
  const rows = await applySearch(deps, narrowShown(visible, parseFilter(filter, find, match)), searchToken)
  const order = rowOrder(rows, parseSort(sort ?? declaration.defaultSort, find), find)
  const ordered = sql`select t.seq, row_number() over (order by ${order.forwards}) as place ${rows.from(order.joins)}`
  const [found] = await read(
    deps,
    sql`select string_agg(o.seq::text, ',' order by o.place) as seqs from (${ordered}) o`,
    z.object({ seqs: z.string().nullable() }),
    'slow',
  )
  const seqs = toNumbers(found?.seqs ?? '')
  const names = columns.map(([name]) => name)
  async function* records(): AsyncGenerator<Iterable<Record<string, unknown>>> {
    for (let from = 0; from < seqs.length; from += recordsAtOnce) {
      const part = [...seqs.subarray(from, from + recordsAtOnce)]
      const wanted = sql`unnest(${part}::bigint[]) with ordinality w(seq, place)`
      const still = rows.narrow({ kind: 'and', nodes: [] }, sql`t.seq = any(${part}::bigint[])`)
      const source = sql`(select t.* from ${wanted} join (select t.* ${still.from()}) t on t.seq = w.seq order by w.place) t`
      const lines = await read(deps, jsonLines(still, source, names), z.object({ line: z.string() }), 'slow')
      yield lines.values().map(({ line }) => AnyRecord.parse(JSON.parse(line)))
    }
  }
  const summary = {
    filteredBy: filteredFields(filter),
    isSearched: Boolean(searchToken),
    fields: columns.length,
  }
  const reader = { zone: actor.timeZone ?? initialTimeZone, language: actor.language ?? 'en' }
  const style = { reader: labels === 'true' ? reader : null }
  return { columns, style, count: seqs.length, summary, records }
}

/** Parses `1,2,3` without an intermediate array of a million strings. */
function toNumbers(text: string): Float64Array {
  if (text === '') return new Float64Array(0)
  let count = 1
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) count += 1
  const numbers = new Float64Array(count)
  for (let place = 0, from = 0; place < count; place += 1) {
    const to = text.indexOf(',', from)
    numbers[place] = Number(text.slice(from, to < 0 ? undefined : to))
    from = to + 1
  }
  return numbers
}
