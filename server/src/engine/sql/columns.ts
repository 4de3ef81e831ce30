import { indexedTextOrderSql } from '#platform/database/fold-text.ts'
import { allFields, tables } from '@portal/contract'
import type { Declaration, Field, FieldType, TableName } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { moduleOf } from '../modules/collection-module.ts'

/**
 * The column of a field: `refNo` -> `ref_no`, or the column that its declaration names. Quote it in SQL:
 * `user` is a reserved word.
 */
export function columnName(field: string, declared?: Pick<Field, 'column'>): string {
  return declared?.column ?? field.replaceAll(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The quoted column for use in SQL text. Field names come only from declarations, never from a caller. */
export function quotedColumn(field: string, declared?: Pick<Field, 'column'>): string {
  return `"${columnName(field, declared)}"`
}

/** Keys as the text of a PostgreSQL list, for a parameter. The driver would quote each of thousands. */
export const keyList = (keys: readonly number[]): string => `{${keys.join(',')}}`

/** PostgreSQL type of each field type. Money is minor units; a reference holds a pid. */
export const columnTypes: Record<FieldType, string> = {
  text: 'text',
  longText: 'text',
  email: 'text',
  phone: 'text',
  enum: 'text',
  ref: 'text',
  date: 'date',
  datetime: 'timestamptz',
  money: 'bigint',
  integer: 'integer',
  decimal: 'double precision',
  boolean: 'boolean',
  list: 'text[]',
  json: 'jsonb',
}

/**
 * Does the field hold text that people write? Such text is ordered by its folded form; codes and pids are
 * ordered as stored.
 */
export function isTextOrdered({ type }: Pick<Field, 'type'>): boolean {
  return type === 'text' || type === 'longText' || type === 'email' || type === 'phone'
}

/** Declared fields that have a column, in order: all but the computed ones. */
export function storedFields(declaration: Declaration): [string, Field][] {
  return Object.entries(declaration.fields).filter(([, declared]) => declared.computed !== true)
}

/**
 * Fields whose column is never null: title, number, status, the fields of the projection, and creation and
 * update times.
 */
export function isNeverNull(declaration: Declaration, name: string): boolean {
  const projected = Object.keys(declaration.projection ?? {})
  const always = [
    declaration.titleField,
    declaration.numberField,
    'status',
    'createdAt',
    'updatedAt',
    'pid',
    'version',
    ...projected,
  ]
  return always.includes(name)
}

/** A table of totals: each row holds `n`, the number of records with the same values in these fields. */
interface Totals {
  table: string
  fields: readonly string[]
}

/**
 * The tables of totals of a record table, the smallest first. A table with totals by organization also has
 * totals over all organizations.
 */
export function totalsOf(table: TableName): Totals[] {
  const fields = moduleOf(table).counters
  const byOrganization = { table: `${table}_counts`, fields }
  if (!fields.includes('org')) return [byOrganization]
  return [{ table: `${table}_totals`, fields: fields.filter((name) => name !== 'org') }, byOrganization]
}

/**
 * The totals by single values: each row holds `n` for a combination of `keys` and a value of one of the
 * fields.
 */
interface ValueTotals {
  table: string
  keys: readonly string[]
  values: readonly (readonly [string, Field])[]
}

/** Does the declaration promise that few different values of the field are in many records? */
export function hasFewValues({ type, computed, staff, fewValues }: Field): boolean {
  if (computed === true) return false
  return type === 'enum' || type === 'boolean' || (type === 'ref' && staff === true) || fewValues === true
}

/**
 * Totals of a record table by each value of its coded fields, of people assigned to work, and of texts with
 * few
 * values. Null for a table whose rows are counted by their owner: one owner has few of them.
 */
export function valueTotalsOf(table: TableName): ValueTotals | null {
  const { declaration, counters } = moduleOf(table)
  const keys = counters.filter((name) => name !== 'org')
  const values = storedFields(declaration).filter(
    ([name, declared]) => hasFewValues(declared) && !counters.includes(name),
  )
  const isByOwner = keys.some((name) => declaration.fields[name]?.type === 'ref')
  return isByOwner || values.length === 0 ? null : { table: `${table}_values`, keys, values }
}

/** A FROM item that reads a table of totals; null if none has all these fields. */
export function totalsWith(table: TableName, asked: readonly string[]): RawBuilder<unknown> | null {
  const totals = totalsOf(table).find(({ fields }) => asked.every((name) => fields.includes(name)))
  if (totals !== undefined) return sql.table(totals.table)
  const byValue = valueTotalsOf(table)
  if (byValue === null) return null
  const others = new Set(asked.filter((name) => !byValue.keys.includes(name)))
  const found = byValue.values.find(([name]) => others.has(name))
  if (found === undefined || others.size > 1) return null
  const [name, declared] = found
  const column = columnName(name, declared)
  const keys = byValue.keys.map((key) => `v.${quotedColumn(key)}`).join(', ')
  return sql.raw(
    `(select ${keys}, v.value::${columnTypes[declared.type]} as "${column}", v.n from ${byValue.table} v where v.field = '${column}')`,
  )
}

/** An index of a record table as the migrations create it; `columns` as PostgreSQL prints them. */
export interface IndexShape {
  columns: readonly string[]
  unique?: boolean
  include?: readonly string[]
  where?: string
}

const bare = (name: string, declared?: Field) => {
  const column = columnName(name, declared)
  return column === 'user' ? '"user"' : column
}

/** The condition of an index that holds the rows of one list, as PostgreSQL prints it. */
function listCondition({ projection = {} }: Declaration): string {
  const own = Object.entries(projection).flatMap(([name, value]) =>
    typeof value === 'string' ? [` AND (${bare(name)} = '${value}'::text)`] : [],
  )
  return `((deleted_at IS NULL)${own.join('')})`
}

/**
 * Does a date have a second index for "latest first, empty last"? Where each list has its own indexes, only
 * the date that orders the list has one; others are read backwards (`orderedRowsSql`).
 */
export function hasLatestIndex(declaration: Declaration, name: string, { type }: Field): boolean {
  if (isNeverNull(declaration, name) || (type !== 'date' && type !== 'datetime')) return false
  return moduleOf(declaration.table).indexesPerList !== true || declaration.defaultSort === `-${name}`
}

/**
 * Does each list have its own index of the field? Texts that people write are searched in all lists at once,
 * so their indexes hold all lists.
 */
export function hasIndexPerList({ table, numberField }: Declaration, name: string, declared: Field): boolean {
  const isShared = isTextOrdered(declared) && name !== numberField && declared.fewValues !== true
  return declared.indexed === true && moduleOf(table).indexesPerList === true && !isShared
}

/**
 * The columns of codes in the index of the order of a list that has indexes of its own. The rows that a
 * filter by codes leaves out are passed over in the index, without being read. Source: decision 0185.
 */
function codesInOrder(declaration: Declaration): readonly string[] {
  const { projection = {} } = declaration
  return storedFields(declaration)
    .filter(([name, { type, indexed }]) => type === 'enum' && indexed === true && !(name in projection))
    .map(([name, declared]) => bare(name, declared))
}

/**
 * The indexes a declaration requires. A list reads the rows of one projection that are not deleted, in the
 * order of a field, so an index is (projection, field, seq) on rows that are not deleted, or (field, seq) on
 * the rows of the list where each list has its own.
 */
export function declaredIndexes(declaration: Declaration): IndexShape[] {
  const { indexIncludes } = moduleOf(declaration.table)
  const projected = Object.keys(declaration.projection ?? {}).map((name) => bare(name))
  const include = indexIncludes === undefined ? {} : { include: indexIncludes }
  const indexed = Object.entries(allFields(declaration)).filter(
    ([name, declared]) => declared.indexed && !projected.includes(bare(name, declared)),
  )
  return indexed.flatMap(([name, declared]) => {
    const isPerList = hasIndexPerList(declaration, name, declared)
    const [lead, where] = isPerList ? [[], listCondition(declaration)] : [projected, '(deleted_at IS NULL)']
    const kept: { include?: readonly string[] } = name === 'status' ? {} : include
    const forward = { columns: [...lead, bare(name, declared), 'seq'], ...kept, where }
    // The index also includes the text itself, so that an index-only scan can return it. That of the title
    // has
    // all that ranks a search: a common word is then ranked without reading its records.
    if (isTextOrdered(declared) && name !== declaration.numberField) {
      const columns = [...lead, indexedTextOrderSql(bare(name)).replace('collate', 'COLLATE'), 'seq']
      const { titleField, numberField } = declaration
      const ranked = indexIncludes !== undefined && name === titleField && numberField !== null
      const beside = ranked ? [bare(name), bare(numberField)] : [bare(name)]
      return [{ columns, include: [...(kept.include ?? []), ...beside], where }]
    }
    const latest = [...lead, `${bare(name)} DESC NULLS LAST`, 'seq DESC']
    const hasLatest = hasLatestIndex(declaration, name, declared)
    const indexes = hasLatest ? [forward, { columns: latest, ...kept, where }] : [forward]
    if (!isPerList || declaration.defaultSort !== `-${name}`) return indexes
    const ofList = [...(hasLatest ? latest : forward.columns), ...codesInOrder(declaration)]
    return [...indexes.slice(0, -1), { columns: ofList, where }]
  })
}

/** The declaration that represents a table. */
export function tableDeclaration(table: TableName): Declaration {
  return tables[table]
}
