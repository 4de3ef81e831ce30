import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  Codes,
  LookupOptions,
  RelatedRecords,
  SearchHits,
  codeTableNames,
  collectionNames,
} from '@portal/contract'
import type { Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { sampleOrganization } from '../test-support/sample-records.ts'
import type { SampleOrganization } from '../test-support/sample-records.ts'

let portal: TestApp
let people: Record<Role, Person>
let own: SampleOrganization
let foreign: SampleOrganization
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  own = await sampleOrganization(portal, people.superadmin, 'Juniper')
  foreign = await sampleOrganization(portal, people.superadmin, 'Larkspur')
})
after(() => portal.close())

const get = (as: Person, apiPath: string, query: object = {}) =>
  portal.crud(as, { apiPath, method: 'GET', query })

async function made(as: Person, apiPath: string, body: object): Promise<string> {
  const response = await portal.crud(as, { apiPath, method: 'POST', body })
  assert.equal(response.statusCode, 201, response.body)
  return response.json<{ pid: string }>().pid
}

async function related(as: Person, apiPath: string) {
  const response = await get(as, `${apiPath}/related`)
  assert.equal(response.statusCode, 200, response.body)
  return RelatedRecords.parse(response.json()).related
}

async function options(as: Person, collection: string, query: object = {}) {
  const response = await get(as, `${collection}/lookup`, query)
  assert.equal(response.statusCode, 200, response.body)
  return LookupOptions.parse(response.json()).options
}

async function hits(as: Person, searchToken: string) {
  const response = await get(as, 'search', { searchToken })
  assert.equal(response.statusCode, 200, response.body)
  return SearchHits.parse(response.json()).hits
}

test('a permit lists its related records in both directions, each once, if the reader may open their collection', async () => {
  const about = { relatedType: 'permits', relatedPid: own.pids.permits }
  const notice = await made(people.admin, 'notifications', {
    subject: 'About it',
    audience: 'ORG',
    recipientOrg: own.org,
    ...about,
  })
  const child = await made(people.team, 'permits', {
    title: 'Child',
    org: own.org,
    permitType: 'SIGN',
    parent: own.pids.permits,
  })
  const found = await related(people.admin, `permits/${own.pids.permits}`)
  assert.deepEqual(
    Object.fromEntries(found.map(({ collection, pid, relation }) => [`${collection} ${pid}`, relation])),
    {
      [`orgs ${own.org}`]: 'Client',
      [`permits ${child}`]: 'Master permit',
      [`tasks ${own.pids.tasks}`]: 'Permit',
      [`ctasks ${own.pids.ctasks}`]: 'Permit',
      [`payments ${own.pids.payments}`]: 'Permit',
      [`rts ${own.pids.rts}`]: 'Permit',
      [`notifications ${notice}`]: 'Related record',
    },
  )
  assert.equal(found[0]?.collection, 'orgs')
  assert.equal(found.find(({ collection }) => collection === 'permits')?.status, 'NEW')
  const forClient = await related(own.client, `permits/${own.pids.permits}`)
  assert.deepEqual(
    forClient.map(({ collection }) => collection).toSorted(),
    ['ctasks', 'notifications', 'orgs', 'payments', 'permits', 'rts'],
    'clients see no tasks of the office',
  )
  const back = await related(people.team, `notifications/${notice}`)
  assert.deepEqual(
    back.map(({ collection, pid, title }) => [collection, pid, title]),
    [['permits', own.pids.permits, 'Juniper permit']],
  )
})

test('related records never include deleted records or records the reader may not see', async () => {
  const draft = await made(own.client, 'permits', { title: 'Hidden draft', permitType: 'SIGN' })
  await portal.deps.database.query('update permits set parent = $1 where pid = $2', [own.pids.permits, draft])
  const task = await made(people.team, 'tasks', { title: 'Gone', permit: own.pids.permits })
  await portal.crud(people.admin, { apiPath: `tasks/${task}`, method: 'DELETE' })
  const found = await related(people.team, `permits/${own.pids.permits}`)
  assert.deepEqual(
    found.filter(({ pid }) => pid === draft || pid === task),
    [],
  )
  assert.equal((await get(foreign.client, `permits/${own.pids.permits}/related`)).statusCode, 404)
})

