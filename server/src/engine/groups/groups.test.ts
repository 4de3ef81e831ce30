import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { GroupedPage, Groups, Reference, collections, maxGroupLines } from '@portal/contract'
import type { Role } from '@portal/contract'
import { createRandom } from '#domain/seed/random.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

interface Row {
  pid: string
  status: string
  city: string | null
  targetDate: string | null
  valuation: number | null
  org: { pid: string; title: string } | null
  title: string
}

let portal: TestApp
let people: Record<Role, Person>
let orgs: string[]
let all: Row[]
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  orgs = [
    await portal.given.org({ name: 'Zebra' }),
    await portal.given.org({ name: 'alder' }),
    await portal.given.org({ name: 'Maple' }),
  ]
  const random = createRandom('groups')
  for (let at = 0; at < 330; at += 1) {
    const values = {
      pid: portal.deps.ids.pid(),
      title: `Permit ${random.int(1, 40)}`,
      status: random.pick(['NEW', 'SUBMITTED', 'NEW', 'WAITING_CLIENT']),
      city: random.pick(['Austin', 'Buda', 'ågnes', null]),
      date: random.pick(['2026-12-01', '2026-12-02', '2027-01-01', null]),
      valuation: random.pick([null, 0, 5, 1_000_000]),
      org: random.pick(orgs),
    }
    await portal.deps.database.query(
      `insert into permits (pid, title, status, bucket, pipeline_stage, court, permit_type, city, target_date, valuation, org, ref_no, origin)
       values ($1, $2, $3, 'processing', 'INTAKE', 'OURS', 'SIGN', $4, $5, $6, $7, $8, 'STAFF')`,
      [
        values.pid,
        values.title,
        values.status,
        values.city,
        values.date,
        values.valuation,
        values.org,
        `PM-2026-${at}`,
      ],
    )
  }
  await portal.deps.database.query(
    `insert into permits_text (seq, t) select seq, ' ' || lower(title) from permits`,
    [],
  )
  all = (
    await portal.crud(people.team, {
      apiPath: 'permits',
      method: 'GET',
      query: { pageSize: 1000, sort: 'title' },
    })
  ).json().permits
})
after(() => portal.close())

async function ask(query: object, as = people.team) {
  const response = await portal.crud(as, { apiPath: 'permits/groups', method: 'GET', query })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}
const groupsOf = async (query: object, as = people.team) => Groups.parse(await ask(query, as)).groups
const pageOf = async (query: object) => GroupedPage.parse(await ask({ lines: true, ...query }))

const fields = ['status', 'city', 'targetDate', 'org', 'valuation'] as const
const plain = (row: Row, field: (typeof fields)[number]) =>
  field === 'org' ? (row.org?.pid ?? null) : row[field]

test('groups by one, two and three fields match a manual count and add up to the count of the list', async () => {
  const combinations = fields.flatMap((field) => [
    [field],
    ...fields.filter((two) => two !== field).flatMap((two) => [[field, two]]),
  ])
  for (const by of [...combinations, ['status', 'org', 'city'] as const]) {
    const groups = await groupsOf({ groupBy: by.join(','), sum: 'valuation' })
    const expected = new Map<string, { count: number; sum: number }>()
    for (const row of all) {
      const key = JSON.stringify(by.map((field) => plain(row, field)))
      const known = expected.get(key) ?? { count: 0, sum: 0 }
      expected.set(key, { count: known.count + 1, sum: known.sum + (row.valuation ?? 0) })
    }
    const found = groups.map(({ key, count, sums }): [string, { count: number; sum: number }] => {
      const values = by.map((field) => {
        const value = key[field]
        return typeof value === 'object' && value !== null && 'pid' in value ? value.pid : value
      })
      return [JSON.stringify(values), { count, sum: sums['valuation'] ?? -1 }]
    })
    assert.deepEqual(new Map(found), expected, by.join(','))
    assert.equal(found.length, expected.size)
    assert.equal(
      groups.reduce((sum, { count }) => sum + count, 0),
      all.length,
    )
  }
})

test('groups are ordered: codes as declared, references by title, days newest first, empty last', async () => {
  const statuses = (await groupsOf({ groupBy: 'status' })).map(({ key }) => key['status'])
  const declared = (collections.permits.fields.status.options ?? []).map(({ code }) => code)
  assert.deepEqual(
    statuses,
    declared.filter((code) => statuses.includes(code)),
  )
  const titles = (await groupsOf({ groupBy: 'org' })).map(({ key }) => Reference.parse(key['org']).title)
  assert.deepEqual(titles, ['alder', 'Maple', 'Zebra'])
  const days = (await groupsOf({ groupBy: 'targetDate' })).map(({ key }) => key['targetDate'])
  assert.deepEqual(days, ['2027-01-01', '2026-12-02', '2026-12-01', null])
})

test('filter, match, search and scope narrow the groups as they narrow the list', async () => {
  const query = { filter: { city: 'Austin', status: 'NEW' }, match: 'any' }
  const list = (await portal.crud(people.team, { apiPath: 'permits', method: 'GET', query })).json()
  const total = async (asked: object) =>
    (await groupsOf({ groupBy: 'org', ...asked })).reduce((sum, { count }) => sum + count, 0)
  assert.equal(await total(query), list.metadata.count)
  for (const searchToken of ['permit 7', 'pemrit 7']) {
    const found = (
      await portal.crud(people.team, { apiPath: 'permits/search', method: 'GET', query: { searchToken } })
    ).json()
    assert.ok(found.metadata.count > 0)
    assert.equal(await total({ searchToken }), found.metadata.count, searchToken)
  }
  assert.equal(await total({ scope: 'all' }), all.length)
})

