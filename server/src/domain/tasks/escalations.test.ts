import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { levelOf, reachedAt } from './escalation-levels.ts'
import { escalateTasks } from './escalate-tasks.ts'

test('the time of a task ends with its due date in the zone of the office, whatever the clocks do', () => {
  const createdAt = new Date('2026-10-20T00:00:00.000Z')
  // Each due date is the day on which clocks change there.
  const ends = {
    'America/Chicago': ['2026-11-01', '2026-11-02T06:00:00.000Z'],
    'Europe/Berlin': ['2026-10-25', '2026-10-25T23:00:00.000Z'],
    'Australia/Sydney': ['2027-04-04', '2027-04-04T14:00:00.000Z'],
  } as const
  for (const [zone, [day, end]] of Object.entries(ends)) {
    assert.equal(reachedAt(100, createdAt, day, zone).toISOString(), end)
    const endMs = Date.parse(end)
    const spanMs = endMs - createdAt.getTime()
    const at = (share: number, byMs = 0) =>
      levelOf(createdAt, day, zone, new Date(createdAt.getTime() + spanMs * share + byMs))
    assert.deepEqual(
      [at(0), at(0.8, -1), at(0.8), at(1, -1), at(1), at(1.5, -1), at(1.5)],
      [null, null, 80, 80, 100, 100, 150],
    )
  }
})

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const hourMs = 3_600_000
const ask = apiClient(() => portal)
const escalate = () => escalateTasks(portal.deps, new AbortController().signal)
const newTask = async (body: object) =>
  String((await ask(people.admin, 'POST', 'tasks', { title: 'Call the city', ...body }, 201))['pid'])

/** Moves the clock by hours, with sessions that stay valid, and escalates what is due then. */
async function passHours(hours: number): Promise<void> {
  portal.clock.pass(hours * hourMs)
  await portal.deps.database.query(
    'update sessions set last_seen_at = $1, idle_expires_at = $2, expires_at = $2',
    [portal.clock.now(), new Date(portal.clock.now().getTime() + 24 * hourMs)],
  )
  await escalate()
}

/** Sets the clock. */
async function startOn(at: string): Promise<void> {
  portal.clock.set(at)
  await passHours(0)
}

async function titlesOf(person: Person, pid: string): Promise<string[]> {
  const query = { filter: { relatedPid: pid, rule: { startsWith: 'task-escalation' } }, sort: 'createdAt' }
  const response = await portal.crud(person, { apiPath: 'alerts', method: 'GET', query })
  return response.json<{ alerts: { title: string }[] }>().alerts.map(({ title }) => title)
}

/** A permit of a client whose account has this manager. */
async function permitWith(manager: Person): Promise<string> {
  const org = await portal.given.org()
  await portal.deps.database.query('update orgs set account_manager = $2 where pid = $1', [org, manager.pid])
  const body = { title: 'Garage', org, permitType: 'SIGN' }
  return String((await ask(people.admin, 'POST', 'permits', body, 201))['pid'])
}

test('a task escalates to its assignee, then to the lead, then to administrators, once each', async () => {
  const [worker, manager] = [await portal.given.user(), await portal.given.user()]
  await startOn('2026-11-20T00:00:00.000Z')
  // Ten days to the end of 29 November.
  const body = { assignedTo: worker.pid, dueDate: '2026-11-29', permit: await permitWith(manager) }
  const pid = await newTask({ ...body, escalation: 'DIRECTOR' })
  const plain = await newTask({ ...body, escalation: 'NONE' })
  await passHours(8 * 24 - 1)
  assert.deepEqual(await titlesOf(worker, pid), [])
  await passHours(1)
  await Promise.all([escalate(), escalate()])
  const first = ['80 % of the time is used: Call the city']
  assert.deepEqual([await titlesOf(worker, pid), await titlesOf(manager, pid)], [first, []])
  await passHours(2 * 24)
  await escalate()
  const second = 'The time is used up: Call the city'
  assert.deepEqual(
    [await titlesOf(worker, pid), await titlesOf(manager, pid), await titlesOf(people.superadmin, pid)],
    [[...first, second], [second], []],
  )
  await passHours(5 * 24)
  await escalate()
  const third = '150 % of the time is used: Call the city'
  assert.deepEqual(
    [await titlesOf(worker, pid), await titlesOf(manager, pid), await titlesOf(people.superadmin, pid)],
    [[...first, second, third], [second, third], [third]],
  )
  assert.deepEqual(await titlesOf(worker, plain), [])
})

test('a due date that moves starts anew, and a task that is done no longer escalates', async () => {
  const worker = await portal.given.user()
  await startOn('2027-01-10T00:00:00.000Z')
  const [moved, done] = [
    await newTask({ assignedTo: worker.pid, dueDate: '2027-01-19', escalation: 'SUPERVISOR' }),
    await newTask({ assignedTo: worker.pid, dueDate: '2027-01-19', escalation: 'SUPERVISOR' }),
  ]
  await passHours(8 * 24)
  assert.equal((await titlesOf(worker, moved)).length, 1)
  await ask(people.admin, 'PATCH', `tasks/${moved}`, { version: 1, dueDate: '2027-01-29' })
  await ask(people.admin, 'POST', `tasks/${done}/transitions`, { to: 'DONE' })
  await passHours(3 * 24)
  assert.deepEqual([(await titlesOf(worker, moved)).length, (await titlesOf(worker, done)).length], [1, 1])
  // Sixteen of twenty days.
  await passHours(5 * 24)
  assert.equal((await titlesOf(worker, moved)).length, 2)
})

test('levels that were reached while no server ran are one notification, the highest', async () => {
  const worker = await portal.given.user()
  await startOn('2027-03-01T00:00:00.000Z')
  const pid = await newTask({ assignedTo: worker.pid, dueDate: '2027-03-10', escalation: 'SUPERVISOR' })
  await passHours(24 * 60)
  await escalate()
  assert.deepEqual(await titlesOf(worker, pid), ['150 % of the time is used: Call the city'])
})
