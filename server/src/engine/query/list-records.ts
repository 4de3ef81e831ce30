import { ListQuery, fieldFinder, listParameters, parseFilter, parseSort, refusalOf } from '@portal/contract'
import type { Actor, Declaration, LocalDate } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { countRows, knownCount, totalSql } from '../count/count-records.ts'
import { linesOfKeys } from './lines-of-keys.ts'
import { anchoredList } from './page-anchors.ts'
import type { AnchoredList } from './page-anchors.ts'
import {
  FewRowsPage,
  anchoredPageSql,
  deepOffset,
  deepPageSql,
  fewRows,
  fewRowsPageSql,
  joinedPageSql,
  offsetPageSql,
} from '../sql/page-sql.ts'
import type { PageRange } from '../sql/page-sql.ts'
import type { LinesAndCount } from '../deps.ts'
import { refuseLate, todayOf } from './reading.ts'
import type { RecordDeps, StatementPool } from './reading.ts'
import { PreparedQuery, actorKey, cachePerDeclaration } from '../sql/prepared-query.ts'
import { parseFields } from '../sql/select-list.ts'
import { rowOrder } from '../sql/sort-sql.ts'
import type { RowOrder } from '../sql/sort-sql.ts'
import { narrowShown } from './hidden-records.ts'
import { listableRows } from './visibility.ts'
import type { VisibleRows } from './visibility.ts'
import { writeCountSql } from '../count/write-counters.ts'
import { postedCandidates } from '../search/postings/posted-rows.ts'

/**
 * A page of records. Its count may be null only where the caller takes the page without it and asks again.
 */
export interface RecordPage<Count extends number | null = number> {
  /** The records as JSON texts with commas between, ready to send. */
  lines: string
  /** Exact number of rows on all pages. */
  count: Count
  page: number
  pageSize: number
}

/** The response of list and search as JSON text. */
export function pageJson(
  declaration: Declaration,
  { lines, count, page, pageSize }: RecordPage<number | null>,
): string {
  return `{${JSON.stringify(declaration.responseField)}:[${lines}],"metadata":{"count":${count},"page":${page},"pageSize":${pageSize}}}`
}

export interface PageOptions {
  page: number
  pageSize: number
  fields?: readonly string[]
  /** The statements of a search and its count are on the pool of searches. */
  isSearch?: boolean
  /** The same rows without the filters of the list. */
  unfiltered?: VisibleRows
}

/** A page near the start; `count` if the table of totals has it. */
const NearPage = z.object({ lines: z.string(), count: z.number().optional() })
type NearPage = z.infer<typeof NearPage>

/** A far page with its number of rows and the write counter of its table. */
const FarPage = z.object({ lines: z.string(), n: z.number(), mark: z.number() })
type FarPage = z.infer<typeof FarPage>

