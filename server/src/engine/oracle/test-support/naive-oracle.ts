import { foldText } from '@portal/contract'
import type { FieldType } from '@portal/contract'

export type Value = string | number | boolean | null | readonly string[]
/** A record as plain values by field name: references as pids, timestamps and dates in wire format. */
export interface NaiveRow {
  pid: string
  seq: number
  isDeleted: boolean
  values: Readonly<Record<string, Value>>
}
/** What the oracle needs of a collection: types by field, sort titles of references, and the current date. */
export interface NaiveWorld {
  types: Readonly<Record<string, FieldType>>
  titles: ReadonlyMap<string, string>
  /** Pids of organizations. */
  orgs: ReadonlySet<Value>
  today: string
}
export type NaiveFilter = Readonly<Record<string, unknown>>

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !isList(value)

const dayMs = 86_400_000
const dayFrom = (today: string, days: number) =>
  new Date(Date.parse(`${today}T00:00:00.000Z`) + days * dayMs).toISOString().slice(0, 10)

/** Returns -1, 0 or 1: texts by code points, false before true. */
function compare(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string')
    return Buffer.compare(Buffer.from(one), Buffer.from(other))
  return Math.sign(Number(one) - Number(other))
}

/** The sort value: free text by its folded form. Decision 0051. */
function ordering(type: FieldType | undefined, value: unknown): unknown {
  if (typeof value !== 'string' || type === undefined) return value
  return ['text', 'longText', 'email', 'phone', 'ref'].includes(type)
    ? foldText(value)
    : comparable(type, value)
}

/**
 * Does this date match a date keyword? "The last seven days" means today and the seven days before it.
 * Source: contract.md 2.
 */
function isWithin(day: string, word: unknown, today: string): boolean {
  if (word === 'today') return day === today
  if (word === 'overdue') return day < today
  if (word === 'thisMonth') return day.slice(0, 7) === today.slice(0, 7)
  if (word === 'next7days') return day >= today && day <= dayFrom(today, 7)
  if (word === 'next30days') return day >= today && day <= dayFrom(today, 30)
  return day <= today && day >= dayFrom(today, word === 'last7days' ? -7 : -30)
}

/** The value for comparison: a date as its first instant, an e-mail address in lower case. */
function comparable(type: FieldType, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (type === 'email') return value.toLowerCase()
  return type === 'datetime' && value.length === 10 ? `${value}T00:00:00.000Z` : value
}

function holdsOperator(
  value: Value,
  type: FieldType,
  operator: string,
  asked: unknown,
  today: string,
): boolean {
  const one = (each: unknown): unknown => comparable(type, each)
  const isEmpty = value === null || (isList(value) && value.length === 0)
  const same = (each: unknown): boolean =>
    each === null
      ? isEmpty
      : isList(value)
        ? value.some((member) => member === each)
        : one(value) === one(each)
  const ordered = (holds: (order: number) => boolean, than: unknown) =>
    value !== null && holds(compare(ordering(type, value), ordering(type, than)))
  const text = (holds: (kept: string, sought: string) => boolean) =>
    typeof value === 'string' && holds(foldText(value), foldText(String(asked)))
  const several = isList(asked) ? asked : []
  switch (operator) {
    case 'eq':
      return same(asked)
    case 'ne':
      return !same(asked)
    case 'in':
      return several.some(same)
    case 'nin':
      return !several.some(same)
    case 'gt':
      return ordered((order) => order > 0, asked)
    case 'gte':
      return ordered((order) => order >= 0, asked)
    case 'lt':
      return ordered((order) => order < 0, asked)
    case 'lte':
      return ordered((order) => order <= 0, asked)
    case 'between':
      return ordered((order) => order >= 0, several[0]) && ordered((order) => order <= 0, several[1])
    case 'contains':
      return type === 'list' ? same(asked) : text((kept, sought) => kept.includes(sought))
    case 'startsWith':
      return text((kept, sought) => kept.startsWith(sought))
    case 'endsWith':
      return text((kept, sought) => kept.endsWith(sought))
    case 'isEmpty':
      return isEmpty
    case 'isNotEmpty':
      return !isEmpty
    case 'within':
      return typeof value === 'string' && isWithin(value.slice(0, 10), asked, today)
    default:
      throw new Error(`The oracle knows no operator ${operator}`)
  }
}

