import type { z } from 'zod'
import { invalid } from '../problem.ts'
import type { Field, FieldType } from '../collections/field.ts'
import { comparableValue, comparedText } from './values.ts'
import { phrase } from '../sentence.ts'

type Scalar = string | number | boolean | null
/**
 * Named spans of days. Other spans contain their number of days: `last10days`, `next14days`, `over10daysAgo`.
 */
export const relativePeriods = [
  'today',
  'last7days',
  'last30days',
  'thisMonth',
  'next7days',
  'next30days',
  'overdue',
] as const
export type RelativePeriod = (typeof relativePeriods)[number]

/**
 * Kinds of spans: the last n days including today, the next n days including today, and more than n days ago.
 */
export const spanKinds = ['last', 'next', 'over'] as const
export type SpanKind = (typeof spanKinds)[number]
export interface DaySpan {
  kind: SpanKind
  days: number
}
export const maxSpan = 3_660

/** The span as a value of `within`. */
export const spanWord = ({ kind, days }: DaySpan): string =>
  `${kind}${days}days${kind === 'over' ? 'Ago' : ''}`

/** Parses a value of `within` into a span; null when it is not one. */
export function readSpan(word: unknown): DaySpan | null {
  const found = typeof word === 'string' ? /^(last|next|over)([1-9]\d{0,3})days(?:Ago)?$/.exec(word) : null
  const kind = spanKinds.find((spanKind) => spanKind === found?.[1])
  const days = Number(found?.[2])
  return kind === undefined || days > maxSpan || spanWord({ kind, days }) !== word ? null : { kind, days }
}

/** The operators of the filter language. Source: contract.md 2. */
export const operators = [
  'eq',
  'ne',
  'in',
  'nin',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'contains',
  'startsWith',
  'endsWith',
  'isEmpty',
  'isNotEmpty',
  'within',
] as const
export type Operator = (typeof operators)[number]

export type FilterCondition =
  Scalar | readonly Scalar[] | { readonly [Name in Operator]?: Scalar | readonly Scalar[] }

/** A filter in a request: field to condition; `and` and `or` contain nested filters. */
export interface Filter {
  readonly and?: readonly Filter[]
  readonly or?: readonly Filter[]
  readonly [field: string]: FilterCondition | readonly Filter[] | undefined
}

export type Match = 'all' | 'any'

/** A validated filter: a tree of tests that can be compiled or evaluated. */
export type FilterNode =
  | { kind: 'and' | 'or'; nodes: FilterNode[] }
  | { kind: 'test'; field: string; declared: Field; operator: Operator; values: readonly Scalar[] }

/** Finds a field by name; undefined when it does not exist or is hidden from the caller. */
export type FieldFinder = (name: string) => Field | undefined

const equality = ['eq', 'ne', 'in', 'nin', 'isEmpty', 'isNotEmpty'] as const
const ordering = ['gt', 'gte', 'lt', 'lte', 'between'] as const
const texts = [...equality, ...ordering, 'contains', 'startsWith', 'endsWith'] as const
const numbers = [...equality, ...ordering] as const
const dates = [...numbers, 'within'] as const

/** Valid operators by field type. Screens offer exactly these. */
export const operatorsOf: Record<FieldType, readonly Operator[]> = {
  text: texts,
  longText: texts,
  email: texts,
  phone: texts,
  enum: equality,
  ref: equality,
  boolean: equality,
  money: numbers,
  integer: numbers,
  decimal: numbers,
  date: dates,
  datetime: dates,
  list: ['eq', 'ne', 'in', 'nin', 'contains', 'isEmpty', 'isNotEmpty'],
  json: ['isEmpty', 'isNotEmpty'],
}

export const filterLimits = { depth: 5, conditions: 50, values: 1_000 } as const

