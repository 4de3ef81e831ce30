import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Configuration, FieldUse, RemovedFields } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
})
after(() => portal.close())

const ask = apiClient(() => portal)
const status = async (person: Person, method: string, apiPath: string, more: object = {}) =>
  (await portal.crud(person, { apiPath, method, ...more })).statusCode
const columns = async (collection: 'permits' | 'processed') =>
  (Configuration.parse(await ask(people.admin, 'GET', 'config')).columns[collection] ?? []).map(
    ({ name }) => name,
  )

/** Adds a permit field, two permits with a value in it, and a view of the team person that uses it. */
async function used(name: string): Promise<{ permit: string; view: string }> {
  await ask(
    people.admin,
    'POST',
    'permits/fields',
    { name, label: `Zone ${name}`, type: 'text', masked: false },
    201,
  )
  const body = { title: 'Two garages', org: people.client.org, permitType: 'SIGN', custom: { [name]: 'A' } }
  const { pid } = await ask(people.team, 'POST', 'permits', body, 201)
  await ask(people.team, 'POST', 'permits', body, 201)
  const view = await ask(
    people.team,
    'POST',
    'views',
    {
      name: `By ${name}`,
      collection: 'permits',
      filters: {
        status: ['DRAFT'],
        or: [{ [`custom.${name}`]: 'A' }, { and: [{ [`custom.${name}`]: 'B' }] }],
      },
      sort: `-custom.${name},title`,
      hide: [`custom.${name}`, 'priority'],
      group: [`custom.${name}`],
      visibility: 'role',
    },
    201,
  )
  return { permit: String(pid), view: String(view['pid']) }
}

test('the usage of a field lists records and views; private views of other people are only counted', async () => {
  await used('zoneA')
  await ask(
    people.team,
    'POST',
    'views',
    { name: 'My secret', collection: 'permits', filters: { 'custom.zoneA': 'A' } },
    201,
  )
  await ask(
    people.team,
    'POST',
    'views',
    { name: 'Another', collection: 'permits', filters: { title: 'custom.zoneAB' } },
    201,
  )
  const use = FieldUse.parse(await ask(people.admin, 'GET', 'permits/fields/zoneA/use'))
  assert.deepEqual(use, { records: 2, views: ['By zoneA'], otherViews: 1 })
  assert.deepEqual(FieldUse.parse(await ask(people.admin, 'GET', 'permits/fields/custom.zoneA/use')), use)
})

test('a removed field disappears from columns, records, queries and views; a restore brings all of it back', async () => {
  const { permit, view } = await used('zoneB')
  const before = await ask(people.team, 'GET', `views/${view}`)
  const placesOf = async () =>
    [...(await columns('permits')), ...(await columns('processed'))].filter((name) => name === 'custom.zoneB')
      .length
  assert.equal(await placesOf(), 2)
  // A saved configuration stores its columns, including the one of the added field.
  await ask(people.admin, 'PATCH', 'config', await ask(people.admin, 'GET', 'config'))

  await ask(people.admin, 'DELETE', 'permits/fields/zoneB')
  assert.equal(await placesOf(), 0)
  for (const person of [people.team, people.client])
    assert.deepEqual((await ask(person, 'GET', `permits/${permit}`))['custom'], {})
  assert.equal(
    await status(people.team, 'GET', 'permits', { query: { filter: { 'custom.zoneB': 'A' } } }),
    400,
  )
  assert.equal(
    await status(people.team, 'PATCH', `permits/${permit}`, { body: { custom: { zoneB: 'C' } } }),
    400,
  )
  const shown = await ask(people.team, 'GET', `views/${view}`)
  assert.deepEqual(
    [shown['filters'], shown['sort'], shown['hide'], shown['group']],
    [{ status: ['DRAFT'] }, 'title', ['priority'], []],
  )
  const query = { filter: shown['filters'], sort: shown['sort'], page: 1 }
  assert.equal(await status(people.team, 'GET', 'permits', { query }), 200)
  const { fields } = RemovedFields.parse(await ask(people.admin, 'GET', 'permits/removed_fields'))
  assert.deepEqual(
    fields.map(({ name, label, removedBy }) => [name, label, removedBy]),
    [['custom.zoneB', 'Zone zoneB', people.admin.name]],
  )

  await ask(people.admin, 'POST', 'permits/fields/zoneB/restore')
  assert.equal(await placesOf(), 2)
  assert.deepEqual((await ask(people.team, 'GET', `permits/${permit}`))['custom'], { zoneB: 'A' })
  assert.deepEqual(await ask(people.team, 'GET', `views/${view}`), before)
  assert.deepEqual(RemovedFields.parse(await ask(people.admin, 'GET', 'permits/removed_fields')), {
    fields: [],
  })
})

test('the audit records the removal and restore of a field with its heading', async () => {
  await used('zoneC')
  await ask(people.admin, 'DELETE', 'permits/fields/zoneC')
  await ask(people.admin, 'POST', 'permits/fields/zoneC/restore')
  const rows = await portal.deps.database.query(
    `select c.value as change from history h, jsonb_array_elements(h.changes) c
      where h.collection = 'config' and c.value->>'field' = 'columns.permits.custom.zoneC.label' order by h.id`,
    [],
    z.object({ change: z.unknown() }),
  )
  const field = 'columns.permits.custom.zoneC.label'
  const label = 'Zone zoneC'
  assert.deepEqual(
    rows.map(({ change }) => change),
    [
      { field, from: null, to: label },
      { field, from: label, to: null },
      { field, from: null, to: label },
    ],
  )
})

test('only administrators remove and restore fields, and the name of a removed field cannot be reused', async () => {
  await used('zoneD')
  for (const person of [people.team, people.client]) {
    assert.equal(await status(person, 'GET', 'permits/fields/zoneD/use'), 403)
    assert.equal(await status(person, 'DELETE', 'permits/fields/zoneD'), 403)
    assert.equal(await status(person, 'POST', 'permits/fields/zoneD/restore'), 403)
    assert.equal(await status(person, 'GET', 'permits/removed_fields'), 403)
  }
  const both = await Promise.all([1, 2].map(() => status(people.admin, 'DELETE', 'permits/fields/zoneD')))
  assert.deepEqual(
    both.toSorted((a, b) => a - b),
    [200, 404],
  )
  assert.equal(await status(people.admin, 'GET', 'permits/fields/zoneD/use'), 404)
  const again = await portal.crud(people.admin, {
    apiPath: 'permits/fields',
    method: 'POST',
    body: { name: 'zoneD', label: 'Zone', type: 'text' },
  })
  assert.equal(again.statusCode, 409)
  assert.match(again.body, /removed: restore it/)
  for (const name of ['title', 'custom.', 'no such', "x'); drop table permits; --", '__proto__']) {
    assert.ok(
      [400, 404].includes(await status(people.admin, 'DELETE', `permits/fields/${encodeURIComponent(name)}`)),
      name,
    )
  }
  assert.equal(await status(people.admin, 'POST', 'permits/fields/zoneA/restore'), 404)
})
