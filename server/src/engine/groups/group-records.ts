import { invalid, phrase } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { textOrderSql } from '#platform/database/fold-text.ts'
import { isTextOrdered } from '../sql/columns.ts'
import { visibleReferenceSql, wireSql } from '../sql/field-sql.ts'
import { countValues, countedByTotals } from './count-values.ts'
import { parseUnsearched, withSearch } from './groups-query.ts'
import type { GroupsOptions, NamedField } from './groups-query.ts'
import { read, todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { PreparedQuery, actorKey, cachePerDeclaration } from '../sql/prepared-query.ts'

/** More groups than this are not a useful overview. */
export const maxGroups = 10_000

/** A group by all requested fields. */
export const LeafGroup = z.object({
  /** Wire values by field; references as `{ pid, title }`. */
  key: z.record(z.string(), z.unknown()),
  count: z.number(),
  sums: z.record(z.string(), z.number()),
  /**
   * The stored values of the group as text. There are several if references the actor may not see count as
   * empty.
   */
  stored: z.array(z.array(z.string().nullable())),
})
export type LeafGroup = z.infer<typeof LeafGroup>

/**
 * Enums in declared order, references by title, dates and timestamps newest first, everything else ascending;
 * empty last. `w` is the wire value.
 */
function orderSql({ declared }: NamedField, value: string, wire: string): RawBuilder<unknown> {
  if (declared.type === 'ref') return sql.raw(`${textOrderSql(`${wire}->>'title'`)} nulls last, ${value}`)
  if (declared.type === 'date' || declared.type === 'datetime') return sql.raw(`${value} desc nulls last`)
  if (declared.type === 'boolean') return sql.raw(`${value} desc nulls last`)
  if (isTextOrdered(declared)) return sql.raw(`${textOrderSql(value)} nulls last, ${value}`)
  if (declared.type !== 'enum') return sql.raw(`${value} nulls last`)
  const codes = (declared.options ?? []).map(({ code }) => code)
  return sql`array_position(${codes}::text[], ${sql.raw(value)}) nulls last, ${sql.raw(value)} nulls last`
}

const columns = (names: readonly unknown[], column: (place: number) => string) =>
  sql.raw(names.map((_, index) => column(index)).join(', '))

/**
 * The query of the non-empty groups by the requested fields, in order, from the counts by their stored
 * values. It returns one group more than there may be.
 */
function groupsSql(
  actor: Actor,
  { by, sums }: GroupsOptions,
  counted: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isClient = actor.role === 'client'
  const met = by.map(({ declared }, index) => {
    const value = `c.k${index}`
    return sql.raw(
      `${declared.to === undefined ? value : visibleReferenceSql(declared.to, value, isClient)} as k${index}, ${value}::text as r${index}`,
    )
  })
  const summed =
    sums.length === 0 ? sql.raw('') : sql`, ${columns(sums, (place) => `sum(m.s${place}) as s${place}`)}`
  const stored = columns(by, (place) => `m.r${place}`)
  const folded = sql`select ${columns(by, (place) => `m.k${place}`)}, sum(m.n)::bigint as n ${summed}, json_agg(json_build_array(${stored})) as stored
    from (select ${sql.join(met)}, c.n ${sums.length === 0 ? sql.raw('') : sql`, ${columns(sums, (place) => `c.s${place}`)}`}
      from (select ${actor.org}::text as org) viewer, (${counted}) c where c.n > 0) m
    group by ${columns(by, (place) => `m.k${place}`)} limit ${sql.raw(`${maxGroups + 1}`)}`
  const wire = by.map(({ declared }, index) =>
    sql.raw(`${wireSql(declared, `g.k${index}`, isClient)} as w${index}`),
  )
  const key = sql.raw(by.map(({ name }, index) => `'${name}', x.w${index}`).join(', '))
  const sumsJson = sql.raw(sums.map(({ name }, index) => `'${name}', x.s${index}`).join(', '))
  const order = sql.join(by.map((field, index) => orderSql(field, `x.k${index}`, `x.w${index}`)))
  const sumsObject = sql`json_build_object(${sumsJson})`
  return sql`select json_build_object(${key}) as key, x.n as count, ${sumsObject} as sums, x.stored
    from (select g.*, ${sql.join(wire)} from (select ${actor.org}::text as org) viewer, (${folded}) g) x
    order by ${order}`
}

function refuseMany(groups: number, by: readonly NamedField[]): void {
  if (groups <= maxGroups) return
  const names = by.map(({ name }) => name).join(', ')
  const refusal = phrase(
    'query.groupBy: {{names}} make more than {{mostGroups}} groups; filter first, or group by another field',
    { names, mostGroups: maxGroups },
  )
  throw invalid('query.groupBy', 'out-of-range', refusal)
}

/** The non-empty groups by the requested fields, in order. Throws 400 if there are too many. */
export async function readGroups(
  deps: RecordDeps,
  actor: Actor,
  wanted: GroupsOptions,
): Promise<LeafGroup[]> {
  const { counted, pool } = await countValues(deps, wanted.rows, wanted.by, wanted.sums)
  const groups = await read(deps, groupsSql(actor, wanted, counted), LeafGroup, pool)
  refuseMany(groups.length, wanted.by)
  return groups
}

/** Groups as JSON texts with commas between, and their number. */
const GroupTexts = z.object({ groups: z.string(), n: z.number() })
type GroupTexts = z.infer<typeof GroupTexts>

/** The query of all groups in one row. */
const groupTextsSql = (actor: Actor, wanted: GroupsOptions, counted: RawBuilder<unknown>) =>
  sql`select count(*) as n, coalesce(string_agg(x.line, ','), '') as groups from (
    select json_build_object('key', g.key, 'count', g.count, 'sums', g.sums)::text as line
    from (${groupsSql(actor, wanted, counted)}) g) x`

interface PreparedGroups {
  wanted: GroupsOptions
  /** The query, where a table of totals has the counts; otherwise null. */
  query: PreparedQuery<GroupTexts> | null
}

function prepareGroups(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  query: unknown,
): PreparedGroups {
  const wanted = parseUnsearched(deps, actor, declaration, query)
  const isByTotals = wanted.sums.length === 0 && wanted.query.searchToken === undefined
  const counted = isByTotals ? countedByTotals(wanted.rows, wanted.by) : null
  const prepared = counted && new PreparedQuery(groupTextsSql(actor, wanted, counted), GroupTexts)
  return { wanted, query: prepared }
}

const kept = cachePerDeclaration<PreparedGroups>()

/**
 * `GET /{collection}/groups` without lines: every group with its exact count and sums, as JSON text. Throws
 * 403 for a closed collection, 400 listing what is wrong in the query, and 400 if there are too many groups.
 */
export async function groupRecords(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  query: unknown,
): Promise<string> {
  const key = `${actorKey(actor, todayOf(deps, actor))} ${JSON.stringify(query)}`
  const prepared = kept(declaration, key, () => prepareGroups(deps, actor, declaration, query))
  const found =
    prepared.query === null
      ? await readGroupTexts(deps, actor, await withSearch(deps, prepared.wanted))
      : await prepared.query.read(deps)
  refuseMany(found?.n ?? 0, prepared.wanted.by)
  return `{"groups":[${found?.groups ?? ''}]}`
}

async function readGroupTexts(
  deps: RecordDeps,
  actor: Actor,
  wanted: GroupsOptions,
): Promise<GroupTexts | undefined> {
  const { counted, pool } = await countValues(deps, wanted.rows, wanted.by, wanted.sums)
  const [found] = await read(deps, groupTextsSql(actor, wanted, counted), GroupTexts, pool)
  return found
}
