import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allFields, collections } from '@portal/contract'
import type { Role } from '@portal/contract'
import fc from 'fast-check'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { refreshSearchTextSql } from '../search/search-text.ts'

const rowCount = 2_300
let portal: TestApp
let people: Record<Role, Person>

before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  const orgs = [
    people.client.org,
    await portal.given.org({ name: 'Zenith' }),
    await portal.given.org({ name: 'Acme' }),
  ]
  await portal.deps.database.query(
    `insert into permits (pid, ref_no, title, org, permit_type, status, bucket, pipeline_stage, priority, target_date, valuation, city, assigned_to, tags, collaborators, created_at, expiry_date)
     select 'P' || lpad(i::text, 10, '0'), 'PM-2020-' || lpad(i::text, 6, '0'), 'Permit ' || (i % 7), ($1::text[])[1 + i % 3], 'BUILDING',
       case when i % 5 = 0 then 'NEW' else 'SUBMITTED' end, 'processing', 'INTAKE', case when i % 4 = 0 then null else 'HIGH' end,
       case when i % 3 = 0 then null else date '2026-01-01' + i % 11 end, i % 13, case when i % 2 = 0 then 'Austin' end,
       case when i % 6 = 0 then $2 end, array['t' || i % 3],
       case i % 4 when 0 then null when 1 then '{}'::text[] else array['c'] end, timestamptz '2026-01-01Z' + (i % 17) * interval '1 day', date '2027-01-01' + i % 5
     from generate_series(1, ${rowCount}) i`,
    [orgs, people.team.pid],
  )
  await portal.deps.database.query(refreshSearchTextSql('permits', 'true'), [])
})
after(() => portal.close())

interface Page {
  permits: { pid: string }[]
  metadata: { count: number }
}
const list = async (query: object, as = people.team, apiPath = 'permits') => {
  const response = await portal.crud(as, { apiPath, method: 'GET', query })
  assert.equal(response.statusCode, 200, response.body)
  return response.json<Page>()
}

const sortable = [
  ...Object.entries(allFields(collections.permits))
    .filter(([, { type }]) => type !== 'list' && type !== 'json')
    .map(([name]) => name),
  'pid',
  'version',
]
const sorts = fc
  .uniqueArray(fc.constantFrom(...sortable), { maxLength: 3, minLength: 1 })
  .chain((names) =>
    fc.tuple(...names.map((name) => fc.boolean().map((descending) => (descending ? `-${name}` : name)))),
  )
  .map((keys) => keys.join(','))
const filters = fc.constantFrom(
  {},
  { status: 'NEW' },
  { city: { isEmpty: true } },
  { title: { contains: 'permit 3' } },
  { targetDate: { gte: '2026-01-05' } },
)

test('pages neither overlap nor skip rows for any sort and filter: near, deep, and read from the end', async () => {
  await fc.assert(
    fc.asyncProperty(sorts, filters, fc.integer({ min: 60, max: 700 }), async (sort, filter, pageSize) => {
      const first = await list({ sort, filter, pageSize: 1000 })
      const { count } = first.metadata
      const seen: string[] = []
      for (let page = 1; page <= Math.ceil(count / pageSize); page += 1) {
        const { permits, metadata } = await list({ sort, filter, page, pageSize, fields: 'pid' })
        assert.equal(metadata.count, count)
        seen.push(...permits.map(({ pid }) => pid))
      }
      assert.equal(seen.length, count)
      assert.equal(new Set(seen).size, count)
      // All page sizes give the same order: the long first page is the start of each of them.
      assert.deepEqual(
        seen.slice(0, 1000),
        first.permits.map(({ pid }) => pid),
      )
    }),
    { numRuns: 12, seed: 20261120 },
  )
})

test('rows are sorted by the given fields, references by title, empty always last', async () => {
  const values = async (sort: string, field: string) => {
    const response = await portal.crud(people.team, {
      apiPath: 'permits',
      method: 'GET',
      query: { sort, pageSize: 1000, page: 1, fields: field },
    })
    return response
      .json<{ permits: Record<string, { title: string } | string | null>[] }>()
      .permits.map((permit) => {
        const value = permit[field] ?? null
        return value !== null && typeof value === 'object' ? value.title : value
      })
  }
  for (const [sort, field] of [
    ['targetDate', 'targetDate'],
    ['org', 'org'],
  ] as const) {
    const [up, down] = [await values(sort, field), await values(`-${sort}`, field)]
    assert.deepEqual(
      up,
      up.toSorted((a, other) => (a === null ? 1 : other === null ? -1 : a < other ? -1 : a > other ? 1 : 0)),
    )
    assert.deepEqual(
      down,
      down.toSorted((a, other) =>
        a === null ? 1 : other === null ? -1 : a > other ? -1 : a < other ? 1 : 0,
      ),
    )
    assert.notEqual(down[0], null)
  }
})

test('a client pages through only their own rows', async () => {
  const { metadata } = await list({ pageSize: 10, page: 3 }, people.client)
  assert.equal(metadata.count, Math.floor(rowCount / 3))
})

