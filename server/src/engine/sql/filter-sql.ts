import {
  Pid,
  addDays,
  foldText,
  initialTimeZone,
  me,
  readSpan,
  referredBy,
  startOfDay,
} from '@portal/contract'
import type {
  Actor,
  Declaration,
  Field,
  FilterNode,
  LocalDate,
  Operator,
  ReferenceTarget,
  TimeZone,
} from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { folded, indexedTextIs, indexedTextIsAnyOf, textOrder } from '#platform/database/fold-text.ts'
import { codesTable, peopleTable } from '../modules/collection-module.ts'
import { columnTypes, isNeverNull, isTextOrdered } from './columns.ts'
import { addedKey, fieldSql, allReferencesVisible, referenceVisibleSql } from './field-sql.ts'
import { foldForSearch } from '../search/search-text.ts'
import { textLike } from './text-like.ts'

export type Condition = RawBuilder<unknown>
type Test = Extract<FilterNode, { kind: 'test' }>

/** The context of a condition: the declaration of the table, the current date and the actor. */
export interface FilterContext {
  declaration: Declaration
  today: LocalDate
  actor: Pick<Actor, 'pid' | 'role' | 'org' | 'timeZone'>
  /** True for the row rules of the portal itself. */
  isRule?: boolean
  /** True where the row is tested by its own fields alone, and not by the index of its search text. */
  isAlone?: boolean
}

/** Escapes LIKE wildcards. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)
}

const comparisons: Partial<Record<Operator, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

/**
 * Codes in row rules are literals in the statement: there are few of them, and knowing their values the
 * database keeps one good plan.
 */
function ruled(declared: Field, value: unknown, { isRule = false }: FilterContext): RawBuilder<unknown> {
  return isRule && declared.type === 'enum' ? sql.lit(value) : bound(declared, value)
}

/** E-mail addresses are compared in lower case by every operator: addresses are unique regardless of case. */
function bound(declared: Field, value: unknown): RawBuilder<unknown> {
  return declared.type === 'email'
    ? sql`lower(${value}::text)`
    : sql`${value}::${sql.raw(columnTypes[declared.type])}`
}

function boundList(declared: Field, values: readonly unknown[]): RawBuilder<unknown> {
  if (declared.type === 'email') return sql`array(select lower(e) from unnest(${values}::text[]) e)`
  return sql`${values}::${sql.raw(columnTypes[declared.type])}[]`
}

/** The start of a day in the time zone of the actor. */
const momentOf = (day: LocalDate, { timeZone = initialTimeZone }: { timeZone?: TimeZone }) =>
  startOfDay(timeZone, day).toISOString()

/** Rewrites a test of a timestamp by dates to the starts of these days in the time zone of the actor. */
function byMoments(test: Test, actor: FilterContext['actor']): Test {
  const isDay = (value: unknown): value is LocalDate => typeof value === 'string' && value.length === 10
  if (test.declared.type !== 'datetime' || test.operator === 'within' || !test.values.some(isDay)) return test
  return { ...test, values: test.values.map((value) => (isDay(value) ? momentOf(value, actor) : value)) }
}

/** Replaces @me in a test of people by the pid of the actor. */
function byPid(test: Test, { pid }: FilterContext['actor']): Test {
  const { declared, values } = test
  return referredBy(declared) === peopleTable() && values.includes(me)
    ? { ...test, values: values.map((value) => (value === me ? pid : value)) }
    : test
}

/**
 * First and last day of a date keyword; either end may be open. "The last seven days" means today and the
 * seven days before it.
 */
function daysWithin(word: unknown, today: LocalDate): { from?: LocalDate; to?: LocalDate } {
  switch (word) {
    case 'today':
      return { from: today, to: today }
    case 'thisMonth':
      return {
        from: `${today.slice(0, 8)}01`,
        to: addDays(`${addDays(`${today.slice(0, 8)}01`, 31).slice(0, 8)}01`, -1),
      }
  }
  const span = readSpan(word)
  if (span?.kind === 'last') return { from: addDays(today, -span.days), to: today }
  if (span?.kind === 'next') return { from: today, to: addDays(today, span.days) }
  return { to: addDays(today, -1 - (span?.days ?? 0)) }
}

function withinSql(
  value: RawBuilder<unknown>,
  declared: Field,
  word: unknown,
  { today, actor }: FilterContext,
): Condition {
  const { from, to } = daysWithin(word, today)
  const instant = declared.type === 'datetime'
  const edge = (day: LocalDate) => (instant ? sql`${momentOf(day, actor)}::timestamptz` : sql`${day}::date`)
  const parts = [
    ...(from === undefined ? [] : [sql`${value} >= ${edge(from)}`]),
    ...(to === undefined ? [] : [sql`${value} < ${edge(addDays(to, 1))}`]),
  ]
  return sql`(${sql.join(parts, sql` and `)})`
}

/**
 * Condition: the value is empty. A list without members and an empty JSON object count as empty, as in the
 * user interface.
 */