test('each relation lists at most its 20 newest records', async () => {
  const org = await portal.given.org()
  const permits: string[] = []
  for (let at = 0; at < 23; at += 1)
    permits.push(await made(people.team, 'permits', { title: `Row ${at}`, org, permitType: 'SIGN' }))
  const found = await related(people.admin, `orgs/${org}`)
  assert.deepEqual(
    found.map(({ pid }) => pid),
    permits.toReversed().slice(0, 20),
  )
})

test('every role reads the labels of a field’s codes; an unknown table is refused by name (contract.md 2)', async () => {
  for (const as of Object.values(people)) {
    for (const table of codeTableNames) {
      const { codes } = Codes.parse((await get(as, `codes/${table}`)).json())
      assert.deepEqual(
        codes.map(({ sort }) => sort),
        codes.map((_, at) => at + 1),
      )
      assert.ok(codes.length > 0, table)
    }
  }
  const types = Codes.parse((await get(people.client, 'codes/permit_type')).json()).codes
  assert.deepEqual(types[0], { code: 'BUILDING', display: 'Building', active: true, sort: 1 })
  for (const table of ['nonsense', '__proto__', 'constructor']) {
    const refused = await get(people.admin, `codes/${table}`)
    assert.deepEqual([refused.statusCode, refused.body.includes(`code table ${table}`)], [400, true])
  }
  assert.equal(
    (await portal.crud(people.admin, { apiPath: 'codes/permitType', method: 'POST', body: {} })).statusCode,
    400,
  )
})

test('team look up organizations and people by name, number or with a typo, though they may not list them', async () => {
  assert.equal((await get(people.team, 'orgs')).statusCode, 403)
  const everybody = await options(people.team, 'orgs', { limit: 100 })
  assert.deepEqual(
    everybody.map(({ title }) => title),
    everybody.map(({ title }) => title).toSorted((a, other) => (a < other ? -1 : 1)),
  )
  for (const searchToken of ['juniper', 'JUNIPER build', 'jnuiper']) {
    // Organizations of the test data have no search text yet.
    await portal.deps.database.query(
      "insert into orgs_text (seq, t) select seq, ' ' || lower(legal_name) from orgs on conflict (seq) do update set t = excluded.t",
      [],
    )
    const found = await options(people.team, 'orgs', { searchToken })
    assert.ok(
      found.some(({ pid }) => pid === own.org),
      searchToken,
    )
    assert.ok(!found.some(({ pid }) => pid === foreign.org), searchToken)
  }
  assert.equal((await options(people.team, 'orgs', { limit: 1 })).length, 1)
})

test('lookup leaves out people who can no longer sign in, and drafts of clients', async () => {
  const disabled = await portal.given.user({ role: 'team', status: 'DISABLED' })
  assert.ok(!(await options(people.team, 'users', { limit: 100 })).some(({ pid }) => pid === disabled.pid))
  const draft = await made(own.client, 'permits', { title: 'Unseen', permitType: 'SIGN' })
  const permits = (await options(people.team, 'permits', { limit: 100 })).map(({ pid }) => pid)
  assert.ok(permits.includes(own.pids.permits) && permits.includes(own.pids.processed))
  assert.ok(!permits.includes(draft))
})

test('a client looks up only their own organization and its people', async () => {
  assert.deepEqual(
    (await options(own.client, 'orgs')).map(({ pid }) => pid),
    [own.org],
  )
  assert.deepEqual(
    (await options(own.client, 'users')).map(({ pid }) => pid).toSorted(),
    [own.client.pid, own.pids.users].toSorted(),
  )
  for (const collection of collectionNames) {
    if (collection === 'orgs' || collection === 'users') continue
    assert.equal((await get(own.client, `${collection}/lookup`)).statusCode, 403, collection)
  }
})