function holdsCondition(row: NaiveRow, name: string, condition: unknown, world: NaiveWorld): boolean {
  const [value, type] = [row.values[name] ?? null, world.types[name]]
  if (type === undefined) throw new Error(`The oracle knows no field ${name}`)
  if (isList(condition)) return holdsOperator(value, type, 'in', condition, world.today)
  if (!isObject(condition)) return holdsOperator(value, type, 'eq', condition, world.today)
  return Object.entries(condition).every(([operator, asked]) =>
    holdsOperator(value, type, operator, asked, world.today),
  )
}

/** Does a filter in wire format match this row? Written from contract.md 2 only. */
export function holds(row: NaiveRow, filter: NaiveFilter, match: 'all' | 'any', world: NaiveWorld): boolean {
  const parts = Object.entries(filter).map(([name, condition]) => {
    const nested = isList(condition) ? condition.filter(isObject) : []
    if (name === 'and') return nested.every((each) => holds(row, each, 'all', world))
    if (name === 'or') return nested.some((each) => holds(row, each, 'all', world))
    return holdsCondition(row, name, condition, world)
  })
  return parts.length === 0 || (match === 'any' ? parts.includes(true) : !parts.includes(false))
}

/**
 * Does a search match a text? The text must contain every word: words of one or two letters at the start of a
 * word, longer words anywhere, hyphenated words joined or apart. Other hyphens of any kind are ignored.
 */
export function finds(text: string, token: string): boolean {
  const kept = ` ${foldText(text).replaceAll('-', '')}`
  const holds = (part: string) => kept.includes(Array.from(part).length < 3 ? ` ${part}` : part)
  const words = foldText(token.replaceAll(/[\p{Pd}\u2212]/gu, '-')).split(/\s+/)
  return words.every((word) => {
    const isJoined = /^[\p{L}\p{M}]+(-[\p{L}\p{M}]+)+$/u.test(word)
    return holds(word.replaceAll('-', '')) || (isJoined && word.split('-').every(holds))
  })
}

/** Sorts the rows: empty always last, references by title, ties by age in the direction of the last field. */
export function inOrder(rows: readonly NaiveRow[], sort: string, world: NaiveWorld): NaiveRow[] {
  const keys = sort
    .split(',')
    .map((part) => ({ name: part.replace(/^-/, ''), sign: part.startsWith('-') ? -1 : 1 }))
  const valueOf = (row: NaiveRow, name: string) => {
    const value = row.values[name] ?? null
    return world.types[name] === 'ref' && typeof value === 'string'
      ? (world.titles.get(value) ?? null)
      : value
  }
  return rows.toSorted((a, other) => {
    for (const { name, sign } of keys) {
      const [left, right] = [valueOf(a, name), valueOf(other, name)]
      if (left === null && right === null) continue
      if (left === null || right === null) return left === null ? 1 : -1
      const order = compare(ordering(world.types[name], left), ordering(world.types[name], right))
      if (order !== 0) return order * sign
    }
    return (a.seq - other.seq) * (keys.at(-1)?.sign ?? 1)
  })
}

/** Rows grouped by their values of these fields, with the values as JSON. */
export function grouped(rows: readonly NaiveRow[], by: readonly string[]): Map<string, NaiveRow[]> {
  return Map.groupBy(rows, (row) => JSON.stringify(by.map((name) => row.values[name] ?? null)))
}

/** The sum of a field; an empty value counts as 0. */
export function summed(rows: readonly NaiveRow[], name: string): number {
  return rows.reduce((sum, row) => sum + Number(row.values[name] ?? 0), 0)
}
