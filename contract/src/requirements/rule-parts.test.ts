import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { LibraryAttribute } from '../permit-library/attributes.ts'
import { seedLibrary } from '../permit-library/permit-library.ts'
import type { PermitLibrary } from '../permit-library/permit-library.ts'
import { checkRequirements, requirementChanges } from './check-requirements.ts'
import { FeeAmount, amountOfFee, quoteFees } from './fee-amounts.ts'
import { isWithoutDifference, requirementDifferences } from './requirement-differences.ts'
import { requirementCase, requirementsOf } from './requirements.ts'
import type { RequirementRule, Requirements } from './requirements.ts'
import { RuleCondition, conditionKey, meetsRule } from './rule-condition.ts'
import { ruleFields } from './rule-fields.ts'

const rule = (values: Partial<RequirementRule>): RequirementRule => ({
  authority: null,
  permitType: null,
  required: [],
  optional: [],
  conditions: [],
  fees: [],
  ...values,
})
const only = (...rules: RequirementRule[]): Requirements => ({ rules, conditions: [], clientConditions: [] })
const meets = (condition: RuleCondition, values: Record<string, unknown>) =>
  meetsRule(condition, (name) => values[name])

test('a condition asks for one of several values, and for numbers within both limits', () => {
  const asked: RuleCondition = { valuation: { min: 100, max: 200 }, 'custom.shape': ['ROUND', 'FLAT'] }
  const cases: [unknown, unknown, boolean][] = [
    [100, 'ROUND', true],
    [200, 'FLAT', true],
    [99.99, 'ROUND', false],
    [200.01, 'ROUND', false],
    [150, 'SQUARE', false],
    [150, null, false],
    [null, 'ROUND', false],
    [undefined, 'ROUND', false],
    ['150', 'ROUND', false],
  ]
  for (const [valuation, shape, expected] of cases)
    assert.equal(
      meets(asked, { valuation, 'custom.shape': shape }),
      expected,
      JSON.stringify([valuation, shape]),
    )
  assert.ok(meets({}, {}))
  assert.ok(meets({ 'custom.lit': [false] }, { 'custom.lit': false }))
  assert.ok(!meets({ 'custom.lit': [false] }, {}), 'an empty checkbox is not an unchecked one')
  assert.ok(!meets({ 'custom.lit': ['true'] }, { 'custom.lit': true }))
})

test('a condition without limits, with limits the wrong way round or with too many fields is refused', () => {
  const refused = (condition: unknown) => assert.ok(!RuleCondition.safeParse(condition).success)
  refused({ valuation: {} })
  refused({ valuation: { min: 2, max: 1 } })
  refused({ valuation: { min: Number.NaN } })
  refused({ valuation: { min: Infinity } })
  refused({ valuation: [] })
  refused({ 'custom.custom.a': ['X'] })
  refused({ 'valuation; drop': ['X'] })
  refused(Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, ['X']])))
})

test('the same condition has the same key, whatever its order', () => {
  const one: RuleCondition = { valuation: { max: 5, min: 1 }, priority: ['LOW', 'HIGH', 'LOW'] }
  const other: RuleCondition = { priority: ['HIGH', 'LOW'], valuation: { min: 1, max: 5 } }
  assert.equal(conditionKey(one), conditionKey(other))
  assert.notEqual(conditionKey({ 'custom.a': ['true'] }), conditionKey({ 'custom.a': [true] }))
  assert.deepEqual([conditionKey(undefined), conditionKey({})], ['', ''])
  const same = (when: RuleCondition) => only(rule({ when, required: ['PHOTO'] }))
  assert.deepEqual(requirementChanges(same(one), same(other)), [])
  assert.deepEqual(
    requirementChanges(only(rule({})), only(rule({ when: {}, amounts: [], departments: [] }))),
    [],
  )
})