/** Up to this number of rows that may meet a text filter, each is tested. */
const maxCandidates = 20_000

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
  /** The query of its keys and its count where few rows meet a text filter; null without one. */
  readonly #few: PreparedQuery<FewRowsPage> | null
  /** The key under which a page near the start is shared; undefined until it is read. */
  #key: string | undefined

  constructor(rows: VisibleRows, order: RowOrder, wanted: PageOptions) {
    const { page, pageSize, fields, isSearch = false, unfiltered } = wanted
    this.#rows = rows
    this.#order = order
    this.#wanted = wanted
    this.#stretch = { offset: (page - 1) * pageSize, limit: pageSize }
    const total = totalSql(rows)
    this.#pool = isSearch ? 'search' : undefined
    this.#isCounted = total !== null
    const isNear = this.#stretch.offset <= deepOffset
    const beside = total === null ? sql`` : sql`, (${total}) as count`
    this.#near = isNear
      ? new PreparedQuery(
          joinedPageSql(offsetPageSql(rows, order, this.#stretch, fields), beside),
          NearPage,
          this.#pool,
        )
      : null
    // How many rows there are depends on the text, so the statement is planned for it, as those of searches.
    this.#few =
      isNear && total === null && unfiltered !== undefined && rows.hasTextFilter()
        ? new PreparedQuery(
            fewRowsPageSql(unfiltered, sql`select t.seq ${rows.from()}`, order, this.#stretch),
            FewRowsPage,
            'search',
          )
        : null
  }

  async read(deps: RecordDeps): Promise<RecordPage> {
    const { page, pageSize } = this.#wanted
    const { lines, count } = await (this.#near === null
      ? this.#readFar(deps)
      : this.#shareNear(deps, this.#near))
    return { lines, count, page, pageSize }
  }

  /**
   * Reads a page near the start. After a write all who have it open ask for it at once: those who find it
   * being read on the primary share the next read. Source: docs/decisions/0184-equal-questions-at-once.md
   */
  #shareNear(deps: RecordDeps, near: PreparedQuery<NearPage>): Promise<LinesAndCount> {
    // Searches are seldom equal, and their statements are long.
    if (deps.reader !== undefined || this.#pool !== undefined) return this.#readNear(deps, near)
    this.#key ??= near.digest(deps.database)
    const key = this.#key
    const start = (signal: AbortSignal) => this.#readNear({ ...deps, signal }, near)
    return refuseLate(deps.signal, () => deps.runningPages.runNext(key, start, deps.signal))
  }

  async #readNear(deps: RecordDeps, near: PreparedQuery<NearPage>): Promise<LinesAndCount> {
    const query = await this.#fewRows(deps)
    const few = await query?.read(deps)
    if (few?.is_few === true) {
      const lines = await linesOfKeys(deps, this.#rows, few.keys, this.#wanted.fields)
      return { lines, count: few.count }
    }
    const [row, counted] = await Promise.all([
      near.read(deps),
      this.#isCounted ? null : countRows(deps, this.#rows, this.#pool),
    ])
    return { lines: row?.lines ?? '', count: counted ?? row?.count ?? 0 }
  }

  /**
   * The query of its keys and its count if few rows may meet a text filter. Posting lists tell which rows
   * these are.
   */
  async #fewRows(deps: RecordDeps): Promise<PreparedQuery<FewRowsPage> | null> {
    const { unfiltered } = this.#wanted
    if (this.#few === null || unfiltered === undefined) return null
    if (((await knownCount(deps, this.#rows)) ?? 0) > fewRows) return null
    const candidates = await postedCandidates(deps, unfiltered, this.#rows.textsAsked())
    if (candidates === null) return this.#few
    if (candidates.count > maxCandidates) return null
    const matches = sql`select t.seq ${this.#rows.fromKeys(candidates.newest(maxCandidates))}`
    const page = fewRowsPageSql(unfiltered, matches, this.#order, this.#stretch)
    return new PreparedQuery(page, FewRowsPage, 'search')
  }

  /** Reads a far page with its number of rows and the write counter of its table. */
  async #readMarked(deps: RecordDeps, page: RawBuilder<unknown>): Promise<FarPage | undefined> {
    const marked = sql`select m.mark, p.* from (${writeCountSql(this.#rows.declaration.table)}) m, (${joinedPageSql(page, sql`, count(*) as n`)}) p`
    return new PreparedQuery(marked, FarPage, this.#pool).read(deps)
  }

  async #readFar(deps: RecordDeps): Promise<LinesAndCount> {
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
        anchoredPageSql(this.#rows, this.#order, anchored.from(anchor), after, this.#wanted.fields),
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
  const deleted = list.deleted === true ? listableRows(declaration, actor, { today, deleted: true }) : null
  const rows =
    deleted === null
      ? narrowShown(visible, ...filters)
      : filters.reduce((narrowed, node) => narrowed.narrow(node), deleted)
  const order = rowOrder(rows, parseSort(list.sort ?? declaration.defaultSort, find), find)
  const fields = list.fields === undefined ? {} : { fields: parseFields(list.fields, declaration, actor) }
  return new PreparedPage(rows, order, {
    page: list.page ?? 1,
    pageSize: list.pageSize ?? declaration.pageSize,
    unfiltered: deleted ?? visible,
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
