import { ListQuery, fieldFinder, listWords, parseFilter, parseSort, refusalOf } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { countRows, totalSql } from './count-records.ts'
import { deepOffset, deepPage, shallowPage } from './page-sql.ts'
import type { Stretch } from './page-sql.ts'
import { readRow, todayOf } from './reading.ts'
import type { RecordDeps } from './reading.ts'
import { parseFields } from './select-list.ts'
import { rowOrder } from './sort-sql.ts'
import type { RowOrder } from './sort-sql.ts'
import { listedRows } from './visibility.ts'
import type { VisibleRows } from './visibility.ts'

/** A page of records. */
export interface RecordPage {
  /** The records as JSON texts with commas between, ready to send. */
  lines: string
  /** Exact number of all rows. */
  count: number
  page: number
  pageSize: number
}

/** The answer of list and search as JSON text. */
export function pageJson(declaration: Declaration, { lines, count, page, pageSize }: RecordPage): string {
  return `{${JSON.stringify(declaration.answerField)}:[${lines}],"metadata":{"count":${count},"page":${page},"pageSize":${pageSize}}}`
}

export interface PageWanted {
  page: number
  pageSize: number
  fields?: readonly string[]
}

/** The statement of a page as one row: its records with commas between, and beside them what else is asked for. */
function joined(page: RawBuilder<unknown>, beside: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  return sql`select coalesce(string_agg(p.line, ','), '') as lines${beside} from (${page}) p`
}

async function readLines(deps: RecordDeps, page: RawBuilder<unknown>): Promise<string> {
  return (await readRow<{ lines: string }>(deps, joined(page)))?.lines ?? ''
}

/** A page near the beginning with its count: in one statement where totals give it, else side by side, so that neither waits for the other. */
async function readShallow(
  deps: RecordDeps,
  rows: VisibleRows,
  order: RowOrder,
  stretch: Stretch,
  fields?: readonly string[],
): Promise<{ lines: string; count: number }> {
  const page = shallowPage(rows, order, stretch, fields)
  const total = totalSql(rows)
  if (total === null) {
    const [lines, count] = await Promise.all([readLines(deps, page), countRows(deps, rows)])
    return { lines, count }
  }
  const row = await readRow<{ lines: string; count: number }>(deps, joined(page, sql`, (${total}) as count`))
  return { lines: row?.lines ?? '', count: row?.count ?? 0 }
}

/** Reads one page and the exact count beside it. Only a page beyond the first thousand rows waits for the count, which says where it lies. */
export async function readPage(deps: RecordDeps, rows: VisibleRows, order: RowOrder, { page, pageSize, fields }: PageWanted): Promise<RecordPage> {
  const stretch = { offset: (page - 1) * pageSize, limit: pageSize }
  if (stretch.offset <= deepOffset) {
    const { lines, count } = await readShallow(deps, rows, order, stretch, fields)
    return { lines, count, page, pageSize }
  }
  const count = await countRows(deps, rows)
  const lines = stretch.offset >= count ? '' : await readLines(deps, deepPage(rows, order, stretch, count, fields))
  return { lines, count, page, pageSize }
}

/** The checked parts of a list query; keys that are no words of the list are equalities `{ field: value }`. */
function parseListQuery(query: unknown): { list: ListQuery; equalities: Record<string, unknown> } {
  const parsed = ListQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const entries = Object.entries(typeof query === 'object' && query !== null ? query : {})
  const words: readonly string[] = listWords
  return { list: parsed.data, equalities: Object.fromEntries(entries.filter(([name]) => !words.includes(name))) }
}

/** `GET /{collection}`: a page of the rows the actor may see. Throws 403 for a closed collection, 400 naming what is wrong in the query. */
export async function listRecords(deps: RecordDeps, actor: Actor, declaration: Declaration, query: unknown): Promise<RecordPage> {
  const today = todayOf(deps)
  const visible = listedRows(declaration, actor, { today })
  const { list, equalities } = parseListQuery(query)
  const find = fieldFinder(declaration, actor)
  const rows = (list.deleted === true ? listedRows(declaration, actor, { today, deleted: true }) : visible)
    .narrow(parseFilter(equalities, find, 'all', 'query'))
    .narrow(parseFilter(list.filter, find, list.match))
  const order = rowOrder(rows, parseSort(list.sort ?? declaration.defaultSort, find), find)
  const fields = list.fields === undefined ? {} : { fields: parseFields(list.fields, declaration, actor) }
  return readPage(deps, rows, order, { page: list.page ?? 1, pageSize: list.pageSize ?? declaration.pageSize, ...fields })
}
