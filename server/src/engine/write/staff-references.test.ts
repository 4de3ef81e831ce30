import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LookupOptions, collectionNames, collections } from '@portal/contract'
import type { Declaration, Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { sampleOrganization } from '../test-support/sample-records.ts'
import type { SampleOrganization } from '../test-support/sample-records.ts'

let portal: TestApp
let people: Record<Role, Person>
let sample: SampleOrganization
let gone: Person
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  sample = await sampleOrganization(portal, people.superadmin, 'alpha')
  gone = await portal.given.user({ role: 'team', status: 'DISABLED' })
})
after(() => portal.close())

const call = (apiPath: string, method: string, body: object, as = people.admin) =>
  portal.crud(as, { apiPath, method, body })
const isRefused = (response: Awaited<ReturnType<typeof call>>, field: string) => {
  assert.equal(response.statusCode, 400, response.body)
  assert.match(
    response.json<{ detail: string }>().detail,
    new RegExp(`body\\.${field} must be an active staff member`),
  )
}

test('F19: every field of staff work accepts active staff, and neither clients nor former staff', async () => {
  let fields = 0
  for (const collection of collectionNames) {
    const declaration: Declaration = collections[collection]
    if (collection === 'processed') continue
    for (const [field, { staff, type }] of Object.entries(declaration.fields)) {
      if (staff !== true) continue
      fields += 1
      const toValue = (person: Person) => (type === 'list' ? [people.team.pid, person.pid] : person.pid)
      const path = `${collection}/${sample.pids[collection]}`
      for (const person of [sample.client, gone])
        isRefused(await call(path, 'PATCH', { [field]: toValue(person) }), field)
      const saved = await call(path, 'PATCH', { [field]: toValue(people.admin) })
      assert.equal(saved.statusCode, 200, saved.body)
      const bulk = { pids: [sample.pids[collection]], patch: { [field]: toValue(sample.client) } }
      isRefused(await call(collection, 'PATCH', bulk), field)
      isRefused(await call(collection, 'PATCH', { ...bulk, dryRun: true }), field)
    }
  }
  assert.ok(fields >= 7, `${fields} fields`)
  const permit = { title: 'x', org: sample.org, permitType: 'SIGN' }
  isRefused(await call('permits', 'POST', { ...permit, assignedTo: sample.client.pid }), 'assignedTo')
  isRefused(await call('permits', 'POST', { ...permit, collaborators: [sample.client.pid] }), 'collaborators')
  isRefused(await call('tasks', 'POST', { title: 'x', assignedTo: sample.client.pid }), 'assignedTo')
  assert.match(
    (await call('permits', 'POST', { ...permit, assignedTo: 'NOSUCHPID' })).body,
    /body\.assignedTo is not a record/,
  )
})

test('F19: a record that already has a client in such a field is shown and its other fields can be saved', async () => {
  const pid = sample.pids.permits
  const { database } = portal.deps
  await database.query(
    'update permits set assigned_to = $2, collaborators = array[$2::text] where pid = $1',
    [pid, sample.client.pid],
  )
  const shown = (await portal.crud(people.team, { apiPath: `permits/${pid}`, method: 'GET' })).json()
  assert.deepEqual(
    [shown.assignedTo, shown.collaborators],
    [{ pid: sample.client.pid, title: sample.client.name }, [sample.client.pid]],
  )
  const whole = {
    title: 'Another title',
    assignedTo: sample.client.pid,
    collaborators: [sample.client.pid, people.team.pid],
    city: 'Austin',
  }
  const saved = await call(`permits/${pid}`, 'PATCH', whole)
  assert.equal(saved.statusCode, 200, saved.body)
  assert.deepEqual(
    [saved.json().title, saved.json().collaborators],
    ['Another title', [sample.client.pid, people.team.pid]],
  )
  isRefused(
    await call(`permits/${pid}`, 'PATCH', { collaborators: [sample.client.pid, gone.pid] }),
    'collaborators',
  )
})

