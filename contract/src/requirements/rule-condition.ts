import { z } from 'zod'
import type { ValueOf } from '../collections/field-conditions.ts'
import { ConditionField, ConditionValue, maxConditionFields } from '../permit-library/attributes.ts'

const Limit = z.number().min(-1e15).max(1e15)

/** Numbers from `min` to `max`, both included; one may be left out. Money is in its smallest unit. */
const Range = z
  .strictObject({ min: Limit.optional(), max: Limit.optional() })
  .refine(({ min, max }) => min !== undefined || max !== undefined, 'needs a least or a most')
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, 'ends before it begins')

/**
 * For which permits a rule is: `{ "valuation": { "min": 5000000 }, "custom.shape": ["ROUND"] }`. All fields
 * must have one of their values, or be in their range. A field without a value is in no range.
 */
export const RuleCondition = z
  .record(ConditionField, z.union([z.array(ConditionValue).min(1).max(100), Range]))
  .refine(
    (condition) => Object.keys(condition).length <= maxConditionFields,
    `has more than ${maxConditionFields} fields`,
  )
export type RuleCondition = z.infer<typeof RuleCondition>

const meetsOne = (asked: RuleCondition[string], value: unknown): boolean => {
  if (Array.isArray(asked)) return asked.some((each) => each === value)
  const { min = -Infinity, max = Infinity } = asked
  return typeof value === 'number' && value >= min && value <= max
}

/** Does a record meet the condition of a rule? An empty condition is met by all. */
export const meetsRule = (condition: RuleCondition, valueOf: ValueOf): boolean =>
  Object.entries(condition).every(([name, asked]) => meetsOne(asked, valueOf(name)))

/** Texts before checkboxes, so that the text "true" and the checkbox true have one order. */
const orderOf = (value: string | boolean) => `${typeof value} ${String(value)}`
const byOrder = (a: string, other: string) => (a < other ? -1 : a > other ? 1 : 0)

const orderedAsk = (asked: RuleCondition[string]): RuleCondition[string] =>
  Array.isArray(asked)
    ? [...new Set(asked)].toSorted((a, other) => byOrder(orderOf(a), orderOf(other)))
    : {
        ...(asked.min !== undefined && { min: asked.min }),
        ...(asked.max !== undefined && { max: asked.max }),
      }

/** The condition with its fields and values in one order, each once. */
export const orderedCondition = (condition: RuleCondition = {}): RuleCondition =>
  Object.fromEntries(
    Object.entries(condition)
      .toSorted(([a], [other]) => byOrder(a, other))
      .map(([name, asked]) => [name, orderedAsk(asked)]),
  )

/** The same text for the same condition, whatever the order of its fields and values; empty for none. */
export function conditionKey(condition: RuleCondition | undefined): string {
  const ordered = orderedCondition(condition)
  return Object.keys(ordered).length === 0 ? '' : JSON.stringify(ordered)
}
