import { z } from 'zod'
import type { ValueOf } from '../collections/field-conditions.ts'
import { ConditionField } from '../permit-library/attributes.ts'

/** The most that a fee may be, and the highest value it may depend on: safe integers when computed. */
const maxMoney = 1e12
const Money = z.int().min(0).max(maxMoney)
const Units = z.number().min(0).max(1e15)

/** One step of a fee schedule: for values above `above`. */
const FeeStep = z
  .strictObject({
    /** In the unit of the field; money in its smallest unit. */
    above: Units,
    base: Money,
    /** Added for each started `each` above `above`. */
    per: Money.optional(),
    each: Units.min(0.000_001).optional(),
  })
  .refine(
    ({ per, each }) => (per === undefined) === (each === undefined),
    'needs an amount and what it is for',
  )

/**
 * How much a fee is: by the value of a number or money field, as in the tables that agencies publish
 * ("$993.75 for the first $100,000, and $5.60 for each additional $1,000 or part of it"). `by` null: always
 * the same, the base of the only step. Amounts are in the smallest unit of the currency of the office.
 */
export const FeeAmount = z
  .strictObject({
    fee: z.string().min(1).max(60),
    by: ConditionField.nullable(),
    /**
     * The last step whose `above` the value exceeds counts; the first one, whose `above` is 0, counts for 0
     * too.
     */
    steps: z.array(FeeStep).min(1).max(50),
    least: Money.optional(),
    most: Money.optional(),
  })
  .refine(({ steps }) => steps[0]?.above === 0, { error: 'must begin at 0', path: ['steps'] })
  .refine(({ steps }) => steps.every(({ above }, at) => at === 0 || above > (steps[at - 1]?.above ?? 0)), {
    error: 'must rise from step to step',
    path: ['steps'],
  })
  .refine(({ by, steps }) => by !== null || (steps.length === 1 && steps[0]?.per === undefined), {
    error: 'needs a field for more than one amount',
    path: ['by'],
  })
  .refine(({ least = 0, most = maxMoney }) => least <= most, { error: 'is above the most', path: ['least'] })
export type FeeAmount = z.infer<typeof FeeAmount>

/**
 * The amount of a fee for a record, in the smallest unit of the currency; null if the field it depends on has
 * no value, or a negative one.
 */
export function amountOfFee(
  { by, steps, least = 0, most = maxMoney }: FeeAmount,
  valueOf: ValueOf,
): number | null {
  const value = by === null ? 0 : valueOf(by)
  if (typeof value !== 'number' || value < 0) return null
  const step = steps.findLast(({ above }) => value > above) ?? steps[0]
  if (step === undefined) return null
  const { above, base, per = 0, each = 1 } = step
  // A started unit counts whole. Rounding to millionths keeps 0.3 / 0.1 at 3.
  const started = Math.ceil(Math.round(((value - above) / each) * 1e6) / 1e6)
  return Math.min(most, Math.max(least, Math.min(maxMoney, base + started * per)))
}

/** What a fee is for one record. `amount` is null while the field `by` has no value that it can depend on. */
export interface FeeQuote {
  fee: string
  amount: number | null
  by: string | null
}

/** All fees for a record, in their order. */
export const quoteFees = (amounts: readonly FeeAmount[], valueOf: ValueOf): FeeQuote[] =>
  amounts.map((amount) => ({ fee: amount.fee, amount: amountOfFee(amount, valueOf), by: amount.by }))
