import { ListQuery, fieldFinder, listParameters, parseFilter, parseSort, refusalOf } from '@portal/contract'
import type { Actor, Declaration, LocalDate } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { countRows, lastCount, totalSql } from '../count/count-records.ts'
import { anchoredList } from './page-anchors.ts'
import type { AnchoredList } from './page-anchors.ts'
import { deepOffset, deepPageSql, anchoredPageSql, keysFirstPageSql, offsetPageSql } from '../sql/page-sql.ts'
import type { PageRange } from '../sql/page-sql.ts'
import { todayOf } from './reading.ts'
import type { RecordDeps, StatementPool } from './reading.ts'
import { PreparedQuery, actorKey, cachePerDeclaration } from '../sql/prepared-query.ts'
import { parseFields } from '../sql/select-list.ts'
import { rowOrder } from '../sql/sort-sql.ts'
import type { RowOrder } from '../sql/sort-sql.ts'
import { narrowShown } from './hidden-records.ts'
import { everything, listableRows } from './visibility.ts'
import type { VisibleRows } from './visibility.ts'
import { writeCountSql } from '../count/write-counters.ts'

/** A page of records. */
export interface RecordPage {
  /** The records as JSON texts with commas between, ready to send. */
  lines: string
  /** Exact number of rows on all pages. */
  count: number
  page: number
  pageSize: number
}

/** The response of list and search as JSON text. */
export function pageJson(declaration: Declaration, { lines, count, page, pageSize }: RecordPage): string {
  return `{${JSON.stringify(declaration.responseField)}:[${lines}],"metadata":{"count":${count},"page":${page},"pageSize":${pageSize}}}`
}

export interface PageOptions {
  page: number
  pageSize: number
  fields?: readonly string[]
  /** What a search looks for. Its statements and its count are on the pool of searches. */
  sought?: Sought
}

/** A page near the start; `count` if the table of totals has it. */
const NearPage = z.object({ lines: z.string(), count: z.number().optional() })
type NearPage = z.infer<typeof NearPage>

/** A page of a search that found few texts, and its exact count; `is_few` is false if there are more. */
const FewPage = z.object({ lines: z.string(), count: z.number(), is_few: z.boolean() })

/** A page of the best matches of a common word; `is_filled` is false if every match must be ranked. */
const BestPage = z.object({ lines: z.string(), is_filled: z.boolean() })

/** A search of these rows: `texts` is the query of the matching search texts, by `seq`. */
export interface Sought {
  rows: VisibleRows
  texts: RawBuilder<unknown>
  /** A page of the best matches that need not rank all of them; null if there is no such page. */
  best: RawBuilder<unknown> | null
}

/**
 * Up to this number of texts with the words of a search, their records are read and sorted. How many there
 * are is counted, since the estimate of PostgreSQL for a rare word is often ten times too high: it would walk
 * a whole list to find fifty rows that are not there.
 */
const fewTexts = 5_000

function fewTextsPageSql(
  { rows, texts }: Sought,
  order: RowOrder,
  stretch: PageRange,
  fields?: readonly string[],
): RawBuilder<unknown> {
  const picked = sql`select count(*) <= ${sql.lit(fewTexts)} as is_few,
    case when count(*) between 1 and ${sql.lit(fewTexts)} then array_agg(h.seq) else '{}' end as seqs
    from (${texts} limit ${sql.lit(fewTexts + 1)}) h`
  const found = rows.narrow(everything, sql`t.seq = any((select seqs from picked)::bigint[])`)
  const page = joined(keysFirstPageSql(found, order, stretch, fields))
  return sql`with picked as materialized (${picked})
    select p.lines, (select count(*) ${found.from()}) as count, (select is_few from picked) as is_few from (${page}) p`
}

/** Every text with the words is read before the records, so that no list is walked for them. */
function manyTextsPageSql(
  { rows, texts }: Sought,
  order: RowOrder,
  stretch: PageRange,
  fields?: readonly string[],
): RawBuilder<unknown> {
  const found = rows.narrow(everything, sql`t.seq in (select h.seq from (${texts} offset 0) h)`)
  return joined(keysFirstPageSql(found, order, stretch, fields))
}

