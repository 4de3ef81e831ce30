import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collectionNames, collections, visibleFields } from '@portal/contract'
import type { CollectionName, Role } from '@portal/contract'
import { z } from 'zod'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { sampleOrganization } from '../test-support/sample-records.ts'
import type { SampleOrganization } from '../test-support/sample-records.ts'

type Page = Record<string, unknown> & { metadata: { count: number; page: number; pageSize: number } }

let portal: TestApp
let people: Record<Role, Person>
let sample: SampleOrganization
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  sample = await sampleOrganization(portal, people.superadmin, 'alpha')
  await sampleOrganization(portal, people.superadmin, 'beta')
})
after(() => portal.close())

const list = async (collection: CollectionName, query: object = {}, as = people.superadmin) =>
  (await portal.crud(as, { apiPath: `/${collection}`, method: 'GET', query })).json<Page>()
const recordsOf = (collection: CollectionName, page: Page): Record<string, unknown>[] => {
  const records = page[collections[collection].responseField]
  assert.ok(Array.isArray(records), `${collection} answers in ${collections[collection].responseField}`)
  return records
}

/** Source: specification.md 3. Other collections answer in a field of their own name, 50 a page. */
const specified: Partial<Record<CollectionName, [field: string, pageSize: number]>> = {
  alerts: ['alerts', 100],
  users: ['users', 50],
  tasks: ['tasks', 50],
  ctasks: ['tasks', 50],
  permits: ['permits', 50],
  payments: ['payments', 50],
  notifications: ['notifications', 50],
  orgs: ['orgs', 100],
  rts: ['rts', 50],
  processed: ['permits', 50],
}

for (const collection of collectionNames) {
  const [field, pageSize] = specified[collection] ?? [collection, 50]
  test(`${collection} lists ${pageSize} records a page in the field ${field}, with the exact count`, async () => {
    const reader = collection === 'alerts' ? sample.client : people.superadmin
    const table = collections[collection].table
    const projected = {
      tasks: "audience = 'INTERNAL'",
      ctasks: "audience = 'CLIENT'",
      permits: "bucket = 'processing'",
      processed: "bucket = 'processed'",
    }
    const condition =
      Object.entries(projected).find(([name]) => name === collection)?.[1] ??
      (collection === 'alerts' ? `"user" = '${reader.pid}'` : 'true')
    const [stored] = await portal.deps.database.query(
      `select count(*) from ${table} where deleted_at is null and ${condition}`,
      [],
      z.object({ count: z.number() }),
    )
    const page = await list(collection, {}, reader)
    assert.deepEqual(Object.keys(page), [field, 'metadata'])
    assert.deepEqual(page.metadata, { count: stored?.count, page: 1, pageSize })
    assert.ok(page.metadata.count > 0)
    assert.equal(recordsOf(collection, page).length, page.metadata.count)
    const one = await list(collection, { pageSize: 1, page: page.metadata.count }, reader)
    assert.equal(recordsOf(collection, one).length, 1)
    const beyond = await list(collection, { page: 1_000_000_000 }, reader)
    assert.deepEqual([recordsOf(collection, beyond), beyond.metadata.count], [[], page.metadata.count])
  })

  test(`a record of ${collection} has every declared field in the format of the contract; empty fields are null`, async () => {
    const reader = collection === 'alerts' ? sample.client : people.superadmin
    const record = (
      await portal.crud(reader, { apiPath: `${collection}/${sample.pids[collection]}`, method: 'GET' })
    ).json<Record<string, unknown>>()
    const declared = visibleFields(collections[collection], { role: reader.role ?? 'client' })
    assert.deepEqual(
      Object.keys(record).toSorted(),
      [...declared.map(([name]) => name), 'pid', 'version', 'custom'].toSorted(),
    )
    assert.equal(record['pid'], sample.pids[collection])
    for (const [name, { type }] of declared) {
      const value = record[name]
      if (value === null) continue
      const text = JSON.stringify(value).replaceAll('"', '')
      if (type === 'date') assert.match(text, /^\d{4}-\d\d-\d\d$/, name)
      if (type === 'datetime') assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, name)
      if (type === 'money' || type === 'integer') assert.ok(Number.isSafeInteger(value), `${name}: ${text}`)
      if (type === 'ref') assert.deepEqual(Object.keys(Object(value)), ['pid', 'title'], name)
      if (type === 'list') assert.ok(Array.isArray(value), name)
      assert.notEqual(value, '', name)
    }
  })

  test(`${collection} returns the same JSON text for a record in a list and by pid`, async () => {
    const reader = collection === 'alerts' ? sample.client : people.superadmin
    const listed = recordsOf(collection, await list(collection, { pid: sample.pids[collection] }, reader))
    const one = (
      await portal.crud(reader, { apiPath: `${collection}/${sample.pids[collection]}`, method: 'GET' })
    ).json<unknown>()
    assert.deepEqual(listed, [one])
  })
}

