import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { allFields, collectionNames, collections, isVisibleField, readOneScope } from '@portal/contract'
import type { Actor, CollectionName, CrudCall, Role } from '@portal/contract'
import { actorFor } from '#test-support/given.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { sampleOrganization } from '../test-support/sample-records.ts'
import type { SampleOrganization } from '../test-support/sample-records.ts'
import { visiblePids } from './visible-pids.ts'

let portal: TestApp
let people: Record<Role, Person>
let own: SampleOrganization
let foreign: SampleOrganization
let foreignNote = ''
let foreignView = ''
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  own = await sampleOrganization(portal, people.superadmin, 'ownmark')
  foreign = await sampleOrganization(portal, people.superadmin, 'foreignmark')
  // A reference to another organization's permit, as staff might set it by mistake. The client must not see
  // its title either.
  await portal.deps.database.query('update permits set parent = $1 where pid = $2', [
    foreign.pids.permits,
    own.pids.permits,
  ])
  const said = { content: 'foreignmark, for clients', visibility: 'CLIENT' }
  const noted = await portal.crud(people.team, {
    apiPath: `permits/${foreign.pids.permits}/notes`,
    method: 'POST',
    body: said,
  })
  foreignNote = noted.json<{ notes: { pid: string }[] }>().notes[0]?.pid ?? ''
  const view = { name: 'foreignmark view', collection: 'permits' }
  foreignView = (await portal.crud(foreign.client, { apiPath: 'views', method: 'POST', body: view })).json<{
    pid: string
  }>().pid
  assert.ok(foreignNote !== '' && foreignView !== '')
})
after(() => portal.close())

type Call = Pick<CrudCall, 'method' | 'query' | 'body'> & { apiPath: string }

/** Every call of the engine that could reveal something about a record. */
function callsOn(collection: CollectionName, pid: string): Call[] {
  const fields = Object.entries(allFields(collections[collection])).filter(
    ([, declared]) => declared.type !== 'json',
  )
  const get = (apiPath: string, query: Record<string, unknown> = {}): Call => ({
    apiPath,
    method: 'GET',
    query,
  })
  return [
    get(collection),
    get(collection, { pageSize: 1000, sort: '-createdAt' }),
    get(collection, { pid }),
    get(collection, { filter: { or: [{ pid }, { pid: { ne: '' } }] }, match: 'any' }),
    ...['foreignmark', 'ownmark', '1', 'a', 'mark'].map((searchToken) =>
      get(`${collection}/search`, { searchToken }),
    ),
    ...(collections[collection].table === 'permits'
      ? [get(`${collection}/search`, { searchToken: 'mark', scope: 'all' })]
      : []),
    ...fields.map(([name]) => get(`${collection}/fields/${name}`, { limit: 1000 })),
    ...fields
      .filter(([, { type }]) => type !== 'list')
      .map(([name]) => get(`${collection}/groups`, { groupBy: name })),
    get(`${collection}/groups`, { groupBy: 'createdBy,updatedBy', lines: true, open: 'all' }),
    get(`${collection}/groups`, {
      groupBy: 'createdAt',
      lines: true,
      open: 'all',
      searchToken: 'foreignmark',
    }),
    get(`${collection}/lookup`, { limit: 100 }),
    get(`${collection}/lookup`, { searchToken: 'foreignmrak' }),
    get(`${collection}/search`, { searchToken: 'foreignmrak' }),
    get('search', { searchToken: 'foreignmark' }),
    get('search', { searchToken: 'foreignmrak' }),
    get('views'),
    get('views', { collection }),
    get(`views/${foreignView}`),
    { apiPath: `views/${foreignView}`, method: 'PATCH', body: { name: 'taken over' } },
    { apiPath: `views/${foreignView}`, method: 'DELETE' },
    get(`${collection}/${pid}`),
    ...['notes', 'history', 'related', 'counts'].map((part) => get(`${collection}/${pid}/${part}`)),
    get(`${collection}/${own.pids[collection]}/related`),
    get(`${collection}/${own.pids[collection]}/history`),
    { apiPath: `${collection}/${pid}/notes`, method: 'POST', body: { content: 'taken over' } },
    {
      apiPath: `${collection}/${pid}/notes/${foreignNote}`,
      method: 'PATCH',
      body: { content: 'taken over' },
    },
    {
      apiPath: `${collection}/${own.pids[collection]}/notes/${foreignNote}`,
      method: 'PATCH',
      body: { content: 'taken over' },
    },
    { apiPath: `${collection}/${own.pids[collection]}/notes/${foreignNote}`, method: 'DELETE' },
    get(`${collection}/${pid}/transitions`),
    {
      apiPath: `${collection}/${pid}/transitions`,
      method: 'POST',
      body: { to: 'CANCELLED', reason: 'taken over' },
    },
    get(`${collection}/${pid}/sign-off`),
    {
      apiPath: `${collection}/${pid}/sign-off`,
      method: 'POST',
      body: { act: 'RETURN', reason: 'taken over' },
    },
    { apiPath: `${collection}/${pid}/restore`, method: 'POST' },
    { apiPath: `${collection}/${pid}`, method: 'PATCH', body: { title: 'taken over' } },
    { apiPath: `${collection}/${pid}`, method: 'PATCH', body: { version: 99 } },
    { apiPath: `${collection}/${pid}`, method: 'DELETE' },
  ]
}