/** A far page with its number of rows and the write counter of its table. */
const FarPage = z.object({ lines: z.string(), n: z.number(), mark: z.number() })
type FarPage = z.infer<typeof FarPage>

/** The query of a page as one row: its records joined by commas, and additional columns. */
function joined(page: RawBuilder<unknown>, beside: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  return sql`select coalesce(string_agg(p.line, ','), '') as lines${beside} from (${page}) p`
}

/**
 * The queries of one page and its exact count. For a page near the start, one statement returns both if the
 * table of totals has the count; otherwise two statements run in parallel. A page beyond the first thousand
 * rows waits for the count, which decides from which end it is read.
 */
export class PreparedPage {
  readonly #rows: VisibleRows
  readonly #order: RowOrder
  readonly #wanted: PageOptions
  readonly #stretch: PageRange
  /** The whole list for anchors; undefined until a far page is requested. */
  #list: { anchored: AnchoredList | null } | undefined
  /** The pool of its statements and of its count; those of pages and of counts if undefined. */
  readonly #pool: StatementPool | undefined
  /** Does the query of a page near the start also return the count? */
  readonly #isCounted: boolean
  /** The query of a page near the start; null for a far page. */
  readonly #near: PreparedQuery<NearPage> | null

  constructor(rows: VisibleRows, order: RowOrder, wanted: PageOptions) {
    const { page, pageSize, fields } = wanted
    this.#rows = rows
    this.#order = order
    this.#wanted = wanted
    this.#stretch = { offset: (page - 1) * pageSize, limit: pageSize }
    const total = totalSql(rows)
    const isSearch = wanted.sought !== undefined
    this.#pool = isSearch ? 'search' : undefined
    this.#isCounted = total !== null
    const isNear = this.#stretch.offset <= deepOffset
    const pageSql = isSearch ? keysFirstPageSql : offsetPageSql
    const beside = total === null ? sql`` : sql`, (${total}) as count`
    this.#near = isNear
      ? new PreparedQuery(joined(pageSql(rows, order, this.#stretch, fields), beside), NearPage, this.#pool)
      : null
  }

  async read(deps: RecordDeps): Promise<RecordPage> {
    const { page, pageSize } = this.#wanted
    const { lines, count } = await (this.#near === null
      ? this.#readFar(deps)
      : this.#readNear(deps, this.#near))
    return { lines, count, page, pageSize }
  }

  async #readNear(
    deps: RecordDeps,
    near: PreparedQuery<NearPage>,
  ): Promise<{ lines: string; count: number }> {
    const { sought } = this.#wanted
    if (sought !== undefined) return this.#readFound(deps, near, sought)
    const [row, counted] = await Promise.all([
      near.read(deps),
      this.#isCounted ? null : countRows(deps, this.#rows, this.#pool),
    ])
    return { lines: row?.lines ?? '', count: counted ?? row?.count ?? 0 }
  }

  /**
   * A page of a search: from the few texts with its words, or from the rows of a list that has many of them.
   * Where only the texts are many, as for a word of another collection, they are read first as well.
   */
  async #readFound(
    deps: RecordDeps,
    near: PreparedQuery<NearPage>,
    sought: Sought,
  ): Promise<{ lines: string; count: number }> {
    const last = lastCount(deps, this.#rows)
    if (last === undefined || last <= fewTexts) {
      const few = await new PreparedQuery(this.#searched(fewTextsPageSql, sought), FewPage, 'search').read(
        deps,
      )
      if (few?.is_few === true) return { lines: few.lines, count: few.count }
      const count = await countRows(deps, this.#rows, 'search')
      if (count === 0) return { lines: '', count }
      if (count <= fewTexts) {
        const row = await new PreparedQuery(
          this.#searched(manyTextsPageSql, sought),
          NearPage,
          'search',
        ).read(deps)
        return { lines: row?.lines ?? '', count }
      }
    }
    const [lines, count] = await Promise.all([
      this.#readCommon(deps, near, sought),
      countRows(deps, this.#rows, 'search'),
    ])
    return { lines, count }
  }

  /** A page of a search with many matches. */
  async #readCommon(deps: RecordDeps, near: PreparedQuery<NearPage>, { best }: Sought): Promise<string> {
    const found = best === null ? undefined : await new PreparedQuery(best, BestPage, 'search').read(deps)
    if (found?.is_filled === true) return found.lines
    return (await near.read(deps))?.lines ?? ''
  }

  #searched(pageSql: typeof fewTextsPageSql, sought: Sought): RawBuilder<unknown> {
    return pageSql(sought, this.#order, this.#stretch, this.#wanted.fields)
  }

  /** Reads a far page with its number of rows and the write counter of its table. */
  async #readMarked(deps: RecordDeps, page: RawBuilder<unknown>): Promise<FarPage | undefined> {
    const marked = sql`select m.mark, p.* from (${writeCountSql(this.#rows.declaration.table)}) m, (${joined(page, sql`, count(*) as n`)}) p`
    return new PreparedQuery(marked, FarPage, this.#pool).read(deps)
  }

  async #readFar(deps: RecordDeps): Promise<{ lines: string; count: number }> {
    const count = await countRows(deps, this.#rows, this.#pool)
    const { offset, limit } = this.#stretch
    if (offset >= count) return { lines: '', count }
    this.#list ??= { anchored: anchoredList(deps.database, this.#rows, this.#order) }
    const { anchored } = this.#list
    const anchors = deps.anchors
    const anchor = anchored && anchors.before(anchored.key, offset)
    if (anchored !== null && anchor !== null) {
      const after = { offset: offset - anchor.offset, limit }
      const found = await this.#readMarked(
        deps,
        anchoredPageSql(this.#rows, this.#order.forwards, anchored.from(anchor), after, this.#wanted.fields),
      )
      // Otherwise the table has changed, or the following rows are empty in the sort field while the anchor
      // is not.
      if (found?.mark === anchor.mark && found.n === Math.min(limit, count - offset))
        return { lines: found.lines, count }
    }
    const found = await this.#readMarked(
      deps,
      deepPageSql(this.#rows, this.#order, this.#stretch, count, this.#wanted.fields),
    )
    if (anchored !== null && found !== undefined) anchors.missed(anchored.key, anchored.walk, found.mark)
    return { lines: found?.lines ?? '', count }
  }
}

/**
 * The validated parts of a list query. Keys that are not list parameters are equality filters `{ field: value
 * }`.
 */
function parseListQuery(query: unknown): { list: ListQuery; equalities: Record<string, unknown> } {
  const parsed = ListQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const entries = Object.entries(typeof query === 'object' && query !== null ? query : {})
  const words: readonly string[] = listParameters
  return {
    list: parsed.data,
    equalities: Object.fromEntries(entries.filter(([name]) => !words.includes(name))),
  }
}

function preparePage(actor: Actor, declaration: Declaration, today: LocalDate, query: unknown): PreparedPage {
  const visible = listableRows(declaration, actor, { today })
  const { list, equalities } = parseListQuery(query)
  const find = fieldFinder(declaration, actor)
  const filters = [
    parseFilter(equalities, find, 'all', 'query'),
    parseFilter(list.filter, find, list.match),
  ] as const
  const rows =
    list.deleted === true
      ? filters.reduce(
          (narrowed, node) => narrowed.narrow(node),
          listableRows(declaration, actor, { today, deleted: true }),
        )
      : narrowShown(visible, ...filters)
  const order = rowOrder(rows, parseSort(list.sort ?? declaration.defaultSort, find), find)
  const fields = list.fields === undefined ? {} : { fields: parseFields(list.fields, declaration, actor) }
  return new PreparedPage(rows, order, {
    page: list.page ?? 1,
    pageSize: list.pageSize ?? declaration.pageSize,
    ...fields,
  })
}

const kept = cachePerDeclaration<PreparedPage>()

/**
 * `GET /{collection}`: a page of the rows the actor may see. Throws 403 for a closed collection, 400 listing
 * what is wrong in the query.
 */
export async function listRecords(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  query: unknown,
): Promise<RecordPage> {
  const today = todayOf(deps, actor)
  return kept(declaration, `${actorKey(actor, today)} ${JSON.stringify(query)}`, () =>
    preparePage(actor, declaration, today, query),
  ).read(deps)
}
