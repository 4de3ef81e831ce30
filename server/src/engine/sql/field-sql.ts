import { findField } from '@portal/contract'
import type { Actor, Declaration, Field, FieldType, ReferenceTarget } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { allModules, codesTable, moduleOf, otherTarget, peopleTable } from '../modules/collection-module.ts'
import { columnTypes, quotedColumn } from './columns.ts'

/** SQL of the current local date, for fields computed from it. */
export type Today = RawBuilder<unknown>

/** SQL of a field that is computed on read; `t` is the row, `{today}` today. */
function computedSqlOf(declaration: Declaration, name: string): string {
  const computed = moduleOf(declaration.table).computed?.[name]
  if (computed === undefined)
    throw new Error(`No expression for the computed field ${declaration.table}.${name}`)
  return computed
}

/**
 * The key under `custom` of an added field's name, null for other names. Keys contain only letters, digits
 * and _, see NewField.
 */
export function addedKey(name: string): string | null {
  return /^custom\.([a-z][A-Za-z0-9_]{0,39})$/.exec(name)?.[1] ?? null
}

const day = `(?!0000)${z.regexes.date.source.replace(/^\^|\$$/g, '')}`
/**
 * The stored texts that each type can read, so that a malformed value never breaks a list. Numbers have at
 * most 16 digits before the point; sums of longer ones could not be represented.
 */
const readableAdded: Partial<Record<FieldType, string>> = {
  date: `^${day}$`,
  datetime: `^${day}T([01][0-9]|2[0-3])(:[0-5][0-9]){2}([.][0-9]{1,6})?Z$`,
  money: '^-?[0-9]{1,16}$',
  decimal: '^-?[0-9]{1,16}([.][0-9]+)?$',
  boolean: '^(true|false)$',
}

/**
 * The value of an added field. A stored value that does not match the type, for example from an earlier
 * release, is null.
 */
function addedFieldSql(key: string, declared: Field): string {
  const text = `(t.custom->>'${key}')`
  const readable = readableAdded[declared.type]
  // Digits after the 300th character do not change a double.
  return readable === undefined
    ? text
    : `(case when ${text} ~ '${readable}' then left(${text}, 300)::${columnTypes[declared.type]} end)`
}

/** A field of the row `t` as a value to compare and sort by. The name must be a declared field. */
export function fieldSql(
  declaration: Declaration,
  name: string,
  declared: Field,
  today: Today,
): RawBuilder<unknown> {
  const key = addedKey(name)
  if (key !== null) return sql.raw(addedFieldSql(key, declared))
  if (declared.computed !== true) return sql.raw(`t.${quotedColumn(name, declared)}`)
  const parts = computedSqlOf(declaration, name).split('{today}')
  return sql.join(
    parts.map((part) => sql.raw(part)),
    today,
  )
}

/**
 * SQL of the title of the referenced row `r`: its title field, or its number if that is empty. Source:
 * contract.md 2.
 */
export function titleSql(target: ReferenceTarget): string {
  const other = otherTarget(target)
  if (other !== undefined) return other.title
  const { titleField, numberField } = moduleOf(target).declaration
  const title = `r.${quotedColumn(titleField)}`
  return numberField === null || numberField === titleField
    ? title
    : `coalesce(nullif(${title}, ''), r.${quotedColumn(numberField)})`
}

/**
 * SQL condition on the rows `r` of a referenced table that a viewer may see by name; `viewer.org` is the
 * organization of the client.
 */
function referenceScope(target: ReferenceTarget, isClient: boolean): string {
  const { staff, client } = otherTarget(target) ?? moduleOf(target).references
  return isClient ? client : staff
}

/**
 * SQL of the pid that a stored text names: some records may also be named by a code, and values from before
 * they were records are such codes.
 */
export function namedPidSql(target: ReferenceTarget, value: string): string {
  const codes = codesTable(target)
  return codes === undefined
    ? value
    : `coalesce((select named.pid from ${codes} named where named.code = ${value}), ${value})`
}

/** SQL of `{ pid, title }` of the record whose pid is `pidSql`; null if the viewer may not see it. */
export function referenceSql(target: ReferenceTarget, pidSql: string, isClient: boolean): string {
  const scope = referenceScope(target, isClient)
  const also = scope === 'true' ? '' : ` and ${scope}`
  return `(select json_build_object('pid', r.pid, 'title', ${titleSql(target)}) from ${target} r where r.pid = ${pidSql}${also})`
}

/** SQL of `{ pid, title }` of the person whose pid is `pidSql`; null if the viewer may not see them. */
export function personSql(pidSql: string, isClient: boolean): string {
  return referenceSql(peopleTable(), pidSql, isClient)
}

/** May this role see every record of the table by reference? */
export function allReferencesVisible(target: ReferenceTarget, role: Actor['role']): boolean {
  return referenceScope(target, role === 'client') === 'true'
}

/** Condition: the actor may see the referenced row `alias`. */
export function referenceVisibleSql(
  target: ReferenceTarget,
  alias: string,
  { role, org }: Pick<Actor, 'role' | 'org'>,
): RawBuilder<unknown> {
  const parts = referenceScope(target, role === 'client')
    .replaceAll(/\br\./g, `${alias}.`)
    .split('viewer.org')
  return sql.join(
    parts.map((part) => sql.raw(part)),
    sql`${org}::text`,
  )
}

/** SQL of the pid itself if the viewer may see the record, else null. */
export function visibleReferenceSql(target: ReferenceTarget, pidSql: string, isClient: boolean): string {
  const scope = referenceScope(target, isClient)
  return `(select r.pid from ${target} r where r.pid = ${pidSql} and ${scope})`
}

/**
 * SQL condition: the viewer may refer to the record, because it exists, is not deleted or merged into
 * another one, and is visible to them.
 */
export function referableSql(target: ReferenceTarget, isClient: boolean): string {
  const mergedField = otherTarget(target) === undefined ? moduleOf(target).declaration.mergedField : undefined
  const also = mergedField === undefined ? '' : ` and r.${quotedColumn(mergedField)} is null`
  return `r.deleted_at is null and ${referenceScope(target, isClient)}${also}`
}

/** SQL of the pids of records, of any table, that were merged into the record with this pid. */
export function mergedIntoSql(pid: RawBuilder<unknown>): RawBuilder<unknown> {
  const found = allModules().flatMap(({ declaration: { table, mergedField } }) =>
    mergedField === undefined
      ? []
      : [sql`select m.pid from ${sql.table(table)} m where m.${sql.raw(quotedColumn(mergedField))} = ${pid}`],
  )
  return found.length === 0 ? sql`select null::text` : sql.join(found, sql` union all `)
}

/** SQL of a timestamp in the format of the contract. */
export function instantSql(value: string): string {
  return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** SQL of a value of a declared type in wire format. */
export function wireSql(declared: Field, value: string, isClient: boolean): string {
  if (declared.type === 'ref' && declared.to !== undefined) return referenceSql(declared.to, value, isClient)
  return declared.type === 'datetime' ? instantSql(value) : value
}

/** A declared field of a row `t` in wire format, computed fields included; `viewer.today` is today. */
export function wireFieldSql(declaration: Declaration, name: string, isClient: boolean): string {
  const declared = findField(declaration, name)
  if (declared?.computed === true)
    return computedSqlOf(declaration, name).replaceAll('{today}', 'viewer.today')
  const column = `t.${quotedColumn(name, declared)}`
  return declared === undefined ? column : wireSql(declared, column, isClient)
}
