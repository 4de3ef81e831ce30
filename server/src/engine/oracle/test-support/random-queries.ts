import { operatorsOf, relativePeriods } from '@portal/contract'
import type { Operator } from '@portal/contract'
import fc from 'fast-check'
import type { NaiveFilter, Value } from './naive-oracle.ts'
import type { Seeded } from './seeded-records.ts'

/** A random query of a collection. */
export interface Question {
  filter: NaiveFilter
  match: 'all' | 'any'
  sort: string | undefined
  groupBy: readonly string[]
  sum: readonly string[]
  valuesOf: string
  pages: number
  searchToken: string
}

const manners: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFD'),
]

/** A part of a stored text in another case or normal form, as a user may type it. */
const piece = (pool: readonly Value[]) =>
  fc
    .tuple(
      fc.constantFrom(...pool.map(String)),
      fc.nat(5),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(...manners),
    )
    .map(([text, from, length, typed]) => {
      const letters = Array.from(text)
      const start = Math.min(from, letters.length - 1)
      return typed(letters.slice(start, start + length).join(''))
    })

function asked(
  type: keyof typeof operatorsOf,
  operator: Operator,
  pool: readonly Value[],
): fc.Arbitrary<unknown> {
  const one = fc.constantFrom(
    ...pool.flatMap((value) => (typeof value === 'object' && value !== null ? [...value] : [value])),
  )
  const orDay =
    type === 'datetime'
      ? fc.oneof(
          one,
          one.map((value) => String(value).slice(0, 10)),
        )
      : one
  const orEmpty = fc.option(orDay, { freq: 6, nil: null })
  if (operator === 'isEmpty' || operator === 'isNotEmpty') return fc.constant(true)
  if (operator === 'within') return fc.constantFrom(...relativePeriods)
  if (operator === 'in' || operator === 'nin') return fc.array(orEmpty, { maxLength: 4 })
  if (operator === 'between') return fc.tuple(orDay, orDay)
  if (operator === 'eq' || operator === 'ne') return orEmpty
  if (type === 'list') return one
  return ['contains', 'startsWith', 'endsWith'].includes(operator) ? piece(pool) : orDay
}

function condition(seeded: Seeded, name: string): fc.Arbitrary<unknown> {
  const type = seeded.world.types[name] ?? 'text'
  const pool = seeded.pools[name] ?? []
  const operator = fc
    .constantFrom(...operatorsOf[type])
    .chain((each) => asked(type, each, pool).map((value): [string, unknown] => [each, value]))
  return fc.oneof(asked(type, 'eq', pool), asked(type, 'in', pool), {
    arbitrary: fc.array(operator, { minLength: 1, maxLength: 2 }).map((pairs) => Object.fromEntries(pairs)),
    weight: 4,
  })
}

function filterOf(seeded: Seeded, names: readonly string[], depth: number): fc.Arbitrary<NaiveFilter> {
  const named = fc
    .constantFrom(...names)
    .chain((name) => condition(seeded, name).map((asked): [string, unknown] => [name, asked]))
  const flat = fc.array(named, { maxLength: 3 }).map((pairs): NaiveFilter => Object.fromEntries(pairs))
  if (depth === 0) return flat
  const nested = fc.array(filterOf(seeded, names, depth - 1), { maxLength: 3 })
  const group = fc
    .tuple(fc.constantFrom('and', 'or'), nested)
    .map(([word, filters]): NaiveFilter => ({ [word]: filters }))
  return fc.oneof(
    { arbitrary: flat, weight: 3 },
    fc.tuple(flat, group).map(([one, other]): NaiveFilter => ({ ...one, ...other })),
  )
}

/** Random queries that use the given fields. */
export function questions(seeded: Seeded, names: readonly string[]): fc.Arbitrary<Question> {
  const typed = (types: readonly string[]) =>
    names.filter((name) => types.includes(seeded.world.types[name] ?? ''))
  const single = names.filter((name) => seeded.world.types[name] !== 'list')
  const key = fc.tuple(fc.constantFrom(...single), fc.constantFrom('', '-'))
  const sort = fc.uniqueArray(key, { selector: ([name]) => name, maxLength: 4 })
  return fc.record({
    filter: filterOf(seeded, names, 2),
    match: fc.constantFrom('all', 'any'),
    sort: sort.map((keys) =>
      keys.length === 0 ? undefined : keys.map(([name, sign]) => `${sign}${name}`).join(','),
    ),
    groupBy: fc.uniqueArray(fc.constantFrom(...single), { minLength: 1, maxLength: 3 }),
    sum: fc.shuffledSubarray(typed(['money', 'integer', 'decimal'])).map((names) => names.slice(0, 2)),
    valuesOf: fc.constantFrom(...names),
    pages: fc.integer({ min: 1, max: 6 }),
    searchToken: fc
      .array(piece(seeded.pools['title'] ?? seeded.pools['description'] ?? []), {
        minLength: 1,
        maxLength: 2,
      })
      .map((words) => words.join(' ')),
  })
}
