import { invalid, isStaff, visibleAddedFields, visibleFields, phrase } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { addedKey, wireFieldSql } from './field-sql.ts'
import type { VisibleRows } from '../query/visibility.ts'

type SelectList = RawBuilder<unknown>
const known = new Map<string, SelectList>()

function buildList(
  declaration: Declaration,
  isClient: boolean,
  names: readonly string[],
  custom: string | null,
): SelectList {
  const parts = names.map((name) => `${wireFieldSql(declaration, name, isClient)} as "${name}"`)
  return sql.raw(['t.pid', 't.version', ...parts, ...(custom === null ? [] : [custom])].join(', '))
}

/**
 * Names of the fields in a `fields` text. Throws 400 naming a field that does not exist or is hidden from the
 * actor.
 */
export function parseFields(fields: string, declaration: Declaration, actor: Actor): string[] {
  const names = [...new Set(fields.split(',').map((name) => name.trim()))].filter((name) => name !== '')
  const visible = [...visibleFields(declaration, actor), ...visibleAddedFields(declaration, actor)].map(
    ([name]) => name,
  )
  for (const name of names) {
    const isKnown = visible.includes(name) || ['pid', 'version', 'custom'].includes(name)
    if (!isKnown)
      throw invalid(
        'query.fields',
        'unknown-field',
        phrase('query.fields: there is no field {{name}}', { name }),
      )
  }
  return names
}

/** Keys of the added fields the actor may see. */
const visibleKeys = (declaration: Declaration, actor: Actor) =>
  visibleAddedFields(declaration, actor).flatMap(([name]) => addedKey(name) ?? [])

/**
 * All added fields of a row `t` that the actor may see; for clients only keys that are known and not masked.
 */
function allCustomSql(declaration: Declaration, actor: Actor): string {
  const { removed = [] } = declaration
  if (isStaff(actor.role))
    return removed.length === 0 ? 't.custom' : `t.custom - '{${removed.join(',')}}'::text[] as custom`
  const keys = visibleKeys(declaration, actor)
  if (keys.length === 0) return `'{}'::jsonb as custom`
  const shown = `select jsonb_object_agg(c.key, c.value) from jsonb_each(t.custom) c where c.key in (${keys.map((key) => `'${key}'`).join(', ')})`
  return `case when t.custom = '{}' then t.custom else coalesce((${shown}), '{}'::jsonb) end as custom`
}

/** The requested added fields; `custom` requests all of them. Null if none is requested. */
function customSql(declaration: Declaration, actor: Actor, fields: readonly string[]): string | null {
  if (fields.includes('custom')) return allCustomSql(declaration, actor)
  const visible = visibleKeys(declaration, actor)
  const keys = fields.map(addedKey).filter((key) => key !== null && visible.includes(key))
  if (keys.length === 0) return null
  return `jsonb_strip_nulls(jsonb_build_object(${keys.map((key) => `'${key}', t.custom->'${key}'`).join(', ')})) as custom`
}

/**
 * Columns of a row `t` as JSON members, without masked fields; all columns if `fields` is absent. Needs
 * `viewer(org, today)` in the FROM clause.
 */
function selectList(declaration: Declaration, actor: Actor, fields?: readonly string[]): SelectList {
  const isClient = actor.role === 'client'
  const visible = () => visibleFields(declaration, actor).map(([name]) => name)
  if (fields !== undefined) {
    const names = visible().filter((name) => fields.includes(name))
    return buildList(declaration, isClient, names, customSql(declaration, actor, fields))
  }
  const custom = allCustomSql(declaration, actor)
  const key = `${declaration.table} ${isClient} ${custom}`
  const list = known.get(key) ?? buildList(declaration, isClient, visible(), custom)
  known.set(key, list)
  return list
}

/**
 * A query that returns each row of `source` (rows of the table, named `t`) as one line of JSON in column
 * `line`, in the order of the source. PostgreSQL writes the format of the contract and the server passes the
 * text through. With `place`, a column `place` is added.
 */
export function jsonLines(
  rows: VisibleRows,
  source: RawBuilder<unknown>,
  fields?: readonly string[],
  place?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { declaration, actor, today } = rows
  const viewer = sql`(select ${actor.org}::text as org, ${today}::date as today) viewer`
  const list = selectList(declaration, actor, fields)
  if (place === undefined)
    return sql`select row_to_json(x)::text as line from (select ${list} from ${viewer}, ${source}) x`
  return sql`select row_to_json(x)::text as line, p.place from ${viewer}, ${source}, lateral (select ${list}) x, lateral (select ${place} as place) p`
}
