import {
  Refusal,
  collections,
  fieldFinder,
  isClosedRecord,
  isWritableField,
  parseFilter,
  phrase,
  refusalOf,
} from '@portal/contract'
import type { Actor, CollectionName, Declaration, View } from '@portal/contract'
import {
  CalendarEntry,
  CalendarQuery,
  calendarFields,
  conditionField,
  maxCalendarEntries,
  mineFilter,
} from '@portal/contract/calendar'
import type { CalendarDates } from '@portal/contract/calendar'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { permittedSql, readableRowsOf } from '#engine/query/visibility.ts'
import type { VisibleRows } from '#engine/query/visibility.ts'
import { read, todayOf } from '#engine/query/reading.ts'
import type { RecordDeps } from '#engine/query/reading.ts'
import { headingSql } from '#engine/search/search-everything.ts'
import { namedRowSql } from '#engine/query/related.ts'
import { getView } from '#engine/views/views.ts'
import type { ViewDeps } from '#engine/views/views.ts'
import { allDatedSql, hasDates } from './dated-rows.ts'
import type { DayRange } from './dated-rows.ts'

/** An entry with what only a feed shows. */
export const DatedRow = CalendarEntry.omit({ collection: true, mayMove: true }).extend({
  at: z.date().nullable(),
  mayChange: z.boolean(),
  updatedAt: z.date(),
  total: z.number(),
})
export type DatedRow = z.infer<typeof DatedRow>

/** The dates of one collection. */
interface DatedCollection {
  declaration: Declaration
  rows: VisibleRows
}

/** Which dates a reader asks for. */
export interface CalendarChoice {
  collections?: readonly CollectionName[] | undefined
  view?: string | undefined
  mine?: boolean | undefined
}

const declarations: readonly Declaration[] = Object.values(collections)

/** The saved view of the choice, as the actor may read it now. Throws 404, 403. */
function viewOf(
  deps: RecordDeps,
  actor: Actor,
  { view }: CalendarChoice,
  parts: ViewDeps,
): Promise<View> | null {
  return view === undefined ? null : getView(deps, actor, view, parts)
}

/**
 * The collections with dates of the choice, each with the rows that the actor may read. Throws 403 when all
 * collections that were named are closed to the actor.
 */
export async function datedCollections(
  deps: RecordDeps,
  actor: Actor,
  choice: CalendarChoice,
  parts: ViewDeps,
): Promise<DatedCollection[]> {
  const today = todayOf(deps, actor)
  const view = await viewOf(deps, actor, choice, parts)
  const found: DatedCollection[] = []
  for (const declaration of declarations) {
    if (!hasDates(declaration, actor) || parts.closed.has(declaration.name)) continue
    const rows = readableRowsOf(declaration, actor, today)
    const mine = choice.mine === true ? mineFilter(declaration, actor) : {}
    if (rows === null || mine === null) continue
    found.push({ declaration, rows: rows.narrow(parseFilter(mine, fieldFinder(declaration, actor))) })
  }
  const isNamed = ({ declaration: { name } }: DatedCollection) => choice.collections?.includes(name) ?? true
  const named = found.filter(isNamed)
  if (named.length === 0 && choice.collections !== undefined && choice.mine !== true)
    throw new Refusal(
      'forbidden',
      phrase('Your role has no access to {{name}}.', { name: choice.collections.join(', ') }),
    )
  if (view === null) return named
  return Promise.all(
    named
      .filter(({ declaration: { name } }) => name === view.collection)
      .map(async ({ declaration, rows }) => {
        const find = fieldFinder(await parts.withAdded(declaration), actor)
        return { declaration, rows: rows.narrow(parseFilter(view.filters ?? {}, find, view.match)) }
      }),
  )
}

/**
 * How many of the dates are read: the first of each day, or those nearest to today. Finished ones come last.
 */
export type RowLimit = { perDay: number } | { nearest: number; today: string }

function limitedSql(limit: RowLimit): RawBuilder<unknown> {
  if ('perDay' in limit)
    return sql`select x.*, row_number() over (partition by x.day order by x.is_over, x.at nulls first, x.field, x.pid, x.key) as place,
        count(*) over (partition by x.day) as total from dated x`
  return sql`select x.*, row_number() over (order by x.is_over, x.day < ${limit.today}::date, abs(x.day - ${limit.today}::date), x.pid, x.key) as place,
      count(*) over () as total from dated x`
}

