import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { apiClient } from '#test-support/api-client.ts'
import type { Fields } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const ask = apiClient(() => portal)
const now = () => portal.clock.now().toISOString()
const pass = () => portal.clock.pass(60_000)
const asOf = async (person: Person, path: string, at: string, status = 200): Promise<Fields> => {
  const response = await portal.crud(person, { apiPath: path, method: 'GET', query: { asOf: at } })
  assert.equal(response.statusCode, status, response.body)
  return response.json<Fields>()
}

async function newPermit(more: object = {}): Promise<string> {
  const body = { title: 'Two garages', org: people.client.org, permitType: 'SIGN', ...more }
  return `permits/${String((await ask(people.team, 'POST', 'permits', body, 201))['pid'])}`
}

test('a record is shown as it was at a past time, with what changed since', async () => {
  const path = await newPermit({ city: 'Austin', tags: ['a'], valuation: 100 })
  const first = now()
  const original = await ask(people.team, 'GET', path)
  pass()
  await ask(people.team, 'PATCH', path, { city: 'Waco', tags: null, assignedTo: people.team.pid })
  const second = now()
  pass()
  await ask(people.team, 'POST', `${path}/transitions`, { to: 'INTAKE_REVIEW' })
  const then = await asOf(people.team, path, first)
  for (const name of ['city', 'tags', 'valuation', 'status', 'assignedTo', 'version', 'title', 'org'])
    assert.deepEqual(then[name] ?? null, original[name] ?? null, name)
  const between = await asOf(people.team, path, second)
  assert.deepEqual(between['assignedTo'], { pid: people.team.pid, title: people.team.name })
  assert.deepEqual([between['city'], between['status']], ['Waco', 'NEW'])
  const changed = between['changedSince']
  assert.ok(Array.isArray(changed) && changed.includes('status') && !changed.includes('city'))
  assert.deepEqual((await asOf(people.team, path, now()))['changedSince'], [])
})

test('an agency is shown as it was, also where the history has its former code', async () => {
  const path = await newPermit({ authority: 'AUSTIN_DSD' })
  const at = now()
  const { authority } = await ask(people.team, 'GET', path)
  pass()
  await ask(people.team, 'PATCH', path, { authority: 'AUSTIN_FIRE' })
  assert.deepEqual((await asOf(people.team, path, at))['authority'], authority)
  await portal.deps.database.query(
    `update history set changes = jsonb_set(changes, '{0,from}', '"AUSTIN_DSD"') where pid = $1 and changes @> '[{"field": "authority"}]' and action = 'update'`,
    [path.slice(8)],
  )
  assert.deepEqual((await asOf(people.team, path, at))['authority'], authority)
})

test('before it existed and while it was deleted a record has no past state', async () => {
  const before = now()
  pass()
  const path = await newPermit()
  pass()
  await asOf(people.team, path, before, 404)
  await ask(people.admin, 'DELETE', path)
  const deleted = now()
  pass()
  await ask(people.admin, 'POST', `${path}/restore`)
  await asOf(people.team, path, deleted, 404)
  await asOf(people.team, path, now())
  await asOf(people.team, path, 'yesterday', 400)
})

test('rights are those of today: masked fields stay masked, and a former client’s time is closed', async () => {
  const former = await portal.given.org({ name: 'Former' })
  const path = await newPermit({ org: former })
  const theirs = now()
  pass()
  await ask(people.admin, 'PATCH', path, { org: people.client.org, priority: 'URGENT' })
  const ours = now()
  pass()
  await ask(people.admin, 'PATCH', path, { priority: 'LOW', city: 'Austin' })
  await asOf(people.client, path, theirs, 404)
  const seen = await asOf(people.client, path, ours)
  assert.equal(seen['city'] ?? null, null)
  assert.equal('priority' in seen, false)
  assert.deepEqual(seen['changedSince'], ['city'])
  const other = await portal.given.user({ role: 'client', org: former })
  await asOf(other, path, theirs, 404)
})

test('the reason of a transition is not taken for a change of the field reason', async () => {
  const path = await newPermit()
  const body = { permit: path.slice(8), kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 100, reason: 'Agreed' }
  const fee = `payments/${String((await ask(people.admin, 'POST', 'payments', body, 201))['pid'])}`
  const before = await ask(people.admin, 'GET', fee)
  const at = now()
  pass()
  await ask(people.admin, 'POST', `${fee}/transitions`, { to: 'VOID', reason: 'Mistake' })
  assert.equal((await asOf(people.admin, fee, at))['reason'], before['reason'])
})
