import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DistinctValues, GroupedPage, Groups, Metadata, collections } from '@portal/contract'
import type { Role } from '@portal/contract'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { finds, grouped, holds, inOrder, summed } from './test-support/naive-oracle.ts'
import type { NaiveRow } from './test-support/naive-oracle.ts'
import { questions } from './test-support/random-queries.ts'
import type { Question } from './test-support/random-queries.ts'
import { assertValueTotals } from './test-support/value-totals.ts'
import {
  askable,
  givenCast,
  rowsFor,
  searchedText,
  seedRecords,
  shownTo,
} from './test-support/seeded-records.ts'
import type { Cast, ProvenCollection, Seeded } from './test-support/seeded-records.ts'

/** `PROVE=1` asks the full number of queries; `SEED=n` repeats a run. */
const isFull = process.env['PROVE'] === '1'
const seed = Number(process.env['SEED'] ?? (isFull ? Math.floor(Math.random() * 1e9) : 20_261_120))
const rounds = isFull ? 12 : 1
const questionsEach = isFull ? 18 : 5
const minCalls = isFull ? 20_000 : 300

/** The four roles, and a client of another organization. */
type Asker = Role | 'other client'
const scenes: readonly [ProvenCollection, Asker][] = [
  ['permits', 'team'],
  ['permits', 'client'],
  ['processed', 'admin'],
  ['processed', 'client'],
  ['tasks', 'team'],
  ['ctasks', 'team'],
  ['ctasks', 'client'],
  ['permits', 'superadmin'],
  ['permits', 'other client'],
  ['tasks', 'superadmin'],
  ['payments', 'other client'],
  ['payments', 'team'],
  ['payments', 'client'],
]
/** Pages beyond the first thousand rows use another query, so there are more permits than that. */
const rowCounts = { permits: 1_900, tasks: 300, payments: 150 } as const

let portal: TestApp
let calls = 0
let people: Record<Asker, Person>
let cast: Cast
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  const everyRole = await portal.given.everyRole()
  cast = await givenCast(portal, everyRole.admin)
  const [client, other] = [cast.orgs[0] ?? null, cast.orgs[1] ?? null].map((org) =>
    portal.given.user({ role: 'client', org }),
  )
  people = {
    ...everyRole,
    client: await (client ?? assert.fail()),
    'other client': await (other ?? assert.fail()),
  }
})
after(() => portal.close())

async function ask(as: Person, apiPath: string, query: object): Promise<unknown> {
  calls += 1
  const response = await portal.crud(as, { apiPath, method: 'GET', query })
  assert.equal(response.statusCode, 200, `${apiPath} ${response.body}`)
  return response.json()
}

interface Scene {
  collection: ProvenCollection
  person: Person
  seeded: Seeded
}

const Record = z.looseObject({ pid: z.string() })
const Count = z.object({ total: z.number() })
const pidsOf = (rows: readonly { pid: string }[]) => rows.map(({ pid }) => pid)
const bare = (value: unknown) => Record.safeParse(value).data?.pid ?? value

