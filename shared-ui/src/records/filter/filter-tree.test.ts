import { collections, fieldFinder, parseFilter } from '@portal/contract'
import type { Filter, Match } from '@portal/contract'
import { countConditions, toFilter, toTree } from './filter-tree.ts'

const find = fieldFinder(collections.permits, { role: 'team' })

const filters: [string, Filter, Match][] = [
  ['one value', { status: 'NEW' }, 'all'],
  ['a list', { status: ['NEW', 'DRAFT'], priority: { nin: ['HIGH'] } }, 'all'],
  ['empty and not empty', { targetDate: null, org: { isNotEmpty: true } }, 'all'],
  ['two conditions on one field', { targetDate: { gte: '2026-01-01', lte: '2026-12-31' } }, 'all'],
  [
    'two conditions on one field, any',
    { targetDate: { gte: '2026-01-01', lte: '2025-01-01' }, status: 'NEW' },
    'any',
  ],
  ['relative dates', { targetDate: { within: 'overdue' } }, 'any'],
  [
    'a group of any within all',
    { status: 'NEW', or: [{ city: 'Austin' }, { city: 'Dallas', region: 'TX' }] },
    'all',
  ],
  [
    'a group of all within any',
    { status: 'NEW', and: [{ city: 'Austin' }, { title: { contains: 'pool' } }] },
    'any',
  ],
  [
    'groups three deep',
    { or: [{ and: [{ city: 'Austin' }, { or: [{ title: 'a' }, { title: 'b' }] }] }, { status: 'NEW' }] },
    'all',
  ],
]

/** A record that is described by the values it has, judged by a checked filter. */
function holds(
  node: ReturnType<typeof parseFilter>,
  record: Readonly<Record<string, string | null>>,
): boolean {
  if (node.kind !== 'test')
    return node.kind === 'and'
      ? node.nodes.every((node) => holds(node, record))
      : node.nodes.some((node) => holds(node, record))
  const value = record[node.field] ?? null
  const text = String(value)
  const [first] = node.values
  switch (node.operator) {
    case 'isEmpty':
      return value === null
    case 'isNotEmpty':
      return value !== null
    case 'in':
      return node.values.some((each) => each === value)
    case 'nin':
      return !node.values.some((each) => each === value)
    case 'gte':
      return value !== null && text >= String(first)
    case 'lte':
      return value !== null && text <= String(first)
    case 'contains':
      return text.includes(String(first))
    case 'within':
      return value !== null && text < '2026-11-20'
    default:
      return value === first
  }
}

const records = ['NEW', 'DRAFT', 'ISSUED'].flatMap((status) =>
  ['Austin', 'Dallas', null].flatMap((city) =>
    ['a', 'b', 'pool house'].flatMap((title) =>
      ['2024-05-01', '2026-05-01', '2027-01-01', null].map((targetDate) => ({
        status,
        city,
        title,
        targetDate,
        region: 'TX',
        org: 'o',
        priority: 'HIGH',
      })),
    ),
  ),
)

test.each(filters)(
  'a filter read from an address and written again finds the same records: %s',
  (_name, filter, match) => {
    const tree = toTree(filter, match)
    const before = parseFilter(filter, find, match)
    const after = parseFilter(toFilter(tree), find, match)
    const found = (node: typeof before) => records.filter((record) => holds(node, record))
    expect(found(after)).toEqual(found(before))
    expect(toFilter(toTree(toFilter(tree), match))).toEqual(toFilter(tree))
  },
)

test('a condition without its value is not asked yet, and an empty group neither', () => {
  const tree = toTree({ status: 'NEW' }, 'all')
  const building = {
    ...tree,
    items: [
      ...tree.items,
      { kind: 'condition', field: 'city', operator: 'contains', value: '' } as const,
      { kind: 'condition', field: 'org', operator: 'in', value: [] } as const,
      { kind: 'condition', field: 'targetDate', operator: 'between', value: ['2026-01-01', ''] } as const,
      { kind: 'group', match: 'any', items: [] } as const,
    ],
  }
  expect(toFilter(building)).toEqual({ status: 'NEW' })
})

test('two conditions on one field stay two under any', () => {
  const filter = toFilter({
    kind: 'group',
    match: 'any',
    items: [
      { kind: 'condition', field: 'title', operator: 'contains', value: 'pool' },
      { kind: 'condition', field: 'title', operator: 'contains', value: 'fence' },
    ],
  })
  expect(filter).toEqual({ title: { contains: 'pool' }, or: [{ title: { contains: 'fence' } }] })
  expect(countConditions(toTree(filter, 'any'))).toBe(2)
})
