import { invalid, phrase } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { textOrderSql } from '#platform/database/fold-text.ts'
import { isTextOrdered } from '../sql/columns.ts'
import { visibleReferenceSql, wireSql } from '../sql/field-sql.ts'
import { countValues } from './count-values.ts'
import { parseGroupsQuery } from './groups-query.ts'
import type { GroupsOptions, NamedField } from './groups-query.ts'
import { read } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'

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

/** The non-empty groups by the requested fields, in order. Throws 400 if there are too many. */
export async function readGroups(
  deps: RecordDeps,
  actor: Actor,
  wanted: GroupsOptions,
): Promise<LeafGroup[]> {
  const { by, sums } = wanted
  const isClient = actor.role === 'client'
  const { counted, pool } = await countValues(deps, wanted.rows, by, sums)
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
  const groups = await read(
    deps,
    sql`select json_build_object(${key}) as key, x.n as count, json_build_object(${sumsJson}) as sums, x.stored
      from (select g.*, ${sql.join(wire)} from (select ${actor.org}::text as org) viewer, (${folded}) g) x order by ${order}`,
    LeafGroup,
    pool,
  )
  if (groups.length > maxGroups) {
    const names = by.map(({ name }) => name).join(', ')
    throw invalid(
      'query.groupBy',
      'out-of-range',
      phrase(
        'query.groupBy: {{names}} make more than {{mostGroups}} groups; filter first, or group by another field',
        { names, mostGroups: maxGroups },
      ),
    )
  }
  return groups
}

/** `GET /{collection}/groups` without lines: every group with its exact count and sums. */
export async function groupRecords(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  query: unknown,
): Promise<unknown> {
  const wanted = await parseGroupsQuery(deps, actor, declaration, query)
  const groups = await readGroups(deps, actor, wanted)
  return { groups: groups.map(({ key, count, sums }) => ({ key, count, sums })) }
}