function defined(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

/** Checks every page in order, and one past the end. */
async function checkPages(
  { collection, person }: Scene,
  question: Question,
  expected: readonly NaiveRow[],
): Promise<void> {
  const { filter, match, sort } = question
  const { responseField } = collections[collection]
  const Page = z.looseObject({ metadata: Metadata })
  const pageSize = Math.min(1_000, Math.ceil((expected.length + 1) / question.pages))
  const found: string[] = []
  for (let page = 1; page <= question.pages + 1; page += 1) {
    const result = Page.parse(
      await ask(person, collection, defined({ filter, match, sort, page, pageSize, fields: 'pid' })),
    )
    assert.equal(result.metadata.count, expected.length, 'the count of the list')
    found.push(...pidsOf(z.array(Record).parse(result[responseField])))
  }
  assert.deepEqual(found, pidsOf(expected), 'the pages of the list, one after the other')
}

async function checkCount(
  { collection, person }: Scene,
  { filter, match }: Question,
  expected: readonly NaiveRow[],
): Promise<void> {
  if (match === 'any' && Object.keys(filter).length > 1) return
  const { total } = Count.parse(
    await ask(person, 'count', { collection, aggregate: [{ match: filter }, { count: 'total' }] }),
  )
  assert.equal(total, expected.length, 'the count')
}

/** Deletes some rows and restores them, which the counts that are known by then must follow. */
async function checkFollowed(
  { collection, person }: Scene,
  { filter, match }: Question,
  visible: readonly NaiveRow[],
  expected: readonly NaiveRow[],
): Promise<void> {
  const { table } = collections[collection]
  const some = [...pidsOf(expected).slice(0, 3), ...pidsOf(visible).slice(0, 3)]
  const left = expected.filter(({ pid }) => !some.includes(pid))
  for (const [deletedAt, count] of [
    ['now()', left.length],
    ['null', expected.length],
  ] as const) {
    await portal.deps.database.query(
      `update ${table} set deleted_at = ${deletedAt} where pid = any($1::text[])`,
      [some],
    )
    const { metadata } = z
      .looseObject({ metadata: Metadata })
      .parse(await ask(person, collection, defined({ filter, match, pageSize: 1, fields: 'pid' })))
    assert.equal(metadata.count, count, `the count after a write of deleted_at = ${deletedAt}`)
  }
}

async function checkGroups(scene: Scene, question: Question, expected: readonly NaiveRow[]): Promise<void> {
  const { filter, match, sort, groupBy, sum } = question
  const asked = defined({ groupBy: groupBy.join(','), sum: sum.join(','), filter, match, sort })
  const { groups } = Groups.parse(await ask(scene.person, `${scene.collection}/groups`, asked))
  const naive = grouped(expected, groupBy)
  const told = groups.map(({ key, count, sums }) => [
    JSON.stringify(groupBy.map((name) => bare(key[name]) ?? null)),
    count,
    sums,
  ])
  const wanted = [...naive].map(([key, rows]) => [
    key,
    rows.length,
    Object.fromEntries(sum.map((name) => [name, summed(rows, name)])),
  ])
  const byKey = (one: unknown[], other: unknown[]) => (String(one[0]) < String(other[0]) ? -1 : 1)
  assert.deepEqual(told.toSorted(byKey), wanted.toSorted(byKey), 'the groups')
  const counted = groups.reduce((sum, { count }) => sum + count, 0)
  assert.equal(counted, expected.length, 'group counts add up to the count of the list')
  if (expected.length > 250) return
  const drawn: string[] = []
  let [page, lines] = [1, 0]
  for (; page === 1 || lines > (page - 1) * 100; page += 1) {
    const result = GroupedPage.parse(
      await ask(scene.person, `${scene.collection}/groups`, { ...asked, lines: true, open: 'all', page }),
    )
    lines = result.metadata.lines
    assert.equal(result.metadata.count, expected.length, 'the count of the grouped page')
    drawn.push(
      ...result.lines.flatMap((line) => (line.kind === 'record' ? [Record.parse(line.record).pid] : [])),
    )
  }
  const inside = groups.flatMap(
    ({ key }) => naive.get(JSON.stringify(groupBy.map((name) => bare(key[name]) ?? null))) ?? [],
  )
  assert.deepEqual(drawn, pidsOf(inside), 'the records of the grouped pages, one after the other')
}

async function checkValues(
  { collection, person, seeded }: Scene,
  { filter, match, valuesOf }: Question,
  expected: readonly NaiveRow[],
): Promise<void> {
  if (match === 'any' && Object.keys(filter).length > 1) return
  const result = DistinctValues.parse(
    await ask(person, `${collection}/fields/${valuesOf}`, { filter, limit: 1_000 }),
  )
  const counts = new Map<string, number>()
  const isList = seeded.world.types[valuesOf] === 'list'
  for (const row of expected) {
    const value = row.values[valuesOf] ?? null
    for (const each of isList && Array.isArray(value) ? value : [value])
      counts.set(JSON.stringify(each), (counts.get(JSON.stringify(each)) ?? 0) + 1)
  }
  assert.deepEqual(
    new Map(result.values.map(({ value, count }) => [JSON.stringify(bare(value)), count])),
    counts,
    `the values of ${valuesOf}`,
  )
  const frequencies = result.values.map(({ count }) => count)
  assert.deepEqual(
    frequencies,
    frequencies.toSorted((a, other) => other - a),
    'the most frequent value first',
  )
}

async function checkExport(
  { collection, person }: Scene,
  {
    filter,
    match,
    sort,
    searchToken,
  }: Pick<Question, 'filter' | 'match' | 'sort'> & { searchToken?: string },
  expected: readonly NaiveRow[],
): Promise<void> {
  calls += 1
  const query = defined({
    format: 'csv',
    filter: JSON.stringify(filter),
    match,
    sort,
    searchToken,
    fields: 'pid,refNo',
  })
  const response = await portal.send(
    { method: 'GET', url: `/api/export/${collection}`, query: z.record(z.string(), z.string()).parse(query) },
    person,
  )
  assert.equal(response.statusCode, 200, response.body)
  const cells = z.array(z.array(z.string())).parse(parse(response.body))
  assert.deepEqual(cells, [['pid', 'refNo'], ...expected.map(({ pid }) => [pid, `NO-${pid}`])], 'the export')
}

/**
 * Checks the results of a search in a list and in an export. Matches with a typo, which apply if no row
 * contains the words as typed, are tested in typos.test.ts.
 */
async function checkSearch(
  scene: Scene,
  { filter, match, sort, searchToken }: Question,
  visible: readonly NaiveRow[],
): Promise<void> {
  const { collection, person, seeded } = scene
  const { table, responseField, defaultSort } = collections[collection]
  const found = visible.filter((row) => finds(searchedText(row, table, seeded.world), searchToken))
  // Typos are matched when none of the filtered rows contains the words, so that case is skipped.
  const kept = found
    .map((row) => shownTo(row, person, seeded.world))
    .filter((row) => holds(row, filter, match, seeded.world))
  if (kept.length === 0) return
  const query = { filter, match, sort: sort ?? defaultSort, searchToken }
  const Page = z.looseObject({ metadata: Metadata })
  const expected = inOrder(kept, query.sort, seeded.world)
  const said = `a search for ${JSON.stringify(searchToken)}`
  // A full page, the last one and one past the end: each knows the count in its own way.
  const pageSize = Math.min(100, Math.ceil(kept.length / 2))
  for (const page of [1, 2, 3]) {
    const result = Page.parse(await ask(person, `${collection}/search`, { ...query, page, pageSize }))
    assert.equal(result.metadata.count, kept.length, `the count of ${said}, page ${page}`)
    assert.deepEqual(
      pidsOf(z.array(Record).parse(result[responseField])),
      pidsOf(expected).slice((page - 1) * pageSize, page * pageSize),
      `${said}, page ${page}`,
    )
  }
  await checkExport(scene, { ...query, searchToken }, expected)
}

async function agree(scene: Scene, question: Question): Promise<void> {
  const visible = rowsFor(scene.seeded, scene.collection, scene.person)
  const { world } = scene.seeded
  const kept = visible
    .map((row) => shownTo(row, scene.person, world))
    .filter((row) => holds(row, question.filter, question.match, world))
  const expected = inOrder(kept, question.sort ?? collections[scene.collection].defaultSort, world)
  await checkPages(scene, question, expected)
  await checkCount(scene, question, expected)
  await checkFollowed(scene, question, visible, expected)
  await checkGroups(scene, question, expected)
  await checkValues(scene, question, expected)
  const { filter, match, sort } = question
  await checkExport(scene, { filter, match, sort }, expected)
  await checkSearch(scene, question, visible)
}

test(`pages, counts, groups, values and exports match a naive evaluation of the same rows (SEED=${seed})`, async (run) => {
  for (let round = 0; round < rounds; round += 1) {
    const records = new Map<string, Seeded>()
    for (const table of ['permits', 'tasks', 'payments'] as const) {
      records.set(table, await seedRecords(portal, cast, table, rowCounts[table], (seed + round) % 1_000_000))
      await assertValueTotals(portal.deps.database, table)
    }
    for (const [collection, role] of scenes) {
      const seeded = records.get(collections[collection].table)
      assert.ok(seeded)
      const scene = { collection, person: people[role], seeded }
      const names = askable(seeded, collection, scene.person)
      await run.test(`${collection} as ${role}, round ${round + 1}`, () =>
        fc.assert(
          fc.asyncProperty(questions(seeded, names), (question) => agree(scene, question)),
          { numRuns: questionsEach, seed: seed + round },
        ),
      )
    }
  }
  run.diagnostic(`${calls} calls`)
  assert.ok(calls >= minCalls, `${calls} calls`)
})