function emptySql(value: RawBuilder<unknown>, { type }: Field): Condition {
  if (type === 'list') return sql`coalesce(cardinality(${value}), 0) = 0`
  if (type === 'json') return sql`coalesce(${value}, '{}') in ('{}', '[]')`
  return sql`${value} is null`
}

/** A list field is compared by its members. */
function listSql(value: RawBuilder<unknown>, { operator, values, declared }: Test): Condition {
  const members = sql`${values.filter((value) => value !== null)}::text[]`
  const found =
    operator === 'eq' || operator === 'contains' || operator === 'ne'
      ? sql`${value} @> ${members}`
      : sql`${value} && ${members}`
  const orEmpty = values.includes(null) ? sql`(${found} or ${emptySql(value, declared)})` : found
  return operator === 'ne' || operator === 'nin' ? sql`(${orEmpty}) is not true` : orEmpty
}

function likePattern(operator: Operator, text: string): string {
  const plain = escapeLike(text)
  return `${operator === 'startsWith' ? '' : '%'}${plain}${operator === 'endsWith' ? '' : '%'}`
}

/** Texts are compared in the same order in which they are sorted. */
function orderedTextSql(stored: RawBuilder<unknown>, { operator, values, declared }: Test): Condition {
  const isIndexed = declared.indexed === true
  const value = textOrder(stored, isIndexed)
  const [from, to] = values.map((value) => textOrder(sql`${String(value)}::text`, isIndexed))
  if (operator === 'between') return sql`(${value} >= ${from} and ${value} <= ${to})`
  return sql`${value} ${sql.raw(comparisons[operator] ?? '=')} ${from}`
}

/** Equality and emptiness of a text with an index in text order; null for every other test. */
function indexedTextSql(stored: RawBuilder<unknown>, { operator, values }: Test): Condition | null {
  const isEmpty = sql`${textOrder(stored, true)} is null`
  if (operator === 'isEmpty') return isEmpty
  if (operator === 'eq') return indexedTextIs(stored, sql`${values[0]}::text`)
  if (operator !== 'in') return null
  const found = indexedTextIsAnyOf(
    stored,
    values.filter((value) => value !== null),
  )
  return values.includes(null) ? sql`(${found} or ${isEmpty})` : found
}

/** The trigram index cannot find shorter texts. */
const shortestIndexed = 3

/** Does the trigram index of the search text find the rows that pass this test? */
function isInSearchText({ operator, values, declared }: Test): boolean {
  return (
    declared.searched === true &&
    (operator === 'contains' || operator === 'startsWith' || operator === 'endsWith') &&
    Array.from(foldForSearch(String(values[0]))).length >= shortestIndexed
  )
}

/** The texts that the search text of every row of this filter contains. */
export function textsOfFilter(node: FilterNode): string[] {
  if (node.kind === 'test') return isInSearchText(node) ? [String(node.values[0])] : []
  return node.kind === 'and' ? node.nodes.flatMap(textsOfFilter) : []
}

/**
 * Text search in a field. If the field is part of the search text, its trigram index narrows the rows first.
 * The
 * search text is written with its record, so the field alone decides.
 */
function likeSql(value: RawBuilder<unknown>, test: Test, { declaration, isAlone }: FilterContext): Condition {
  const text = String(test.values[0])
  const exact = sql`${folded(value)} like ${likePattern(test.operator, foldText(text))}`
  if (isAlone === true || !isInSearchText(test)) return exact
  const narrowed = sql`t.seq in (select x.seq from ${sql.table(`${declaration.table}_text`)} x where ${textLike(`%${escapeLike(foldForSearch(text))}%`)})`
  return sql`(${narrowed} and ${exact})`
}

/** The table of codes of a test that names a record by a code; undefined if it names pids alone. */
function codesOfTest({ declared, values }: Test): string | undefined {
  const codes = declared.to === undefined ? undefined : codesTable(declared.to)
  const isCode = (value: unknown) => typeof value === 'string' && !Pid.safeParse(value).success
  return values.some(isCode) ? codes : undefined
}

/** A test of a reference whose values are pids or codes, as a test of pids. */
function codedTestSql(value: RawBuilder<unknown>, { operator, values }: Test, codes: string): Condition {
  const named = values.filter((each) => each !== null)
  const found = sql`${value} = any(array(select coalesce(c.pid, n.name) from unnest(${named}::text[]) n(name) left join ${sql.table(codes)} c on c.code = n.name))`
  const orEmpty = values.includes(null) ? sql`(${found} or ${value} is null)` : found
  return operator === 'ne' || operator === 'nin' ? sql`(${orEmpty}) is not true` : orEmpty
}

/** The referenced table of a test if the actor may not see all of its records. */
function restrictedTarget(declared: Field, { role }: Pick<Actor, 'role'>): ReferenceTarget | null {
  return declared.to === undefined || allReferencesVisible(declared.to, role) ? null : declared.to
}

/**
 * A reference to a record the actor may not see reads as empty, so every test treats it as empty too. Source:
 * decision 0006.
 */