test('of two rules for the same permits the one with a condition is the more particular', () => {
  const fixed = (fee: string, base: number): FeeAmount => ({ fee, by: null, steps: [{ above: 0, base }] })
  const requirements = only(
    rule({
      when: { valuation: { min: 1_000 } },
      required: ['SURVEY'],
      fees: ['PERMIT_FEE'],
      amounts: [fixed('PERMIT_FEE', 900)],
      departments: ['Fire'],
      expectedDays: 30,
    }),
    rule({
      required: ['PHOTO'],
      fees: ['PERMIT_FEE', 'PLAN_REVIEW'],
      amounts: [fixed('PERMIT_FEE', 100), fixed('PLAN_REVIEW', 50)],
      departments: ['Zoning'],
      expectedDays: 10,
    }),
  )
  const of = (valuation: number | null) =>
    requirementsOf(requirements, requirementCase({ permitType: 'SIGN', valuation }, []))
  const [small, large] = [of(null), of(1_000)]
  assert.deepEqual([small.required, small.departments, small.expectedDays], [['PHOTO'], ['Zoning'], 10])
  assert.deepEqual(
    [large.required, large.departments, large.expectedDays],
    [['PHOTO', 'SURVEY'], ['Zoning', 'Fire'], 30],
  )
  const quote = (asked: typeof small) =>
    quoteFees(asked.amounts, () => null).map(({ fee, amount }) => [fee, amount])
  assert.deepEqual(quote(small), [
    ['PERMIT_FEE', 100],
    ['PLAN_REVIEW', 50],
  ])
  assert.deepEqual(quote(large), [
    ['PERMIT_FEE', 900],
    ['PLAN_REVIEW', 50],
  ])
  const differences = requirementDifferences(small, large)
  assert.deepEqual(differences.fees, { added: [], dropped: [], changed: ['PERMIT_FEE'] })
  assert.deepEqual(differences.departments, { added: ['Fire'], dropped: [] })
  assert.deepEqual(differences.expectedDays, { from: 10, to: 30 })
  assert.ok(!isWithoutDifference({ ...differences, documents: [] }))
})

/**
 * As an agency publishes it: $993.75 for the first $100,000, and $5.60 for each further $1,000 or part of it.
 */
const byValue: FeeAmount = {
  fee: 'PERMIT_FEE',
  by: 'valuation',
  steps: [
    { above: 0, base: 2_500 },
    { above: 50_000, base: 2_500, per: 1_000, each: 50_000 },
    { above: 10_000_000, base: 99_375, per: 560, each: 100_000 },
  ],
}

test('a fee by steps has the amounts of the published table at its edges', () => {
  const amounts: [unknown, number | null][] = [
    [0, 2_500],
    [50_000, 2_500],
    [50_001, 3_500],
    [100_000, 3_500],
    [100_001, 4_500],
    [10_000_000, 2_500 + 199 * 1_000],
    [10_000_001, 99_935],
    [10_100_000, 99_935],
    [10_100_001, 100_495],
    [null, null],
    [undefined, null],
    ['100', null],
    [-1, null],
  ]
  for (const [value, expected] of amounts)
    assert.equal(
      amountOfFee(byValue, () => value),
      expected,
      String(value),
    )
  const limited = { ...byValue, least: 5_000, most: 100_000 }
  assert.equal(
    amountOfFee(limited, () => 0),
    5_000,
  )
  assert.equal(
    amountOfFee(limited, () => 1e9),
    100_000,
  )
  const tenths: FeeAmount = {
    fee: 'X',
    by: 'custom.acres',
    steps: [{ above: 0, base: 0, per: 7, each: 0.1 }],
  }
  assert.equal(
    amountOfFee(tenths, () => 0.3),
    21,
  )
  assert.equal(
    amountOfFee({ ...byValue, by: null, steps: [{ above: 0, base: 7 }] }, () => 'x'),
    7,
  )
})

test('a fee that begins above 0, falls back, or has half a step is refused', () => {
  const refused = (values: object) => assert.ok(!FeeAmount.safeParse({ ...byValue, ...values }).success)
  refused({ steps: [] })
  refused({ steps: [{ above: 1, base: 0 }] })
  refused({ steps: [{ above: 0, base: 0 }, { above: 5, base: 1 }, { above: 5, base: 2 }] }) // prettier-ignore
  refused({ steps: [{ above: 0, base: 0, per: 5 }] })
  refused({ steps: [{ above: 0, base: 0, per: 5, each: 0 }] })
  refused({ steps: [{ above: 0, base: -1 }] })
  refused({ steps: [{ above: 0, base: 1e13 }] })
  refused({ by: null })
  refused({ least: 2, most: 1 })
})

const money = fc.integer({ min: 0, max: 1e12 })
const step = fc.record({
  gap: fc.double({ min: 0.001, max: 1e14, noNaN: true }),
  base: money,
  per: fc.option(money, { nil: undefined }),
  each: fc.double({ min: 0.000_001, max: 1e15, noNaN: true }),
})
const anyAmount = fc
  .record({
    steps: fc.array(step, { minLength: 1, maxLength: 8 }),
    limits: fc.option(fc.tuple(money, money)),
  })
  .map(({ steps, limits }): FeeAmount => {
    let above = 0
    return {
      fee: 'PERMIT_FEE',
      by: 'valuation',
      steps: steps.map(({ gap, base, per, each }, at) => {
        if (at > 0) above += gap
        return { above, base, ...(per !== undefined && { per, each }) }
      }),
      ...(limits !== null && { least: Math.min(...limits), most: Math.max(...limits) }),
    }
  })
const value = fc.double({ min: 0, max: 1e15, noNaN: true })