test('every way to count stays exact while records are created, changed and deleted', async () => {
  const count = async (query: object) => (await list('permits', query)).metadata.count
  const total = async (match: object) =>
    (
      await portal.crud(people.team, {
        apiPath: 'count',
        method: 'GET',
        query: { collection: 'permits', aggregate: [{ match }, { count: 'total' }] },
      })
    ).json<{ total: number }>().total
  const asked = async () => [
    await count({}),
    await count({ status: 'NEW' }),
    await count({ filter: { title: { contains: 'gamma' } } }),
    await total({ city: 'Gamma' }),
  ]
  const start = await asked()
  const made = await portal.crud(people.team, {
    apiPath: 'permits',
    method: 'POST',
    body: { title: 'gamma yard', city: 'Gamma', org: sample.org, permitType: 'FIRE' },
  })
  const { pid } = made.json<{ pid: string }>()
  assert.deepEqual(
    await asked(),
    start.map((each) => each + 1),
  )
  await portal.crud(people.team, {
    apiPath: `permits/${pid}`,
    method: 'PATCH',
    body: { title: 'delta yard', city: null },
  })
  assert.deepEqual(
    await asked(),
    start.map((each, at) => each + (at < 2 ? 1 : 0)),
  )
  await portal.crud(people.admin, { apiPath: `permits/${pid}`, method: 'DELETE' })
  assert.deepEqual(await asked(), start)
})

test('administrators list deleted records, other roles are refused', async () => {
  const { pid } = (
    await portal.crud(people.team, {
      apiPath: 'permits',
      method: 'POST',
      body: { title: 'thrown away', org: sample.org, permitType: 'FIRE' },
    })
  ).json<{ pid: string }>()
  assert.deepEqual(
    (await portal.crud(people.admin, { apiPath: `permits/${pid}`, method: 'DELETE' })).json(),
    { deleted: 1, failed: [] },
  )
  const bin = await list('permits', { deleted: true, pid })
  assert.deepEqual([recordsOf('permits', bin)[0]?.['title'], bin.metadata.count], ['thrown away', 1])
  assert.equal(
    (await portal.crud(people.team, { apiPath: 'permits', method: 'GET', query: { deleted: true } }))
      .statusCode,
    403,
  )
  assert.equal(
    (await portal.crud(people.admin, { apiPath: `permits/${pid}`, method: 'GET' })).statusCode,
    404,
  )
})

test('a permit and a task open by pid from each of their two collections', async () => {
  for (const [collection, pid] of [
    ['processed', sample.pids.permits],
    ['permits', sample.pids.processed],
    ['tasks', sample.pids.ctasks],
    ['ctasks', sample.pids.tasks],
  ] as const) {
    assert.equal(
      (await portal.crud(people.team, { apiPath: `${collection}/${pid}`, method: 'GET' })).json<{
        pid: string
      }>().pid,
      pid,
    )
  }
})
