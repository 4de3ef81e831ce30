import {
  ValuesQuery,
  fieldFinder,
  foldText,
  invalid,
  parseFilter,
  referredBy,
  refusalOf,
  phrase,
} from '@portal/contract'
import type { Actor, Declaration, Field } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { folded, foldedSql } from '#platform/database/fold-text.ts'
import { codesTable } from '../modules/collection-module.ts'
import { referenceVisibleSql, referenceSql, titleSql, wireSql } from '../sql/field-sql.ts'
import { escapeLike } from '../sql/filter-sql.ts'
import { read, todayOf } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'
import { PreparedQuery, actorKey, cachePerDeclaration } from '../sql/prepared-query.ts'
import { listableRows, scopedRows } from '../query/visibility.ts'
import type { VisibleRows } from '../query/visibility.ts'
import { countValues, countedByTotals, groupValueSql } from './count-values.ts'
import type { NamedField } from './groups-query.ts'

const maxValues = 200

/** Keeps the groups whose value, or the title of the record it refers to, contains the token. */
function tokenSql(declared: Field, token: string): RawBuilder<unknown> {
  const pattern = `%${escapeLike(foldText(token.toWellFormed().replaceAll('\u0000', '')))}%`
  const target = referredBy(declared)
  if (target === undefined) return sql`${folded(sql`g.value::text`)} like ${pattern}`
  return sql`exists (select 1 from ${sql.table(target)} r where r.pid = g.value and ${sql.raw(foldedSql(titleSql(target)))} like ${pattern})`
}

/**
 * A value in wire format. A member of a reference list is returned as is if there is no record with that pid.
 */
function valueWireSql(declared: Field, isClient: boolean): string {
  if (declared.type !== 'list') return wireSql(declared, 'g.value', isClient)
  return declared.members === undefined
    ? 'g.value'
    : `coalesce(${referenceSql(declared.members, 'g.value', isClient)}, to_json(g.value))`
}

/** Counts the members of a list; rows without members count as one empty value. */
function membersSql(rows: VisibleRows, field: NamedField): RawBuilder<unknown> {
  const members = sql`left join lateral unnest(${groupValueSql(rows, field)}) member on true`
  return sql`select member as k0, count(*) as n ${rows.from(members)} group by 1`
}

/** Values as JSON texts with commas between. */
const Values = z.object({ lines: z.string() })

interface PreparedValues {
  rows: VisibleRows
  field: NamedField
  /** The query of the values from counts by stored values. */
  fromCounts: (counted: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The query, where a table of totals has the counts; otherwise null. */
  query: PreparedQuery<z.infer<typeof Values>> | null
}

function prepareValues(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  fieldName: string,
  query: unknown,
): PreparedValues {
  const today = todayOf(deps, actor)
  listableRows(declaration, actor, { today })
  const parsed = ValuesQuery.safeParse(query ?? {})
  if (!parsed.success) throw refusalOf(parsed.error, 'query')
  const find = fieldFinder(declaration, actor)
  const declared = find(fieldName)
  if (declared === undefined)
    throw invalid(
      'apiPath',
      'unknown-field',
      phrase('apiPath: there is no field {{fieldName}}', { fieldName }),
    )
  if (declared.type === 'json')
    throw invalid(
      'apiPath',
      'unsortable',
      phrase('apiPath: {{fieldName}} has no values to list', { fieldName }),
    )
  const { filter, searchToken, limit = maxValues, scope } = parsed.data
  const rows = scopedRows(declaration, actor, today, scope).narrow(parseFilter(filter, find))
  const field = { name: fieldName, declared }
  const kept = searchToken === undefined || searchToken === '' ? sql`true` : tokenSql(declared, searchToken)
  const fromCounts = (counted: RawBuilder<unknown>) => valuesSql(actor, declared, counted, kept, limit)
  const totals = declared.type === 'list' ? null : countedByTotals(rows, [field])
  return { rows, field, fromCounts, query: totals && new PreparedQuery(fromCounts(totals), Values) }
}

/** The query of the most frequent values that are kept, from counts by stored values. */
function valuesSql(
  actor: Actor,
  declared: Field,
  counted: RawBuilder<unknown>,
  kept: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const stored = sql`select c.k0 as value, c.n as count from (${counted}) c`
  const grouped =
    declared.to === undefined
      ? stored
      : sql`select r.pid as value, sum(c.count)::bigint as count from (${stored}) c
          left join ${sql.table(declared.to)} r on r.pid = c.value and ${referenceVisibleSql(declared.to, 'r', actor)} group by 1`
  const wire = sql.raw(valueWireSql(declared, actor.role === 'client'))
  const codes = declared.to === undefined ? undefined : codesTable(declared.to)
  const named = sql.raw(
    codes === undefined
      ? ''
      : `, 'codes', array(select c.code from ${codes} c where c.pid = g.value order by c.code)`,
  )
  return sql`select coalesce(string_agg(x.line, ','), '') as lines from (
    select json_build_object('value', ${wire}, 'count', g.count${named})::text as line
    from (select ${actor.org}::text as org) viewer, (select * from (${grouped}) g where g.count > 0 and ${kept}
      order by g.count desc, g.value ${sql.raw(`limit ${limit}`)}) g) x`
}

const preparedValues = cachePerDeclaration<PreparedValues>()

/**
 * `GET /{collection}/fields/{field}`: the values of the field in the rows the actor may see, with their
 * counts, most frequent first. Empty values (null) are included, and references that the actor may not see
 * count as empty. Members of a list are counted separately. Returns JSON text.
 */
export async function distinctValues(
  deps: RecordDeps,
  actor: Actor,
  declaration: Declaration,
  fieldName: string,
  query: unknown,
): Promise<string> {
  const key = `${actorKey(actor, todayOf(deps, actor))} ${JSON.stringify([fieldName, query])}`
  const values = preparedValues(declaration, key, () =>
    prepareValues(deps, actor, declaration, fieldName, query),
  )
  const found = values.query === null ? await readValues(deps, values) : await values.query.read(deps)
  return `{"field":${JSON.stringify(fieldName)},"values":[${found?.lines ?? ''}]}`
}

async function readValues(deps: RecordDeps, { rows, field, fromCounts }: PreparedValues) {
  const { counted, pool } =
    field.declared.type === 'list'
      ? { counted: membersSql(rows, field), pool: 'slow' as const }
      : await countValues(deps, rows, [field])
  const [found] = await read(deps, fromCounts(counted), Values, pool)
  return found
}
