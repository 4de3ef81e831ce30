import { collections, findField } from '@portal/contract'
import type { FieldType, RuleCondition } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { quotedColumn } from '#engine/sql/columns.ts'
import { addedKey } from '#engine/sql/field-sql.ts'

type Asked = RuleCondition[string]
type Values = Extract<Asked, readonly unknown[]>
type Range = Exclude<Asked, readonly unknown[]>

const never = sql`false`
const stringsIn = (values: Values) => values.filter((value) => typeof value === 'string')
const booleansIn = (values: Values) => values.filter((value) => typeof value === 'boolean')

function inRange(
  value: RawBuilder<unknown>,
  type: 'numeric' | 'double precision',
  { min, max }: Range,
): RawBuilder<unknown> {
  const limit = (at: number) => sql`${String(at)}::${sql.raw(type)}`
  return sql.join(
    [
      ...(min === undefined ? [] : [sql`${value} >= ${limit(min)}`]),
      ...(max === undefined ? [] : [sql`${value} <= ${limit(max)}`]),
    ],
    sql` and `,
  )
}

/** An added field is compared as it is stored, so that a text is never a number. */
function addedSql(key: string, asked: Asked): RawBuilder<unknown> {
  const stored = sql`(t.custom -> ${key}::text)`
  if (Array.isArray(asked))
    return sql`${stored} = any(${asked.map((value) => JSON.stringify(value))}::jsonb[])`
  return sql`case when jsonb_typeof${stored} = 'number' then ${inRange(sql`${stored}::numeric`, 'numeric', asked)} end`
}

/** Whole numbers are compared as such; a double would be rounded by a cast to numeric. */
const numberTypes: Partial<Record<FieldType, 'numeric' | 'double precision'>> = {
  integer: 'numeric',
  money: 'numeric',
  decimal: 'double precision',
}

function ownSql(name: string, asked: Asked): RawBuilder<unknown> {
  const declared = findField(collections.permits, name)
  if (declared === undefined || declared.computed === true) return never
  const column = sql.raw(`t.${quotedColumn(name, declared)}`)
  const numberType = numberTypes[declared.type]
  if (!Array.isArray(asked)) return numberType === undefined ? never : inRange(column, numberType, asked)
  if (declared.type === 'boolean') return sql`${column} = any(${booleansIn(asked)}::boolean[])`
  return declared.type === 'enum' ? sql`${column} = any(${stringsIn(asked)}::text[])` : never
}

/**
 * Does the row `t` of permits meet the condition of a rule, as `meetsRule` says of its values? Null means no.
 */
export function ruleConditionSql(condition: RuleCondition): RawBuilder<unknown> {
  const parts = Object.entries(condition).map(([name, asked]) => {
    const key = addedKey(name)
    return sql`(${key === null ? ownSql(name, asked) : addedSql(key, asked)})`
  })
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}

/**
 * SQL of the outcomes of conditions for the row `t`, as a text of ones and zeros; empty without conditions.
 */
export function outcomesSql(conditions: readonly RuleCondition[]): RawBuilder<string> {
  return sql`(${sql.join(
    [sql`''`, ...conditions.map((each) => sql`case when ${ruleConditionSql(each)} then '1' else '0' end`)],
    sql` || `,
  )})`
}