for (const [by, open] of [
  ['status', 'all'],
  ['status,org', 'all'],
  ['org,targetDate,city', 'all'],
  ['city', [['Austin'], [null]]],
  ['status,city', [['NEW'], ['NEW', 'Buda'], ['SUBMITTED', 'Austin'], ['WAITING_CLIENT']]],
  ['status', []],
] as const) {
  test(`the grouped page by ${by} with ${JSON.stringify(open)} open has every record once, at most 100 lines a page`, async () => {
    const first = await pageOf({ groupBy: by, open, sort: 'title', sum: 'valuation' })
    assert.equal(first.metadata.count, all.length)
    const lines = [...first.lines]
    for (let page = 2; lines.length < first.metadata.lines; page += 1) {
      const next = await pageOf({ groupBy: by, open, sort: 'title', sum: 'valuation', page })
      assert.ok(next.lines.length > 0 && next.lines.length <= maxGroupLines)
      lines.push(...next.lines)
    }
    assert.equal(lines.length, first.metadata.lines)
    const names = by.split(',')
    const isOpen = (path: readonly unknown[]) =>
      open === 'all' || open.some((each) => JSON.stringify(each) === JSON.stringify(path))
    let inside: readonly unknown[] = []
    const seen: string[] = []
    const headers = lines.filter((line) => line.kind === 'group')
    for (const line of lines) {
      if (line.kind === 'group') {
        inside = line.path
        assert.deepEqual(
          [line.isOpen, line.depth, line.field],
          [isOpen(line.path), line.path.length - 1, names[line.path.length - 1]],
        )
        const within = all.filter((row) =>
          line.path.every((value, at) => plain(row, fieldNamed(names[at])) === value),
        )
        assert.deepEqual(
          [line.count, line.sums],
          [within.length, { valuation: within.reduce((sum, { valuation }) => sum + (valuation ?? 0), 0) }],
        )
      } else {
        const record = all.find(({ pid }) => pid === line.record['pid'])
        assert.ok(record)
        assert.deepEqual(line.record, record)
        assert.deepEqual(
          names.map((name) => plain(record, fieldNamed(name))),
          inside,
        )
        seen.push(record.pid)
      }
    }
    const shown = all.filter((row) =>
      names.every((_, at) => isOpen(names.slice(0, at + 1).map((name) => plain(row, fieldNamed(name))))),
    )
    assert.deepEqual(seen.toSorted(), shown.map(({ pid }) => pid).toSorted())
    const leaves = headers.filter(({ path }) => path.length === names.length && isOpen(path))
    const sorted = leaves.flatMap(({ path }) =>
      all.filter((row) => names.every((name, at) => plain(row, fieldNamed(name)) === path[at])),
    )
    assert.deepEqual(
      seen,
      sorted.map(({ pid }) => pid),
      'records inside their groups stand in the order of the list',
    )
    assert.equal((await pageOf({ groupBy: by, open, page: 1_000_000 })).lines.length, 0)
  })
}

const fieldNamed = (name: string | undefined) => fields.find((field) => field === name) ?? 'status'

test('a client groups the rows of their own organization and cannot group by masked fields', async () => {
  const client = await portal.given.user({ role: 'client', org: orgs[0] ?? '' })
  const groups = await groupsOf({ groupBy: 'org', sum: 'valuation' }, client)
  assert.deepEqual(
    groups.map(({ key, count }) => [key['org'], count]),
    [[{ pid: orgs[0], title: 'Zebra' }, all.filter((row) => row.org?.pid === orgs[0]).length]],
  )
  const refused = await portal.crud(client, {
    apiPath: 'permits/groups',
    method: 'GET',
    query: { groupBy: 'priority' },
  })
  assert.equal(refused.statusCode, 400)
  assert.match(refused.body, /priority/)
})

test('references the reader may not see form one group with the empty ones, and open with them', async () => {
  const { client } = await portal.given.everyRole(orgs[1])
  const draft = (
    await portal.crud(client, {
      apiPath: 'permits',
      method: 'POST',
      body: { title: 'Secret', permitType: 'SIGN' },
    })
  ).json().pid
  const make = async (title: string) =>
    (await portal.crud(people.team, { apiPath: 'tasks', method: 'POST', body: { title } })).json().pid
  const [loose, hidden] = [await make('loose'), await make('hidden')]
  await portal.deps.database.query('update tasks set permit = $1 where pid = $2', [draft, hidden])
  const query = { groupBy: 'permit', lines: true, open: [[null]] }
  const response = await portal.crud(people.team, { apiPath: 'tasks/groups', method: 'GET', query })
  assert.doesNotMatch(response.body, /Secret/)
  const { lines } = GroupedPage.parse(response.json())
  const pids = lines.flatMap((line) => (line.kind === 'group' ? [] : [String(line.record['pid'])]))
  const [header] = lines
  assert.equal(header?.kind === 'group' && header.count, 2)
  assert.deepEqual(new Set(pids), new Set([loose, hidden]))
})
