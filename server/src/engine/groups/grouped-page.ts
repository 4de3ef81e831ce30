import { maxGroupLines } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { columnTypes } from '../sql/columns.ts'
import type { Condition } from '../sql/filter-sql.ts'
import { layOut } from './group-lines.ts'
import type { PagePart } from './group-lines.ts'
import { groupValueSql } from './count-values.ts'
import { readGroups } from './group-records.ts'
import type { LeafGroup } from './group-records.ts'
import { parseGroupsQuery } from './groups-query.ts'
import type { GroupsOptions } from './groups-query.ts'
import { read } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { jsonLines } from '../sql/select-list.ts'
import { orderedRowsSql } from '../sql/ordered-rows.ts'
import { rowOrder } from '../sql/sort-sql.ts'

type PageRange = Extract<PagePart, { kind: 'records' }>

/**
 * The stored grouping values of a row `t` as one value, used to find the rows of many groups in one query.
 */
function keySql(wanted: GroupsOptions): RawBuilder<unknown> {
  return sql`jsonb_build_array(${sql.join(wanted.by.map((field) => sql`(${groupValueSql(wanted.rows, field)})::text`))})`
}

/**
 * Condition on `t`: it belongs to this group. Plain comparisons are used when the group has one stored value,
 * so that indexes apply.
 */
function inGroupSql(wanted: GroupsOptions, { stored }: LeafGroup): Condition {
  const [only] = stored
  if (stored.length !== 1 || only === undefined)
    return sql`${keySql(wanted)} in (select j.value from jsonb_array_elements(${JSON.stringify(stored)}::jsonb) j)`
  const same = wanted.by.map((field, index) => {
    const [value, text] = [groupValueSql(wanted.rows, field), only[index] ?? null]
    return text === null
      ? sql`${value} is null`
      : sql`${value} = ${text}::text::${sql.raw(columnTypes[field.declared.type])}`
  })
  return sql`(${sql.join(same, sql` and `)})`
}

/** Rows of a range of one group, with `seq`, the part of the page, and the position in it. */
function stretchSql(
  wanted: GroupsOptions,
  { leaf, offset, limit }: PageRange,
  place: number,
): RawBuilder<unknown> {
  const rows = wanted.rows.narrow({ kind: 'and', nodes: [] }, inGroupSql(wanted, leaf))
  const order = rowOrder(rows, wanted.sort, wanted.find)
  const keys = orderedRowsSql(sql`t.seq`, rows, order, { offset, limit })
  return sql`select k.seq, ${place}::bigint as place, row_number() over () as nth from (${keys}) k`
}

/** Rows of several complete groups, read in one query; together they are at most a page. */
function wholeGroupsSql(
  wanted: GroupsOptions,
  whole: readonly { part: PageRange; place: number }[],
): RawBuilder<unknown> {
  const keys = JSON.stringify(
    whole.flatMap(({ part, place }) => part.leaf.stored.map((stored) => ({ stored, place }))),
  )
  const table = sql`join (select j.value->'stored' as stored, (j.value->>'place')::bigint as place from jsonb_array_elements(${keys}::jsonb) j) w
    on w.stored = ${keySql(wanted)}`
  const order = rowOrder(wanted.rows, wanted.sort, wanted.find)
  return sql`select t.seq, w.place, row_number() over (order by w.place, ${order.forwards}) as nth ${wanted.rows.from(sql`${order.joins} ${table}`)}`
}

/** The records of a page by the index of their part, as JSON text. */
async function readLines(
  deps: RecordDeps,
  wanted: GroupsOptions,
  parts: readonly PagePart[],
): Promise<string[][]> {
  const stretches = parts.flatMap((part, index) => (part.kind === 'records' ? [{ part, place: index }] : []))
  const whole = stretches.filter(({ part }) => part.offset === 0 && part.limit === part.leaf.count)
  const several = whole.length > 2 ? whole : []
  const single = stretches.filter((stretch) => !several.includes(stretch))
  const sources = [
    ...single.map(({ part, place }) => sql`(${stretchSql(wanted, part, place)})`),
    ...(several.length === 0 ? [] : [sql`(${wholeGroupsSql(wanted, several)})`]),
  ]
  if (sources.length === 0) return []
  const table = sql.table(wanted.rows.declaration.table)
  const placed = sql`(select t.*, k.place, k.nth from (${sql.join(sources, sql` union all `)}) k join ${table} t on t.seq = k.seq order by k.place, k.nth) t`
  const rows = await read(
    deps,
    jsonLines(wanted.rows, placed, undefined, sql`t.place`),
    z.object({ line: z.string(), place: z.number() }),
  )
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return parts.map((_, index) => (byPlace.get(index) ?? []).map(({ line }) => line))
}

/**
 * `GET /{collection}/groups` with `lines: true` as JSON text: a page of at most 100 lines with group headers
 * between the records. Counts are exact and add up to the count of the list.
 */
export async function groupedPage(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  query: unknown,
): Promise<string> {
  const wanted = await parseGroupsQuery(deps, actor, declaration, query)
  const groups = await readGroups(deps, actor, wanted)
  const { page = 1, open } = wanted.query
  const { parts, lines, count } = layOut(groups, wanted.by, open, {
    first: (page - 1) * maxGroupLines,
    most: maxGroupLines,
  })
  const records = await readLines(deps, wanted, parts)
  const drawn = parts.flatMap((part, index) =>
    part.kind === 'group'
      ? [JSON.stringify(part.header)]
      : (records[index] ?? []).map((line) => `{"kind":"record","record":${line}}`),
  )
  const metadata = JSON.stringify({ count, page, pageSize: maxGroupLines, lines })
  return `{"lines":[${drawn.join(',')}],"metadata":${metadata}}`
}