const stateOf = async (collection: CollectionName, pid: string) =>
  portal.deps.database.query(
    `select version, deleted_at, updated_by from ${collections[collection].table} where pid = $1`,
    [pid],
  )

for (const collection of collectionNames) {
  test(`37, 38: no call shows a client another organization's ${collection} or changes them`, async () => {
    const pid = foreign.pids[collection]
    const before = await stateOf(collection, pid)
    for (const call of callsOn(collection, pid)) {
      const { statusCode, body } = await portal.crud(own.client, call)
      const said = `${call.method} ${call.apiPath} ${JSON.stringify(call.query ?? call.body)} -> ${statusCode} ${body.slice(0, 300)}`
      assert.ok(statusCode < 500, said)
      // Responses do not repeat the search words; every other value of the foreign organization contains its
      // mark or a pid.
      assert.doesNotMatch(
        body.replaceAll(pid, statusCode < 400 ? pid : ''),
        new RegExp(`foreignmark|${Object.values(foreign.pids).join('|')}|${foreign.org}`, 'i'),
        said,
      )
      if (call.apiPath.endsWith(pid)) assert.ok(statusCode === 404 || statusCode === 403, said)
    }
    assert.deepEqual(await stateOf(collection, pid), before)
  })

  test(`38: a client's count of ${collection} includes only their own organization`, async () => {
    const closed = collections[collection].access.read(actorFor(own.client)) === 'closed'
    const { statusCode, ...answer } = await portal.crud(own.client, {
      apiPath: 'count',
      method: 'GET',
      query: { collection, aggregate: [{ match: {} }, { count: 'total' }] },
    })
    assert.equal(statusCode, closed ? 403 : 200)
    if (closed) return
    const list = (await portal.crud(own.client, { apiPath: collection, method: 'GET' })).json<{
      metadata: { count: number }
    }>()
    assert.deepEqual([JSON.parse(answer.body), list.metadata.count], [{ total: 1 }, 1])
  })

  test(`masked fields of ${collection} are hidden from a client in responses, filters, sorts, values and writes`, async () => {
    const masked = Object.entries(allFields(collections[collection])).filter(
      ([, declared]) => !isVisibleField(declared, { role: 'client' }),
    )
    const pid = own.pids[collection]
    const record = await portal.crud(own.client, { apiPath: `${collection}/${pid}`, method: 'GET' })
    const list = await portal.crud(own.client, { apiPath: collection, method: 'GET' })
    const history = await portal.crud(own.client, { apiPath: `${collection}/${pid}/history`, method: 'GET' })
    for (const [name] of masked) {
      assert.doesNotMatch(`${record.body}${list.body}${history.body}`, new RegExp(`"${name}"`))
      const refused: Call[] = [
        { apiPath: collection, method: 'GET', query: { filter: { [name]: { isEmpty: true } } } },
        { apiPath: collection, method: 'GET', query: { [name]: null } },
        { apiPath: collection, method: 'GET', query: { sort: name } },
        { apiPath: collection, method: 'GET', query: { fields: name } },
        { apiPath: `${collection}/search`, method: 'GET', query: { searchToken: 'x', sort: `-${name}` } },
        { apiPath: `${collection}/fields/${name}`, method: 'GET' },
        { apiPath: `${collection}/groups`, method: 'GET', query: { groupBy: name } },
        { apiPath: `${collection}/groups`, method: 'GET', query: { groupBy: 'createdAt', sum: name } },
        {
          apiPath: `${collection}/groups`,
          method: 'GET',
          query: { groupBy: 'createdAt', lines: true, sort: name },
        },
        { apiPath: 'views', method: 'POST', body: { name: 'x', collection, hide: [name] } },
        {
          apiPath: 'views',
          method: 'POST',
          body: { name: 'x', collection, filters: { [name]: { isEmpty: true } } },
        },
        {
          apiPath: 'count',
          method: 'GET',
          query: { collection, aggregate: [{ match: { [name]: { isEmpty: true } } }, { count: 'total' }] },
        },
      ]
      for (const call of refused) {
        const { statusCode, body } = await portal.crud(own.client, call)
        assert.ok(
          statusCode === 400 || statusCode === 403,
          `${JSON.stringify(call)} -> ${statusCode} ${body}`,
        )
      }
    }
  })

  test(`a client finds their own organization's visible ${collection} by pid`, async () => {
    const actor: Actor = actorFor(own.client)
    const asked = [...Object.values(own.pids), ...Object.values(foreign.pids), 'NOSUCHPID']
    const seen = await visiblePids(portal.deps.database, actor, collection, asked)
    const opened = new Set<string>()
    for (const pid of asked)
      if (
        (await portal.crud(own.client, { apiPath: `${collection}/${pid}`, method: 'GET' })).statusCode === 200
      )
        opened.add(pid)
    assert.deepEqual(seen, opened)
    if (readOneScope(collections[collection], actor) === 'closed') assert.equal(seen.size, 0)
  })
}

