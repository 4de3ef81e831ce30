import { operators } from '@portal/contract'
import type { Field, Filter, FilterCondition, Match, Operator } from '@portal/contract'

export type FilterValue = string | number | boolean | null
/**
 * One line of a filter as people build it. `value` is undefined until it is given; operators such as
 * `isEmpty` need none.
 */
export interface Condition {
  kind: 'condition'
  field: string
  operator: Operator
  value: FilterValue | readonly FilterValue[] | undefined
}
export interface FilterGroup {
  kind: 'group'
  match: Match
  items: readonly FilterItem[]
}
export type FilterItem = Condition | FilterGroup

/** Groups within groups; the language allows five levels with the conditions (contract.md 2). */
export const deepestGroup = 2

const needsNoValue: readonly Operator[] = ['isEmpty', 'isNotEmpty']
export const takesNoValue = (operator: Operator): boolean => needsNoValue.includes(operator)
export const takesMany = (operator: Operator): boolean => operator === 'in' || operator === 'nin'

/** Does the condition say everything it needs to be asked? */
export function isComplete({ operator, value }: Condition): boolean {
  if (takesNoValue(operator)) return true
  if (Array.isArray(value))
    return operator === 'between'
      ? value.length === 2 && value.every((end) => end !== null && end !== '')
      : value.length > 0
  return value !== undefined && value !== ''
}

const isList = (value: unknown): value is readonly FilterValue[] => Array.isArray(value)
const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isScalar = (value: unknown): value is FilterValue =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function toConditions(field: string, condition: unknown): Condition[] {
  if (condition === null) return [{ kind: 'condition', field, operator: 'isEmpty', value: undefined }]
  if (isList(condition)) return [{ kind: 'condition', field, operator: 'in', value: condition }]
  if (isScalar(condition)) return [{ kind: 'condition', field, operator: 'eq', value: condition }]
  if (!isPlainObject(condition)) return []
  return Object.entries(condition).flatMap(([name, value]): Condition[] => {
    const operator = operators.find((known) => known === name)
    if (operator === undefined) return []
    if (takesNoValue(operator)) return [{ kind: 'condition', field, operator, value: undefined }]
    return isScalar(value) || isList(value) ? [{ kind: 'condition', field, operator, value }] : []
  })
}

const single = (items: FilterItem[], match: Match): FilterItem[] => {
  const [only] = items
  return items.length === 1 && only !== undefined ? [only] : [{ kind: 'group', match, items }]
}

/** The members of a filter as items joined by `match`. */
function itemsOf(filter: Filter, match: Match): FilterItem[] {
  return Object.entries(filter).flatMap(([name, value]): FilterItem[] => {
    if (name !== 'and' && name !== 'or') {
      const conditions = toConditions(name, value)
      return match === 'all' || conditions.length <= 1
        ? conditions
        : [{ kind: 'group', match: 'all', items: conditions }]
    }
    if (!Array.isArray(value)) return []
    const kind: Match = name === 'and' ? 'all' : 'any'
    const members = value.filter(isPlainObject).flatMap((member) => memberOf(member, kind))
    return kind === match ? members : [{ kind: 'group', match: kind, items: members }]
  })
}

/** A member of `and` or `or`, itself joined by and. */
function memberOf(member: Readonly<Record<string, unknown>>, match: Match): FilterItem[] {
  const items = itemsOf(toFilterShape(member), 'all')
  return match === 'all' ? items : single(items, 'all')
}

const toFilterShape = (value: Readonly<Record<string, unknown>>): Filter =>
  Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, FilterCondition | readonly Filter[]] => entry[1] !== undefined,
    ),
  )

/** A filter of the wire as a tree to edit. What it says is kept, however it was written. */
export function toTree(filter: Filter, match: Match): FilterGroup {
  return { kind: 'group', match, items: itemsOf(filter, match) }
}

function wireCondition({ operator, value }: Condition): FilterCondition {
  if (takesNoValue(operator)) return { [operator]: true }
  if (operator === 'eq' && value !== undefined) return value
  if (operator === 'in' && isList(value)) return value
  return { [operator]: value ?? null }
}

/** The tree as a filter of the wire, without its incomplete conditions and empty groups. */
export function toFilter({ items, match }: FilterGroup): Filter {
  const fields: Record<string, FilterCondition> = {}
  const members: Filter[] = []
  for (const item of items) {
    if (item.kind === 'group') {
      const inner = item.items.map(toMember).filter((each) => each !== null)
      if (inner.length > 0) members.push({ [item.match === 'all' ? 'and' : 'or']: inner })
    } else if (isComplete(item)) {
      if (Object.hasOwn(fields, item.field)) members.push({ [item.field]: wireCondition(item) })
      else fields[item.field] = wireCondition(item)
    }
  }
  return { ...fields, ...(members.length > 0 && { [match === 'all' ? 'and' : 'or']: members }) }
}

function toMember(item: FilterItem): Filter | null {
  if (item.kind === 'condition') return isComplete(item) ? { [item.field]: wireCondition(item) } : null
  const inner = item.items.map(toMember).filter((each) => each !== null)
  return inner.length === 0 ? null : { [item.match === 'all' ? 'and' : 'or']: inner }
}

/**
 * What holds of every record besides the item at a place: what is around its group and, where all must hold,
 * the others in it.
 */
export function siblingsOf(
  { match, items }: FilterGroup,
  place: number,
  around: readonly FilterItem[] = [],
): readonly FilterItem[] {
  return match === 'all' ? [...around, ...items.toSpliced(place, 1)] : around
}

/** How many conditions a filter has, those in groups included. */
export function countConditions({ items }: FilterGroup): number {
  return items.reduce((sum, item) => sum + (item.kind === 'group' ? countConditions(item) : 1), 0)
}

/** The operator a new condition on such a field begins with. */
export function firstOperator({ type }: Field): Operator {
  switch (type) {
    case 'enum':
    case 'ref':
    case 'list':
      return 'in'
    case 'text':
    case 'longText':
    case 'email':
    case 'phone':
      return 'contains'
    case 'date':
    case 'datetime':
      return 'within'
    case 'money':
    case 'integer':
    case 'decimal':
      return 'gte'
    case 'boolean':
      return 'eq'
    case 'json':
      return 'isNotEmpty'
  }
}