function referenceTestSql(
  value: RawBuilder<unknown>,
  target: ReferenceTarget,
  { operator, values }: Test,
  actor: FilterContext['actor'],
): Condition {
  const table = sql.table(target)
  const met = referenceVisibleSql(target, 'r', actor)
  const isFilled = sql`exists (select 1 from ${table} r where r.pid = ${value} and ${met})`
  if (operator === 'isNotEmpty') return isFilled
  const pids = values.filter((value) => value !== null)
  const found = sql`${value} = any(array(select r.pid from ${table} r where r.pid = any(${pids}::text[]) and ${met}))`
  const orEmpty =
    operator === 'isEmpty'
      ? sql`not ${isFilled}`
      : values.includes(null)
        ? sql`(${found} or not ${isFilled})`
        : found
  return operator === 'ne' || operator === 'nin' ? sql`(${orEmpty}) is not true` : orEmpty
}

function testSql(asked: Test, context: FilterContext): Condition {
  const test = byPid(byMoments(asked, context.actor), context.actor)
  const { declared, operator, values, field } = test
  const stored = fieldSql(context.declaration, field, declared, sql`${context.today}::date`)
  const target = restrictedTarget(declared, context.actor)
  if (target !== null) return referenceTestSql(stored, target, test, context.actor)
  const value = declared.type === 'email' ? sql`lower(${stored})` : stored
  if (operator === 'isEmpty') return emptySql(value, declared)
  if (operator === 'isNotEmpty')
    return declared.type === 'list' || declared.type === 'json'
      ? sql`not ${emptySql(value, declared)}`
      : sql`${value} is not null`
  if (declared.type === 'list') return listSql(value, test)
  const codes = codesOfTest(test)
  if (codes !== undefined) return codedTestSql(value, test, codes)
  const key = addedKey(field)
  // Matches the partial GIN index on non-empty custom. Values are stored in the one format of the contract,
  // so containment is equality.
  if (key !== null && operator === 'eq')
    return sql`(t.custom <> '{}' and t.custom @> ${JSON.stringify({ [key]: values[0] })}::jsonb)`
  const isText = isTextOrdered(declared) && field !== context.declaration.numberField
  const indexed =
    isText && declared.indexed === true && declared.type !== 'email' ? indexedTextSql(stored, test) : null
  if (indexed !== null) return indexed
  const isOrdering = operator === 'between' || comparisons[operator] !== undefined
  if (isOrdering && isText) return orderedTextSql(stored, test)
  switch (operator) {
    case 'eq':
      return sql`${value} = ${ruled(declared, values[0], context)}`
    case 'ne':
      // For a column that is never null, <> gives the same result and makes a long count cheaper.
      return sql`${value} ${sql.raw(isNeverNull(context.declaration, field) ? '<>' : 'is distinct from')} ${ruled(declared, values[0], context)}`
    case 'in':
    case 'nin': {
      const one = sql`${value} = any(${boundList(
        declared,
        values.filter((value) => value !== null),
      )})`
      const orEmpty = values.includes(null) ? sql`(${one} or ${value} is null)` : one
      return operator === 'in' ? orEmpty : sql`(${orEmpty}) is not true`
    }
    case 'between':
      return sql`(${value} >= ${bound(declared, values[0])} and ${value} <= ${bound(declared, values[1])})`
    case 'within':
      return withinSql(value, declared, values[0], context)
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return likeSql(stored, test, context)
    default:
      return sql`${value} ${sql.raw(comparisons[operator] ?? '=')} ${bound(declared, values[0])}`
  }
}

/**
 * A checked filter as a condition on the row `t`. An empty `and` is true for every row, an empty `or` for
 * none.
 */
export function filterSql(node: FilterNode, context: FilterContext): Condition {
  if (node.kind === 'test') return testSql(node, context)
  if (node.nodes.length === 0) return sql.raw(node.kind === 'and' ? 'true' : 'false')
  const parts = node.nodes.map((node) => filterSql(node, context))
  return parts.length === 1 && parts[0] !== undefined
    ? parts[0]
    : sql`(${sql.join(parts, sql.raw(` ${node.kind} `))})`
}

/** Names of all fields in a filter. */
export function fieldsOfFilter(node: FilterNode): string[] {
  return node.kind === 'test' ? [node.field] : node.nodes.flatMap(fieldsOfFilter)
}

/** Does this filter name records by codes? Which records these are, another table says. */
export function namesByCode(node: FilterNode): boolean {
  return node.kind === 'test' ? codesOfTest(node) !== undefined : node.nodes.some(namesByCode)
}

/** Does the result of this filter depend on tables other than the record's own? */
export function dependsOnOthers(node: FilterNode, actor: Pick<Actor, 'role'>): boolean {
  if (node.kind !== 'test') return node.nodes.some((node) => dependsOnOthers(node, actor))
  return restrictedTarget(node.declared, actor) !== null || node.declared.computed === true
}
