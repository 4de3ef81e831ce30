import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { collections } from '../collections/collections.ts'
import { Refusal } from '../problem.ts'
import { fieldFinder } from './fields.ts'
import { operators, operatorsOf, parseFilter } from './filter.ts'
import type { FilterNode } from './filter.ts'

const find = fieldFinder(collections.permits, { role: 'team' })
const forClient = fieldFinder(collections.permits, { role: 'client' })

function refusalOf(work: () => unknown): Refusal {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}
const codeOf = (filter: unknown) => refusalOf(() => parseFilter(filter, find)).extras.errors?.[0]?.code
const only = (node: FilterNode): FilterNode =>
  node.kind !== 'test' && node.nodes[0] !== undefined && node.nodes.length === 1 ? node.nodes[0] : node
const meaning = (filter: unknown) => {
  const node = only(parseFilter(filter, find))
  return node.kind === 'test' ? [node.field, node.operator, node.values] : node.kind
}

test('a value means equals, a list means one of, an object names operators, and null means empty', () => {
  assert.deepEqual(meaning({ status: 'NEW' }), ['status', 'eq', ['NEW']])
  assert.deepEqual(meaning({ status: ['NEW', 'ISSUED'] }), ['status', 'in', ['NEW', 'ISSUED']])
  assert.deepEqual(meaning({ targetDate: { between: ['2026-01-01', '2026-02-01'] } }), [
    'targetDate',
    'between',
    ['2026-01-01', '2026-02-01'],
  ])
  assert.deepEqual(meaning({ city: null }), ['city', 'isEmpty', []])
  assert.deepEqual(meaning({ city: { ne: null } }), ['city', 'isNotEmpty', []])
  assert.deepEqual(meaning({ city: { in: [null] } }), ['city', 'isEmpty', []])
  assert.deepEqual(meaning({ city: { nin: [null] } }), ['city', 'isNotEmpty', []])
  assert.deepEqual(meaning({ createdAt: { gte: '2026-01-01' } }), ['createdAt', 'gte', ['2026-01-01']])
  assert.deepEqual(meaning({ valuation: { gt: 5, lt: 9 } }), 'and')
})

test('match combines the conditions, and an empty filter matches everything', () => {
  assert.equal(parseFilter({ city: 'x', title: 'y' }, find, 'any').kind, 'or')
  assert.equal(parseFilter({ city: 'x', title: 'y' }, find).kind, 'and')
  for (const match of ['all', 'any'] as const)
    assert.deepEqual(parseFilter({}, find, match), { kind: 'and', nodes: [] })
  assert.deepEqual(parseFilter(undefined, find), { kind: 'and', nodes: [] })
})

test('a refusal names the path of the error', () => {
  assert.equal(codeOf({ nonsense: 1 }), 'unknown-field')
  assert.equal(codeOf(JSON.parse('{"__proto__":1}')), 'unknown-field')
  assert.equal(codeOf({ constructor: 1 }), 'unknown-field')
  assert.equal(codeOf({ title: { regex: 'x' } }), 'unknown-operator')
  assert.equal(codeOf({ title: { within: 'today' } }), 'unknown-operator')
  assert.equal(codeOf({ status: 'NOPE' }), 'wrong-type')
  assert.equal(codeOf({ valuation: '5' }), 'wrong-type')
  assert.equal(codeOf('x'), 'wrong-type')
  assert.equal(codeOf({ and: {} }), 'wrong-type')
  const refusal = refusalOf(() => parseFilter({ or: [{ title: 'a' }, { targetDate: '2026-02-30' }] }, find))
  assert.equal(refusal.extras.errors?.[0]?.path, 'query.filter.or.targetDate.eq')
})

test('groups five deep and fifty conditions are allowed, more are refused (contract.md 2)', () => {
  const nested = (groups: number): object => (groups === 0 ? { title: 'x' } : { and: [nested(groups - 1)] })
  parseFilter(nested(5), find)
  assert.equal(codeOf(nested(6)), 'out-of-range')
  const wide = (count: number) => ({ or: Array.from({ length: count }, () => ({ title: 'x' })) })
  parseFilter(wide(50), find)
  assert.equal(codeOf(wide(51)), 'out-of-range')
})

test('empty groups count as conditions, so that their number is limited too (contract.md 2)', () => {
  const groups = (count: number, each: object) => ({ and: Array.from({ length: count }, () => each) })
  for (const empty of [{}, { or: [] }, { and: [] }]) {
    parseFilter(groups(50, empty), find)
    assert.equal(codeOf(groups(51, empty)), 'out-of-range', JSON.stringify(empty))
  }
})

test('a masked field is unknown to a client', () => {
  parseFilter({ priority: 'HIGH' }, find)
  assert.equal(
    refusalOf(() => parseFilter({ priority: 'HIGH' }, forClient)).extras.errors?.[0]?.code,
    'unknown-field',
  )
})

test('a field refuses the operators that do not belong to its type', () => {
  for (const [name, declared] of Object.entries(collections.permits.fields)) {
    for (const operator of operators) {
      if (operatorsOf[declared.type].includes(operator)) continue
      assert.equal(codeOf({ [name]: { [operator]: true } }), 'unknown-operator', `${name} ${operator}`)
    }
  }
})

test('any input gives a valid filter or a validation refusal', () => {
  const names = fc.constantFrom(
    'title',
    'status',
    'org',
    'targetDate',
    'createdAt',
    'valuation',
    'lat',
    'tags',
    'attributes',
    'pid',
    'and',
    'or',
    'x',
  )
  const filter = fc.dictionary(
    names,
    fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...operators, 'x'), fc.jsonValue())),
  )
  fc.assert(
    fc.property(filter, (sent) => {
      try {
        parseFilter(sent, find)
      } catch (error) {
        assert.ok(error instanceof Refusal && error.type === 'validation-failed')
      }
    }),
    { numRuns: 2_000, seed: 20261120 },
  )
})

test('F20: a text filter is not trimmed, so that spaces can be searched for', () => {
  for (const operator of [
    'contains',
    'startsWith',
    'endsWith',
    'eq',
    'ne',
    'gt',
    'gte',
    'lt',
    'lte',
  ] as const) {
    assert.deepEqual(meaning({ title: { [operator]: ' e ' } }), ['title', operator, [' e ']], operator)
  }
  assert.deepEqual(meaning({ title: { in: ['e ', '\te'] } }), ['title', 'in', ['e ', '\te']])
  assert.deepEqual(meaning({ tags: { contains: 'e ' } }), ['tags', 'contains', ['e ']])
  assert.deepEqual(meaning({ title: { contains: 'e\u0301 ' } }), ['title', 'contains', ['é ']])
  assert.equal(codeOf({ title: { contains: 'e\u0000' } }), 'wrong-type')
})
