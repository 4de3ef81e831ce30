import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  CollectionName,
  Configuration,
  ConfigurationView,
  collectionNames,
  isReadByClients,
} from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { up } from '#platform/database/migrations/0341-masked-added-fields.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { sampleOrganization } from '../test-support/sample-records.ts'
import type { SampleOrganization } from '../test-support/sample-records.ts'

let portal: TestApp
let people: Record<Role, Person>
let sample: SampleOrganization
let permit: string
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
  sample = await sampleOrganization(portal, people.superadmin, 'alpha')
  permit = sample.pids.permits
  for (const body of [
    { name: 'fraudScore', label: 'Internal fraud score', type: 'text' },
    { name: 'roofArea', label: 'Roof area', type: 'number', masked: false },
  ]) {
    const added = await portal.crud(people.admin, { apiPath: 'permits/fields', method: 'POST', body })
    assert.equal(added.statusCode, 201, added.body)
    assert.equal(added.json().masked, body.masked ?? true)
  }
  const saved = await crud(people.team, 'PATCH', `permits/${permit}`, {
    body: { custom: { fraudScore: secret, roofArea: 120 } },
  })
  assert.equal(saved.custom.fraudScore, secret)
})
after(() => portal.close())

const secret = 'HIGH RISK, suspected'
const masked = 'custom.fraudScore'
const call = (person: Person, method: string, apiPath: string, more: object = {}) =>
  portal.crud(person, { apiPath, method, ...more })
async function crud(person: Person, method: string, apiPath: string, more: object = {}) {
  const response = await call(person, method, apiPath, more)
  assert.equal(response.statusCode, 200, `${method} ${apiPath} -> ${response.statusCode} ${response.body}`)
  return response.json()
}
const exported = (person: Person, query: string) =>
  portal.send({ method: 'GET', url: `/api/export/permits?format=csv${query}` }, person)
/** Neither the value nor the existence of the masked field is visible. */
const tellsNothing = (text: string, where: string) =>
  assert.equal(/HIGH RISK|fraud/i.test(text), false, `${where}: ${text.slice(0, 600)}`)

test('S-14: wherever a client reads records, masked added fields are absent and the others are present', async () => {
  const { client } = sample
  const reads: [string, object?][] = [
    [`permits/${permit}`],
    ['permits'],
    ['permits', { query: { fields: 'pid,custom' } }],
    ['permits', { query: { fields: 'pid,custom.roofArea' } }],
    ['permits/search', { query: { searchToken: 'alpha' } }],
    ['permits/board'],
    [`permits/${permit}/history`],
    [`permits/${permit}/related`],
    [`permits/${permit}/notes`],
    ['permits/groups', { query: { groupBy: 'status', lines: true } }],
    ['config'],
    ['views', { query: { collection: 'permits' } }],
  ]
  for (const [path, more] of reads)
    tellsNothing((await call(client, 'GET', path, more)).body, `${path} ${JSON.stringify(more)}`)
  assert.deepEqual((await crud(client, 'GET', `permits/${permit}`)).custom, { roofArea: 120 })
  assert.match((await call(client, 'GET', `permits/${permit}/history`)).body, /custom\.roofArea/)
  const search = await call(client, 'GET', 'permits/search', { query: { searchToken: 'HIGH RISK' } })
  assert.equal(search.json().metadata.count, 0)
  for (const query of ['', '&fields=refNo,title']) {
    const file = await exported(client, query)
    assert.equal(file.statusCode, 200, file.body)
    tellsNothing(file.body, `export ${query}`)
  }
  assert.match((await exported(client, '')).body, /roofArea/)
  // Staff see both fields.
  assert.deepEqual((await crud(people.team, 'GET', `permits/${permit}`)).custom, {
    fraudScore: secret,
    roofArea: 120,
  })
})

test('S-14: a client’s filter, sort, group, view or write with a masked added field is 400, as for an unknown field', async () => {
  const { client } = sample
  const asks = (name: string): [string, string, object][] => [
    ['GET', 'permits', { query: { filter: { [name]: secret } } }],
    ['GET', 'permits', { query: { filter: { [name]: { isNotEmpty: true } } } }],
    ['GET', 'permits', { query: { [name]: secret } }],
    ['GET', 'permits', { query: { sort: name } }],
    ['GET', 'permits', { query: { fields: `pid,${name}` } }],
    ['GET', 'permits/search', { query: { searchToken: '', filter: { [name]: secret } } }],
    ['GET', `permits/fields/${name}`, {}],
    ['GET', 'permits/groups', { query: { groupBy: name } }],
    ['GET', 'permits/groups', { query: { groupBy: 'status', sum: name } }],
    [
      'GET',
      'count',
      { query: { collection: 'permits', aggregate: [{ match: { [name]: secret } }, { count: 'total' }] } },
    ],
    ['POST', 'permits', { body: { title: 'x', permitType: 'SIGN', custom: { [name.slice(7)]: 'x' } } }],
    ['POST', 'views', { body: { name: 'v', collection: 'permits', filters: { [name]: secret } } }],
    ['POST', 'views', { body: { name: 'v', collection: 'permits', group: [name] } }],
    ['POST', 'views', { body: { name: 'v', collection: 'permits', hide: [name] } }],
  ]
  const none = asks('custom.nonsense')
  for (const [at, [method, path, more]] of asks(masked).entries()) {
    const [, otherPath = '', otherMore = {}] = none[at] ?? []
    const [answer, unknown] = [
      await call(client, method, path, more),
      await call(client, method, otherPath, otherMore),
    ]
    const where = `${method} ${path} ${JSON.stringify(more)}`
    assert.equal(answer.statusCode, 400, `${where} -> ${answer.body}`)
    assert.equal(answer.json().detail.replaceAll(masked, 'custom.nonsense'), unknown.json().detail, where)
  }
  assert.equal((await exported(client, `&fields=refNo,${masked}`)).statusCode, 400)
  assert.equal(
    (await exported(client, `&filter=${encodeURIComponent(JSON.stringify({ [masked]: secret }))}`))
      .statusCode,
    400,
  )
})