/**
 * The dates of one collection in one statement. The rows are limited before their titles are read. Empty for
 * a collection without dates.
 */
export async function readDated(
  deps: RecordDeps,
  actor: Actor,
  { declaration, rows }: DatedCollection,
  range: DayRange,
  limit: RowLimit,
): Promise<DatedRow[]> {
  const dated = allDatedSql(rows, actor, range)
  if (dated === null) return []
  const max = 'perDay' in limit ? limit.perDay : limit.nearest
  const isCondition = sql`d.field = ${conditionField}`
  return read(
    deps,
    sql`with dated as (${dated}), limited as (${limitedSql(limit)})
      select case when ${isCondition} then d.key else d.pid || '-' || d.field end as id, n.pid, case when ${isCondition} then c.version else n.version end as version,
        d.field, d.day::text as day, d.at, n.number, coalesce(n.heading, n.title) as title, n.status, c.text as detail,
        d.is_over as "isOver", n.may_change as "mayChange", case when ${isCondition} then c.created_at else n.updated_at end as "updatedAt", d.total
      from limited d left join conditions c on ${isCondition} and c.pid = d.key,
      lateral (select ${namedRowSql(declaration)}, ${headingSql(declaration, actor)}, t.version, t.updated_at,
          (${permittedSql(declaration, actor, 'update', rows.today)}) as may_change
        from ${sql.table(declaration.table)} t where t.pid = d.pid) n
      where d.place <= ${max}::bigint order by d.day, d.at nulls first, d.field, d.pid, d.key`,
    DatedRow,
    'slow',
  )
}

/** Names of the dates that the actor may write by a patch. */
function movableFields(declaration: Declaration, actor: Actor): ReadonlySet<string> {
  const projected = { pid: '', version: 1, ...declaration.projection }
  if (isClosedRecord(declaration, projected)) return new Set()
  return new Set(
    calendarFields(declaration, actor)
      .filter(([, declared]) => isWritableField(declared, actor))
      .map(([name]) => name),
  )
}

/**
 * `GET /calendar`: the dates of records that the actor may read, in their time zone. Throws 400 listing what
 * is wrong in the query, 403 and 404 for a view or collections that are closed to them.
 */
export async function readCalendar(
  deps: RecordDeps,
  actor: Actor,
  query: unknown,
  parts: ViewDeps,
): Promise<CalendarDates> {
  const parsed = CalendarQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const { from, to, ...choice } = parsed.data
  const asked = await datedCollections(deps, actor, choice, parts)
  const results = await Promise.all(
    asked.map(async (collection) => {
      const movable = movableFields(collection.declaration, actor)
      const rows = await readDated(deps, actor, collection, { from, to }, { perDay: maxCalendarEntries })
      return rows.map((row) => ({ row, movable, collection: collection.declaration.name }))
    }),
  )
  const all = results.flat()
  const totals = new Map(
    all.map(({ row: { day, total }, collection }) => [
      `${day} ${collection}`,
      { day, collection, count: total },
    ]),
  )
  const entries = all.map(({ row, movable, collection }): CalendarEntry => {
    const { updatedAt: _updatedAt, total: _total, mayChange, at, ...shown } = row
    return {
      ...shown,
      collection,
      at: at?.toISOString() ?? null,
      mayMove: mayChange && movable.has(row.field),
    }
  })
  return {
    collections: declarations
      .filter(
        (declaration) =>
          hasDates(declaration, actor) &&
          !parts.closed.has(declaration.name) &&
          readableRowsOf(declaration, actor, todayOf(deps, actor)) !== null,
      )
      .map(({ name }) => name),
    entries: entries.toSorted(byTime),
    totals: [...totals.values()],
  }
}

/** By day; finished ones come last, dates without a time first. */
const byTime = (a: CalendarEntry, b: CalendarEntry) =>
  a.day.localeCompare(b.day) || Number(a.isOver) - Number(b.isOver) || (a.at ?? '').localeCompare(b.at ?? '')