test('distinct values are counted over all rows, most frequent first', async () => {
  const values = async (field: string, as = people.team, query: object = {}) =>
    (await portal.crud(as, { apiPath: `permits/fields/${field}`, method: 'GET', query })).json<{
      values: { value: unknown; count: number }[]
    }>().values
  assert.deepEqual(await values('status'), [
    { value: 'SUBMITTED', count: 1840 },
    { value: 'NEW', count: 460 },
  ])
  assert.deepEqual(await values('city', people.team, { filter: { status: 'NEW' } }), [
    { value: 'Austin', count: 230 },
    { value: null, count: 230 },
  ])
  assert.deepEqual(new Set((await values('tags')).map(({ value }) => value)), new Set(['t0', 't1', 't2']))
  assert.deepEqual(
    await values('assignedTo', people.team, {
      searchToken: people.team.name.slice(0, 8),
      filter: { assignedTo: { isNotEmpty: true } },
    }),
    [{ value: { pid: people.team.pid, title: people.team.name }, count: 383 }],
  )
  assert.equal((await values('org')).length, 3)
  assert.equal((await values('org', people.client)).length, 1)
})

test('filters have the meaning the contract defines', async () => {
  const count = async (filter: object, match = 'all') =>
    (await list({ filter, match, pageSize: 1 })).metadata.count
  const all = rowCount
  assert.equal(await count({}), all)
  assert.equal(await count({ status: 'NEW' }), 460)
  assert.equal(await count({ status: { ne: 'NEW' } }), all - 460)
  assert.equal(await count({ city: { ne: 'Austin' } }), all / 2)
  assert.equal(await count({ city: null }), all / 2)
  assert.equal(await count({ city: ['Austin', null] }), all)
  assert.equal(await count({ city: { nin: ['Austin'] } }), all / 2)
  assert.equal(await count({ status: ['NEW', 'SUBMITTED'] }), all)
  assert.equal(await count({ status: 'NEW', city: 'Austin' }, 'any'), 1150 + 230)
  assert.equal(
    await count({ or: [{ status: 'NEW' }, { and: [{ city: 'Austin' }, { status: 'SUBMITTED' }] }] }),
    460 + 920,
  )
  assert.equal(await count({ valuation: { between: [3, 5] } }), 531)
  assert.equal(await count({ valuation: { gt: 3, lte: 5 } }), 354)
  assert.equal(await count({ title: { contains: 'PERMIT 3' } }), 329)
  assert.equal(await count({ title: { startsWith: 'permit' } }), all)
  assert.equal(await count({ title: { endsWith: '3' } }), 329)
  assert.equal(await count({ title: { contains: '3' } }), 329)
  assert.equal(await count({ tags: 't1' }), 767)
  assert.equal(await count({ tags: { ne: 't1' } }), all - 767)
  assert.equal(await count({ tags: ['t1', 't2'] }), 1534)
  // An empty list counts as empty, as in the distinct values.
  assert.equal(await count({ collaborators: { isEmpty: true } }), 1150)
  assert.equal(await count({ collaborators: null }), 1150)
  assert.equal(await count({ collaborators: [null, 'c'] }), all)
  assert.equal(await count({ collaborators: { isNotEmpty: true } }), 1150)
  assert.equal(await count({ attributes: { isEmpty: true } }), all)
  assert.equal(await count({ org: people.client.org }), 766)
  assert.equal(await count({ targetDate: { isEmpty: true } }), 766)
  assert.equal(await count({ targetDate: { within: 'overdue' } }), all - 766)
  assert.equal(await count({ createdAt: { gte: '2026-01-10', lt: '2026-01-11T00:00:00Z' } }), 135)
  assert.equal(await count({ daysToExpiry: { lte: 42 } }), 460)
  assert.equal((await list({ status: 'NEW', filter: { city: 'Austin' } })).metadata.count, 230)
})

test('in the order of a reference, pages have the rows that plain SQL has, and rows without a record come last', async () => {
  const { database } = portal.deps
  const second = await portal.given.user({ role: 'team', name: people.team.name })
  await database.query(
    `update permits set assigned_to = case seq % 5 when 0 then $1 when 1 then $2 when 2 then 'NOBODY' end where seq % 3 = 0`,
    [people.admin.pid, second.pid],
  )
  const fields = [
    ['assignedTo', 'users', 'name', 'assigned_to'],
    ['org', 'orgs', 'legal_name', 'org'],
  ] as const
  for (const [field, table, title, column] of fields) {
    for (const [sort, direction] of [
      [field, 'asc'],
      [`-${field}`, 'desc'],
    ] as const) {
      const rows = await database.query(
        `select t.pid from permits t left join ${table} r on r.pid = t.${column} where t.bucket = 'processing'
          order by fold_text(r.${title}) collate "C" ${direction} nulls last, t.seq ${direction}`,
        [],
        z.object({ pid: z.string() }),
      )
      const found: string[] = []
      for (let page = 1; found.length < rows.length; page += 1) {
        const { permits } = await list({ sort, page, pageSize: 230, fields: 'pid' })
        found.push(...permits.map(({ pid }) => pid))
        assert.ok(permits.length > 0)
      }
      assert.deepEqual(
        found,
        rows.map(({ pid }) => pid),
        sort,
      )
    }
  }
})