interface ParseState {
  find: FieldFinder
  conditions: number
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parsed(schema: z.ZodType, value: unknown, path: string): Scalar {
  const result = schema.safeParse(value)
  const first = result.success ? undefined : result.error.issues[0]
  if (first)
    throw invalid(path, 'wrong-type', phrase('{{path}} {{message}}', { path, message: first.message }))
  const kept = result.success ? result.data : null
  if (typeof kept === 'string' || typeof kept === 'number' || typeof kept === 'boolean') return kept
  throw invalid(path, 'wrong-type', phrase('{{path}} is not a value that can be compared', { path }))
}

function manyOf(declared: Field, value: unknown, path: string): Scalar[] {
  if (!Array.isArray(value)) throw invalid(path, 'wrong-type', phrase('{{path}} is not a list', { path }))
  if (value.length > filterLimits.values)
    throw invalid(
      path,
      'out-of-range',
      phrase('{{path}} has more than {{values}} values', { path, values: filterLimits.values }),
    )
  return value.map((each: unknown) => (each === null ? null : parsed(comparableValue(declared), each, path)))
}

function valuesOf(operator: Operator, declared: Field, value: unknown, path: string): readonly Scalar[] {
  switch (operator) {
    case 'isEmpty':
    case 'isNotEmpty':
      if (value !== true) throw invalid(path, 'wrong-type', phrase('{{path}} takes true', { path }))
      return []
    case 'in':
    case 'nin':
      return manyOf(declared, value, path)
    case 'between': {
      const ends = manyOf(declared, value, path)
      if (ends.length !== 2 || ends.includes(null))
        throw invalid(path, 'wrong-type', phrase('{{path}} takes a list of two values', { path }))
      return ends
    }
    case 'within':
      if (!relativePeriods.some((word) => word === value) && readSpan(value) === null) {
        throw invalid(
          path,
          'wrong-type',
          phrase(
            '{{path}} is not one of {{withinWords}}, nor a number of days such as last10days, next14days or over10daysAgo',
            {
              path,
              withinWords: relativePeriods.join(', '),
            },
          ),
        )
      }
      return [String(value)]
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return [parsed(declared.type === 'list' ? comparableValue(declared) : comparedText(1_000), value, path)]
    case 'eq':
    case 'ne':
      return [value === null ? null : parsed(comparableValue(declared), value, path)]
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return [parsed(comparableValue(declared), value, path)]
  }
}

function toTest(
  field: string,
  declared: Field,
  operator: Operator,
  value: unknown,
  path: string,
): FilterNode {
  const values = valuesOf(operator, declared, value, path)
  if (values.length === 1 && values[0] === null) {
    return {
      kind: 'test',
      field,
      declared,
      operator: operator === 'ne' || operator === 'nin' ? 'isNotEmpty' : 'isEmpty',
      values: [],
    }
  }
  return { kind: 'test', field, declared, operator, values }
}

function toOperator(name: string, path: string): Operator {
  const known = operators.find((operator) => operator === name)
  if (known === undefined)
    throw invalid(path, 'unknown-operator', phrase('{{path}}: there is no operator {{name}}', { path, name }))
  return known
}

function conditionNode(walk: ParseState, name: string, condition: unknown, path: string): FilterNode {
  const declared = walk.find(name)
  if (declared === undefined)
    throw invalid(path, 'unknown-field', phrase('{{path}}: there is no field {{name}}', { path, name }))
  const pairs: [Operator, unknown][] = Array.isArray(condition)
    ? [['in', condition]]
    : isObject(condition)
      ? Object.entries(condition).map(([operator, value]) => [toOperator(operator, path), value])
      : [['eq', condition]]
  if (pairs.length === 0)
    throw invalid(path, 'wrong-type', phrase('{{path}}: the condition is empty', { path }))
  const nodes = pairs.map(([operator, value]) => {
    countCondition(walk, path)
    if (!operatorsOf[declared.type].includes(operator)) {
      throw invalid(
        path,
        'unknown-operator',
        phrase('{{path}}: {{operator}} does not go with a field of type {{type}}', {
          path,
          operator,
          type: declared.type,
        }),
      )
    }
    return toTest(name, declared, operator, value, `${path}.${operator}`)
  })
  const [only] = nodes
  return nodes.length === 1 && only ? only : { kind: 'and', nodes }
}

/** Counts a condition. An empty group counts as one, so that the number of groups is limited too. */
function countCondition(walk: ParseState, path: string): void {
  walk.conditions += 1
  if (walk.conditions > filterLimits.conditions)
    throw invalid(
      path,
      'out-of-range',
      phrase('a filter has at most {{conditions}} conditions', { conditions: filterLimits.conditions }),
    )
}

/** `depth` is the depth of the enclosing group, 0 for the filter itself. */
function filterNode(
  walk: ParseState,
  filter: unknown,
  joined: 'and' | 'or',
  path: string,
  depth: number,
): FilterNode {
  if (!isObject(filter)) throw invalid(path, 'wrong-type', phrase('{{path}} is not an object', { path }))
  const entries = Object.entries(filter)
  if (entries.length === 0) countCondition(walk, path)
  const nodes = entries.map(([name, condition]): FilterNode => {
    const place = `${path}.${name}`
    if (name !== 'and' && name !== 'or') return conditionNode(walk, name, condition, place)
    if (depth === filterLimits.depth)
      throw invalid(
        place,
        'out-of-range',
        phrase('{{path}}: a filter is nested at most {{depth}} deep', { path, depth: filterLimits.depth }),
      )
    if (!Array.isArray(condition))
      throw invalid(place, 'wrong-type', phrase('{{place}} is not a list of filters', { place }))
    if (condition.length === 0) countCondition(walk, place)
    return {
      kind: name,
      nodes: condition.map((each: unknown) => filterNode(walk, each, 'and', place, depth + 1)),
    }
  })
  return { kind: joined, nodes }
}

/**
 * Validates a filter against the fields of a collection. An empty `and` matches every row, so `{}` means no
 * restriction. Throws a validation refusal with the path of the error: unknown field or operator, wrong type,
 * too deep, too many conditions. `path` is the location of the filter in the call, for example
 * `query.filter`.
 */
export function parseFilter(
  filter: unknown,
  find: FieldFinder,
  match: Match = 'all',
  path = 'query.filter',
): FilterNode {
  const node = filterNode({ find, conditions: 0 }, filter ?? {}, match === 'any' ? 'or' : 'and', path, 0)
  return node.kind === 'or' && node.nodes.length === 0 ? { kind: 'and', nodes: [] } : node
}