test('S-14: clients do not see a shared view that uses a masked field', async () => {
  const body = {
    name: 'Suspected fraud',
    collection: 'permits',
    filters: { [masked]: secret },
    visibility: 'everyone',
  }
  assert.equal((await call(people.team, 'POST', 'views', { body })).statusCode, 201)
  tellsNothing(
    (await call(sample.client, 'GET', 'views', { query: { collection: 'permits' } })).body,
    'views',
  )
})

test('S-14: responses to a client’s writes contain no masked field', async () => {
  const draft = await call(sample.client, 'POST', 'permits', { body: { title: 'Draft', permitType: 'SIGN' } })
  const { pid } = draft.json()
  await portal.deps.database.query('update permits set custom = $2 where pid = $1', [
    pid,
    { fraudScore: secret },
  ])
  tellsNothing(
    (await call(sample.client, 'PATCH', `permits/${pid}`, { body: { title: 'Drawn' } })).body,
    'patch',
  )
  tellsNothing(
    (await call(sample.client, 'PATCH', `permits/${pid}`, { body: { org: sample.org, description: 'x' } }))
      .body,
    'patch in a transaction',
  )
  const stale = await call(sample.client, 'PATCH', `permits/${pid}`, { body: { title: 'Late', version: 1 } })
  assert.equal(stale.statusCode, 409)
  tellsNothing(stale.body, 'conflict')
  tellsNothing(
    (await call(sample.client, 'POST', `permits/${pid}/transitions`, { body: { to: 'NEW' } })).body,
    'transition',
  )
})

test('S-14: a new field is masked for clients by default; an administrator changes that for both permit collections', async () => {
  for (const collection of collectionNames.filter((name) => name !== 'permits' && name !== 'processed')) {
    const added = await call(people.admin, 'POST', `${collection}/fields`, {
      body: { name: 'extra', label: 'Extra', type: 'text' },
    })
    assert.equal(added.json().masked, isReadByClients(collection), collection)
  }
  const config = Configuration.parse(await crud(people.admin, 'GET', 'config'))
  const setMasked = (from: Configuration, value: boolean) => ({
    ...from,
    columns: {
      ...from.columns,
      permits: (from.columns.permits ?? []).map((column) =>
        column.name === masked ? { ...column, masked: value } : column,
      ),
    },
  })
  assert.equal(
    (await call(people.team, 'PATCH', 'config', { body: setMasked(config, false) })).statusCode,
    403,
  )
  const shown = Configuration.parse(
    await crud(people.admin, 'PATCH', 'config', { body: setMasked(config, false) }),
  )
  assert.equal(shown.columns.processed?.find(({ name }) => name === masked)?.masked, false)
  assert.equal((await crud(sample.client, 'GET', `permits/${permit}`)).custom.fraudScore, secret)
  const audit = await portal.send(
    { method: 'GET', url: '/api/auth/audit?kind=configuration-changed' },
    people.admin,
  )
  assert.match(audit.body, /custom\.fraudScore\.masked/)

  await crud(people.admin, 'PATCH', 'config', { body: setMasked(shown, true) })
  assert.deepEqual((await crud(sample.client, 'GET', `permits/${permit}`)).custom, { roofArea: 120 })
  // A reset restores the default columns; masked fields stay masked.
  await crud(people.admin, 'POST', 'config/reset', {})
  const after_ = ConfigurationView.parse(await crud(people.team, 'GET', 'config'))
  assert.deepEqual(
    after_.columns.permits
      ?.filter(({ name }) => name.startsWith('custom.'))
      .map(({ name, masked: is }) => [name, is]),
    [
      [masked, true],
      ['custom.roofArea', false],
    ],
  )
})

test('S-14: a migration masks existing fields in the collections clients read, but not in users and tasks', async () => {
  const { kysely } = portal.deps.database
  await kysely.schema.alterTable('custom_fields').dropColumn('masked').execute()
  await up(kysely)
  const rows = await portal.deps.database.query(
    'select collection, masked from custom_fields',
    [],
    z.object({ collection: z.string(), masked: z.boolean() }),
  )
  assert.ok(rows.length > 9)
  const hidden = rows.filter((row) => row.masked).map((row) => row.collection)
  for (const { collection } of rows)
    if (isReadByClients(CollectionName.parse(collection))) assert.ok(hidden.includes(collection), collection)
  for (const internal of ['users', 'tasks']) assert.ok(!hidden.includes(internal), internal)
})
