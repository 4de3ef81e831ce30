import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { runAutomaticSteps } from './automatic-steps.ts'
import { dayIn as dayOf, passDays } from './test-support/pass-days.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  await runAutomaticSteps(portal.deps)
})
after(() => portal.close())

const ask = apiClient(() => portal)
const dayIn = (days: number) => dayOf(portal, days)
const pass = (days: number) => passDays(portal, days)

/** A permit in this status that expires in so many days. */
async function permit(days: number, status = 'ISSUED', org = people.client.org): Promise<string> {
  const body = { title: 'Sign', org, permitType: 'SIGN', city: 'Austin', assignedTo: people.team.pid }
  const pid = String((await ask(people.team, 'POST', 'permits', body, 201))['pid'])
  await portal.deps.database.query(
    `update permits set status = $2, bucket = 'processed', court = 'NONE', clock_started_at = null, expiry_date = $3::date where pid = $1`,
    [pid, status, dayIn(days)],
  )
  return pid
}

interface Renewal {
  pid: string
  status: string
  city: string
  assignedTo: { pid: string }
  renewalOf: { pid: string }
}
async function renewalsOf(pid: string): Promise<Renewal[]> {
  const query = { filter: { renewalOf: pid }, sort: 'createdAt' }
  const response = await portal.crud(people.team, { apiPath: 'permits', method: 'GET', query })
  return response.json<{ permits: Renewal[] }>().permits
}
async function tasksOf(of: string) {
  const query = { filter: { permit: of }, sort: 'createdAt' }
  const response = await portal.crud(people.team, { apiPath: 'tasks', method: 'GET', query })
  return response.json<{ tasks: { title: string; dueDate: string; assignedTo: { pid: string } }[] }>().tasks
}

test('60 days before an issued permit expires its renewal is made once, with a task for who prepares it', async () => {
  const pid = await permit(62)
  await pass(1)
  assert.deepEqual(await renewalsOf(pid), [])
  await pass(1)
  await Promise.all([runAutomaticSteps(portal.deps), runAutomaticSteps(portal.deps)])
  await pass(1)
  const [renewal, ...more] = await renewalsOf(pid)
  assert.ok(renewal)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [renewal.status, renewal.city, renewal.assignedTo.pid, renewal.renewalOf.pid],
    ['NEW', 'Austin', people.team.pid, pid],
  )
  const tasks = await tasksOf(renewal.pid)
  assert.deepEqual(
    tasks.map(({ dueDate, assignedTo }) => [dueDate, assignedTo.pid]),
    [[dayIn(29), people.team.pid]],
  )
  assert.match(tasks[0]?.title ?? '', /^Prepare the renewal of PM-.*, which expires on /)
})

test('a renewal that staff delete is not made again', async () => {
  const pid = await permit(61)
  await pass(1)
  const [renewal] = await renewalsOf(pid)
  await ask(people.admin, 'DELETE', `permits/${renewal?.pid ?? ''}`, undefined)
  await pass(1)
  await pass(30)
  assert.deepEqual(await renewalsOf(pid), [])
})

test('nothing is prepared for a permit that is closed or withdrawn, has a renewal, or whose client is suspended', async () => {
  const suspended = await portal.given.org({ name: 'Suspended' })
  const pids = [
    await permit(61, 'CLOSED'),
    await permit(61, 'WITHDRAWN'),
    await permit(61, 'ISSUED', suspended),
  ]
  await portal.deps.database.query("update orgs set status = 'SUSPENDED' where pid = $1", [suspended])
  const renewed = await permit(61)
  const { pid: own } = await ask(people.team, 'POST', `processed/${renewed}/renew`, {}, 201)
  await pass(1)
  for (const pid of pids) assert.deepEqual(await renewalsOf(pid), [])
  assert.deepEqual(
    (await renewalsOf(renewed)).map(({ pid }) => pid),
    [own],
  )
})