test('any valid fee is a whole amount within its limits, for any value, and grows within a step', () => {
  fc.assert(
    fc.property(anyAmount, value, value, (amount, a, b) => {
      if (!FeeAmount.safeParse(amount).success) return
      const [low, high] = [Math.min(a, b), Math.max(a, b)]
      const of = (at: number) => amountOfFee(amount, () => at) ?? assert.fail('a value has an amount')
      for (const at of [low, high, ...amount.steps.map(({ above }) => above)]) {
        const found = of(at)
        assert.ok(Number.isSafeInteger(found), String(found))
        assert.ok(found >= (amount.least ?? 0) && found <= (amount.most ?? 1e12))
      }
      const stepOf = (at: number) => amount.steps.findLastIndex(({ above }) => at > above)
      if (stepOf(low) === stepOf(high)) assert.ok(of(low) <= of(high))
    }),
    { numRuns: 1_000 },
  )
})

const attribute = (values: Partial<LibraryAttribute>): LibraryAttribute => ({
  name: 'lit',
  label: 'Lit',
  type: 'boolean',
  masked: true,
  permitTypes: ['SIGN'],
  shownWhen: {},
  requiredWhen: null,
  ...values,
})
const library: PermitLibrary = {
  ...seedLibrary,
  attributes: [
    attribute({}),
    attribute({ name: 'shape', type: 'enum', options: ['ROUND', 'FLAT'] }),
    attribute({ name: 'height', type: 'number' }),
    attribute({ name: 'worth', type: 'money' }),
    attribute({ name: 'wording', type: 'text' }),
  ],
}

test('rules can name what people enter: no computed, derived or hidden field, and no text', () => {
  assert.deepEqual(
    [...ruleFields(library).keys()],
    ['priority', 'lat', 'lng', 'valuation', 'custom.lit', 'custom.shape', 'custom.height', 'custom.worth'],
  )
})

const problemsOf = (...rules: RequirementRule[]) =>
  checkRequirements(only(...rules), library).map(
    ({ path, code }) => `${path.replace('body.requirements.rules.', '')} ${code}`,
  )

test('every wrong part of a rule is named with its place', () => {
  const when = (condition: RuleCondition) => problemsOf(rule({ when: condition }))
  assert.deepEqual(when({ valuation: { min: 1 }, 'custom.lit': [true], 'custom.shape': ['FLAT'] }), [])
  assert.deepEqual(when({ balance: { min: 1 } }), ['0.when.balance unknown-field'])
  assert.deepEqual(when({ status: ['NEW'] }), ['0.when.status unknown-field'])
  assert.deepEqual(when({ permitType: ['SIGN'] }), ['0.when.permitType unknown-field'])
  assert.deepEqual(when({ 'custom.wording': ['X'] }), ['0.when.custom.wording unknown-field'])
  assert.deepEqual(when({ constructor: ['X'] }), ['0.when.constructor unknown-field'])
  assert.deepEqual(when({ 'custom.shape': { min: 1 } }), ['0.when.custom.shape wrong-type'])
  assert.deepEqual(when({ 'custom.height': ['5'] }), ['0.when.custom.height wrong-type'])
  assert.deepEqual(when({ 'custom.lit': ['true'] }), ['0.when.custom.lit unknown'])
  assert.deepEqual(when({ 'custom.shape': ['FLAT', 'SQUARE'] }), ['0.when.custom.shape unknown'])
  const amount: FeeAmount = { fee: 'PERMIT_FEE', by: 'custom.worth', steps: [{ above: 0, base: 1 }] }
  const fees = ['PERMIT_FEE']
  assert.deepEqual(problemsOf(rule({ fees, amounts: [amount] })), [])
  assert.deepEqual(problemsOf(rule({ fees, amounts: [amount, amount] })), ['0.amounts.1.fee repeated'])
  assert.deepEqual(problemsOf(rule({ amounts: [amount] })), ['0.amounts.0.fee unknown'])
  for (const by of ['balance', 'custom.shape', 'daysToExpiry', 'nothing'])
    assert.deepEqual(problemsOf(rule({ fees, amounts: [{ ...amount, by }] })), [
      '0.amounts.0.by unknown-field',
    ])
  assert.deepEqual(problemsOf(rule({ departments: ['Fire', 'Zoning', 'FIRE'] })), [
    '0.departments.2 repeated',
  ])
  const lit: RuleCondition = { 'custom.lit': [true] }
  assert.deepEqual(problemsOf(rule({}), rule({ when: lit })), [])
  assert.deepEqual(problemsOf(rule({ when: lit }), rule({ when: lit })), ['1 repeated'])
  assert.deepEqual(problemsOf(rule({}), rule({ when: {} })), ['1 repeated'])
})