test('F19: records that follow a permit copy its staff, except people who are not active staff', async () => {
  const { database } = portal.deps
  const values = [sample.pids.processed, sample.client.pid, [gone.pid, people.team.pid]]
  await database.query(
    'update permits set assigned_to = $2, collaborators = $3::text[] where pid = $1',
    values,
  )
  const made = await call(`processed/${sample.pids.processed}/amend`, 'POST', {})
  assert.ok(made.statusCode === 200 || made.statusCode === 201, made.body)
  const pid = made.json<{ pid: string }>().pid
  const amendment = (await portal.crud(people.team, { apiPath: `permits/${pid}`, method: 'GET' })).json()
  assert.deepEqual([amendment.assignedTo, amendment.collaborators], [null, [people.team.pid]])
})

test('F19: the lookup for staff work returns active staff only; the lookup of all people includes clients', async () => {
  const options = async (query: object, as = people.team) => {
    const response = await portal.crud(as, {
      apiPath: 'users/lookup',
      method: 'GET',
      query: { limit: 100, ...query },
    })
    assert.equal(response.statusCode, 200, response.body)
    return LookupOptions.parse(response.json()).options.map(({ pid }) => pid)
  }
  const staff = await options({ staff: true })
  for (const person of [people.superadmin, people.admin, people.team]) assert.ok(staff.includes(person.pid))
  for (const person of [people.client, sample.client, gone]) assert.ok(!staff.includes(person.pid))
  assert.ok((await options({})).includes(sample.client.pid))
  assert.deepEqual(await options({ staff: true, searchToken: sample.client.name }), [])
  for (const [collection, query] of [
    ['orgs', { staff: true }],
    ['users', { staff: false }],
  ] as const) {
    const result = await portal.crud(people.team, { apiPath: `${collection}/lookup`, method: 'GET', query })
    assert.equal(result.statusCode, 400, result.body)
  }
})

test('the lookup of people returns roles and former people by pid, and nobody the reader may not see', async () => {
  const ask = async (query: object, as: Person) => {
    const response = await portal.crud(as, { apiPath: 'users/lookup', method: 'GET', query })
    assert.equal(response.statusCode, 200, response.body)
    return LookupOptions.parse(response.json()).options
  }
  const all = await ask({ limit: 100 }, people.team)
  assert.deepEqual(
    [people.superadmin, people.admin, people.team, sample.client].map(
      (person) => all.find(({ pid }) => pid === person.pid)?.role,
    ),
    ['superadmin', 'admin', 'team', 'client'],
  )

  const pids = [gone.pid, sample.client.pid, people.team.pid, 'NOSUCHPID', gone.pid]
  const named = (persons: Person[]) => persons.map(({ pid, name }) => ({ pid, title: name, hint: '' }))
  assert.deepEqual(await ask({ pids }, people.team), named([gone, sample.client, people.team]))
  assert.deepEqual(await ask({ pids }, sample.client), named([gone, sample.client, people.team]))
  assert.deepEqual(await ask({ pids }, people.client), named([gone, people.team]))
  for (const wrong of [[], Array.from({ length: 201 }, () => gone.pid), 'x', [{}]]) {
    const result = await portal.crud(people.team, {
      apiPath: 'users/lookup',
      method: 'GET',
      query: { pids: wrong },
    })
    assert.equal(result.statusCode, 400, result.body)
  }
})

test('history has the names of a list of people, including former people', async () => {
  const path = `permits/${sample.pids.permits}`
  const leaving = await portal.given.user({ role: 'team' })
  assert.equal((await call(path, 'PATCH', { collaborators: [leaving.pid, people.team.pid] })).statusCode, 200)
  await portal.deps.database.query("update users set status = 'DISABLED' where pid = $1", [leaving.pid])
  const { changes } = (await portal.crud(people.team, { apiPath: `${path}/history`, method: 'GET' })).json<{
    changes: { changes: unknown[] }[]
  }>()
  const named = [leaving, people.team].map(({ pid, name }) => ({ pid, title: name }))
  assert.deepEqual(
    changes[0]?.changes.map((change) => Reflect.get(Object(change), 'to')),
    [named],
  )
})