test('a reference to a record of another organization is empty for a client and has a title for staff', async () => {
  const as = async (person: Person) =>
    (await portal.crud(person, { apiPath: `permits/${own.pids.permits}`, method: 'GET' })).json<{
      parent: { pid: string; title: string } | null
    }>().parent
  assert.equal(await as(own.client), null)
  assert.deepEqual(await as(people.team), { pid: foreign.pids.permits, title: 'foreignmark permit' })
})

test("a client's draft is visible only to its organization until it is submitted", async () => {
  const { pid } = (
    await portal.crud(own.client, {
      apiPath: 'permits',
      method: 'POST',
      body: { title: 'secret draft', permitType: 'SIGN' },
    })
  ).json<{
    pid: string
  }>()
  const statuses = async (person: Person) =>
    Promise.all(
      [`permits/${pid}`, `processed/${pid}`].map(
        async (apiPath) => (await portal.crud(person, { apiPath, method: 'GET' })).statusCode,
      ),
    )
  assert.deepEqual(await statuses(own.client), [200, 200])
  for (const person of [people.superadmin, people.team, foreign.client])
    assert.deepEqual(await statuses(person), [404, 404])
  const found = (
    await portal.crud(people.team, {
      apiPath: 'permits/search',
      method: 'GET',
      query: { searchToken: 'secret draft' },
    })
  ).json<{
    metadata: { count: number }
  }>()
  assert.equal(found.metadata.count, 0)
})

test('a client without an organization sees no records of any organization', async () => {
  const lonely = await portal.given.user({ role: 'client', org: null })
  for (const collection of ['permits', 'processed', 'ctasks', 'payments', 'rts'] as const) {
    const page = (await portal.crud(lonely, { apiPath: collection, method: 'GET' })).json<{
      metadata: { count: number }
    }>()
    assert.equal(page.metadata.count, 0, collection)
  }
  assert.equal(
    (
      await portal.crud(lonely, {
        apiPath: 'permits',
        method: 'POST',
        body: { title: 'x', permitType: 'SIGN' },
      })
    ).statusCode,
    403,
  )
})

/** Source: domain.md 5. Expected status codes of the list and of one record. */
const reading: Record<Role, Partial<Record<CollectionName, [list: number, one: number]>>> = {
  superadmin: {},
  admin: {},
  team: { users: [403, 403], orgs: [403, 403] },
  client: { users: [403, 403], orgs: [403, 200], tasks: [403, 403], authorities: [403, 403] },
}
for (const role of ['superadmin', 'admin', 'team', 'client'] as const) {
  test(`the ${role} reads exactly the collections that the role matrix opens`, async () => {
    const person = role === 'client' ? own.client : people[role]
    for (const collection of collectionNames) {
      const [list, one] = reading[role][collection] ?? [200, 200]
      assert.equal(
        (await portal.crud(person, { apiPath: collection, method: 'GET' })).statusCode,
        list,
        collection,
      )
      // An alert is visible only to its recipient.
      const opened = collection === 'alerts' && role !== 'client' ? 404 : one
      const pid = collection === 'orgs' ? own.org : own.pids[collection]
      assert.equal(
        (await portal.crud(person, { apiPath: `${collection}/${pid}`, method: 'GET' })).statusCode,
        opened,
        collection,
      )
    }
  })
}

test('a caller without a session gets 401, a person without a role 403', async () => {
  const nobody = await portal.given.user({ role: null })
  assert.equal(
    (await portal.send({ method: 'POST', url: '/api/crud', payload: { apiPath: 'permits', method: 'GET' } }))
      .statusCode,
    401,
  )
  assert.equal((await portal.crud(nobody, { apiPath: 'permits', method: 'GET' })).statusCode, 403)
  assert.equal((await portal.crud(nobody, { apiPath: 'nonsense', method: 'GET' })).statusCode, 403)
})