test('search finds records of every collection the reader may list, best match first', async () => {
  const found = await hits(people.superadmin, 'juniper')
  // Nobody but its recipient finds an alert.
  assert.deepEqual(
    [...new Set(found.map(({ collection }) => collection))].toSorted(),
    collectionNames.filter((name) => name !== 'alerts').toSorted(),
  )
  const [best] = await hits(people.team, 'Juniper permit')
  assert.deepEqual(
    [best?.collection, best?.pid, best?.title, best?.status],
    ['permits', own.pids.permits, 'Juniper permit', 'NEW'],
  )
  const number = (await get(people.team, `permits/${own.pids.permits}`)).json<{ refNo: string }>().refNo
  assert.equal((await hits(people.team, number))[0]?.pid, own.pids.permits)
  assert.equal((await hits(people.team, number.replaceAll('-', '').toLowerCase()))[0]?.pid, own.pids.permits)
  assert.deepEqual(await hits(people.team, '   '), [])
  const forClient = await hits(own.client, 'juniper')
  assert.ok(
    forClient.length > 0 &&
      forClient.every(({ collection }) => !['tasks', 'users', 'orgs'].includes(collection)),
  )
})

test('a hit has a number and a title, a notification its subject, a package its permit; part of a number finds it', async () => {
  const titles = {
    permits: 'Juniper permit',
    notifications: 'Juniper notice',
    payments: 'Juniper fee',
    rts: 'Juniper permit',
  } as const
  for (const collection of ['permits', 'notifications', 'payments', 'rts'] as const) {
    const number = (await get(people.superadmin, `${collection}/${own.pids[collection]}`)).json<{
      refNo: string
    }>().refNo
    for (const typed of [number, number.replace(/^[A-Z]+-/, ''), number.slice(-6), number.slice(0, -1)]) {
      const hit = (await hits(people.superadmin, typed)).find(({ pid }) => pid === own.pids[collection])
      assert.deepEqual([hit?.number, hit?.title], [number, titles[collection]], `${collection} by ${typed}`)
    }
  }
  const forClient = await hits(own.client, 'juniper notice')
  assert.deepEqual(
    forClient.map(({ title }) => title),
    ['Juniper notice'],
  )
})

for (const typed of ['Junipr', 'Jumiper', 'Juniiper', 'Jnuiper', 'uniper permot']) {
  test(`${typed} finds the intended record, in the search of a collection and in the global search`, async () => {
    const list = await get(people.team, 'permits/search', { searchToken: typed })
    const pids = list.json<{ permits: { pid: string }[] }>().permits.map(({ pid }) => pid)
    assert.ok(pids.includes(own.pids.permits), list.body)
    assert.ok(!pids.includes(foreign.pids.permits))
    assert.ok((await hits(people.team, typed)).some(({ pid }) => pid === own.pids.permits))
    assert.deepEqual(await hits(foreign.client, typed), [])
  })
}

test('nonsense and a neighboring number find nothing', async () => {
  for (const token of ['qqqqzzzz', 'PM-2026-999999', 'Junxxper'])
    assert.deepEqual(await hits(people.superadmin, token), [], token)
})

test('F20: a text filter with a space finds only texts with that space', async () => {
  for (const title of ['Elm one', 'Elmone', 'One elm'])
    await made(people.team, 'permits', { title, org: own.org, permitType: 'SIGN' })
  const titles = async (condition: object) => {
    const response = await get(people.team, 'permits', { filter: { title: condition }, sort: 'title' })
    assert.equal(response.statusCode, 200, response.body)
    return response.json<{ permits: { title: string }[] }>().permits.map(({ title }) => title)
  }
  assert.deepEqual(await titles({ contains: 'elm ' }), ['Elm one'])
  assert.deepEqual(await titles({ startsWith: 'elm ' }), ['Elm one'])
  assert.deepEqual(await titles({ endsWith: ' elm' }), ['One elm'])
  assert.deepEqual(await titles({ contains: 'elm' }), ['Elm one', 'Elmone', 'One elm'])
  assert.deepEqual(await titles({ eq: 'Elmone ' }), [])
})
