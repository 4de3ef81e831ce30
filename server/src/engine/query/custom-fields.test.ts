import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { sampleOrganization } from '../test-support/sample-records.ts'
import type { SampleOrganization } from '../test-support/sample-records.ts'

let portal: TestApp
let people: Record<Role, Person>
let sample: SampleOrganization
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  sample = await sampleOrganization(portal, people.superadmin, 'alpha')
})
after(() => portal.close())

const add = (as: Person, body: unknown, collection = 'permits') =>
  portal.crud(as, { apiPath: `${collection}/fields`, method: 'POST', body })
const list = (query: object) => portal.crud(people.team, { apiPath: 'permits', method: 'GET', query })
const patch = (custom: object, as = people.team) =>
  portal.crud(as, { apiPath: `permits/${sample.pids.permits}`, method: 'PATCH', body: { custom } })

const examples = [
  { name: 'color', type: 'text', value: 'blue', wrong: 5, other: 'red' },
  { name: 'rooms', type: 'number', value: 2.5, wrong: 'two', other: 3 },
  { name: 'bond', type: 'money', value: 12_500, wrong: -1, other: 1 },
  { name: 'surveyed', type: 'date', value: '2026-03-01', wrong: '2026-02-30', other: '2026-03-02' },
  {
    name: 'heardAt',
    type: 'datetime',
    value: '2026-03-01T10:00:00.000Z',
    wrong: 'soon',
    other: '2026-03-01T10:00:01.000Z',
  },
  { name: 'historic', type: 'boolean', value: true, wrong: 'yes', other: false },
  { name: 'zone', type: 'enum', options: ['R-1', 'R-2'], value: 'R-2', wrong: 'R-9', other: 'R-1' },
] as const

for (const { name, type, value, wrong, other, ...more } of examples) {
  test(`a ${type} field that an administrator adds can be written, read, filtered, sorted and counted immediately`, async () => {
    const added = await add(people.admin, { name, label: `The ${name}`, type, ...more })
    assert.equal(added.statusCode, 201, added.body)
    assert.equal(added.json().name, `custom.${name}`)
    assert.equal(added.json().label, `The ${name}`)

    const saved = await patch({ [name]: value })
    assert.equal(saved.statusCode, 200, saved.body)
    assert.equal(saved.json().custom[name], value)
    assert.equal((await patch({ [name]: wrong })).statusCode, 400)

    const found = await list({
      filter: { [`custom.${name}`]: value },
      sort: `-custom.${name}`,
      fields: `pid,custom.${name}`,
    })
    assert.equal(found.statusCode, 200, found.body)
    assert.deepEqual(found.json().permits[0].custom, { [name]: value })
    assert.equal((await list({ filter: { [`custom.${name}`]: other } })).json().metadata.count, 0)
    assert.equal((await list({ filter: { [`custom.${name}`]: { ne: other } } })).json().metadata.count, 1)
    assert.equal((await list({ filter: { [`custom.${name}`]: { isEmpty: true } } })).json().metadata.count, 0)
    const values = await portal.crud(people.team, { apiPath: `permits/fields/custom.${name}`, method: 'GET' })
    assert.deepEqual(values.json(), { field: `custom.${name}`, values: [{ value, count: 1 }] })

    assert.equal((await patch({ [name]: null })).json().custom[name], undefined)
    assert.equal((await list({ filter: { [`custom.${name}`]: { isEmpty: true } } })).json().metadata.count, 1)
  })
}

test('a new record accepts values of added fields', async () => {
  const body = { title: 'New', org: sample.org, permitType: 'SIGN', custom: { color: 'green' } }
  const made = await portal.crud(people.team, { apiPath: 'permits', method: 'POST', body })
  assert.equal(made.statusCode, 201, made.body)
  assert.deepEqual((await list({ filter: { 'custom.color': 'green' } })).json().permits[0].custom, {
    color: 'green',
  })
})

test('an added field is a column of the configuration with its options, for permits and processed alike', async () => {
  const config = (await portal.crud(people.team, { apiPath: 'config', method: 'GET' })).json()
  for (const collection of ['permits', 'processed']) {
    const column = config.columns[collection].find((each: { name: string }) => each.name === 'custom.zone')
    assert.deepEqual(column, {
      name: 'custom.zone',
      label: 'The zone',
      type: 'enum',
      is_visible: true,
      table_view: true,
      options: ['R-1', 'R-2'],
      masked: true,
    })
  }
  assert.ok(!config.columns.tasks.some((task: { name: string }) => task.name.startsWith('custom.')))
})

test('only administrators add fields, each name once and well formed', async () => {
  for (const as of [people.team, people.client])
    assert.equal((await add(as, { name: 'x', label: 'X', type: 'text' })).statusCode, 403)
  const again = await add(people.admin, { name: 'color', label: 'Colour', type: 'text' })
  assert.equal(again.statusCode, 409)
  assert.equal(again.json().type, 'duplicate')
  for (const body of [
    undefined,
    [],
    {},
    { name: 'x', label: 'X' },
    { name: 'x', label: 'X', type: 'ref' },
    { name: 'x', label: '', type: 'text' },
    { name: '__proto__', label: 'X', type: 'text' },
    { name: "x'; drop table permits", label: 'X', type: 'text' },
    { name: 'x', label: 'X', type: 'enum' },
    { name: 'x', label: 'X', type: 'enum', options: ['a', 'a'] },
    { name: 'x', label: 'X', type: 'text', options: ['a'] },
    { name: 'x', label: 'X', type: 'text', nonsense: 1 },
  ]) {
    const result = await add(people.admin, body)
    assert.equal(result.statusCode, 400, `${JSON.stringify(body)} ${result.body}`)
  }
})

test('an unknown added field is refused by name, and a client does not write added fields', async () => {
  assert.match((await patch({ nonsense: 1 })).body, /custom\.nonsense/)
  assert.equal((await list({ filter: { 'custom.nonsense': 1 } })).statusCode, 400)
  assert.equal((await list({ sort: 'custom.nonsense' })).statusCode, 400)
  assert.equal(
    (await portal.crud(people.team, { apiPath: 'orgs/fields/custom.color', method: 'GET' })).statusCode,
    403,
  )
  const body = { title: 'Draft', permitType: 'SIGN', custom: { color: 'green' } }
  assert.equal(
    (await portal.crud(sample.client, { apiPath: 'permits', method: 'POST', body })).statusCode,
    400,
  )
})
