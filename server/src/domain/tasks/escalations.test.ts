import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { levelOf, reachedAt } from './escalation-levels.ts'
import { escalateTasks } from './escalate-tasks.ts'

test('a task is due at the end of its due date in the time zone of the office, also when clocks change', () => {
  const createdAt = new Date('2026-10-20T00:00:00.000Z')
  // Due dates on which clocks change in the zone, and the instants at which they end.
  const dueDates = {
    'America/Chicago': ['2026-11-01', '2026-11-02T06:00:00.000Z'],
    'Europe/Berlin': ['2026-10-25', '2026-10-25T23:00:00.000Z'],
    'Australia/Sydney': ['2027-04-04', '2027-04-04T14:00:00.000Z'],
  } as const
  for (const [zone, [day, end]] of Object.entries(dueDates)) {
    assert.equal(reachedAt(100, createdAt, day, zone).toISOString(), end)
    const endMs = Date.parse(end)
    const spanMs = endMs - createdAt.getTime()
    const levelAfter = (share: number, byMs = 0) =>
      levelOf(createdAt, day, zone, new Date(createdAt.getTime() + spanMs * share + byMs))
    assert.deepEqual(
      [
        levelAfter(0),
        levelAfter(0.8, -1),
        levelAfter(0.8),
        levelAfter(1, -1),
        levelAfter(1),
        levelAfter(1.5, -1),
        levelAfter(1.5),
      ],
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

/** Moves the clock by hours, keeps the sessions valid, and escalates what is due then. */
async function passHours(hours: number): Promise<void> {
  portal.clock.pass(hours * hourMs)
  await portal.deps.database.query(
    'update sessions set last_seen_at = $1, idle_expires_at = $2, expires_at = $2',
    [portal.clock.now(), new Date(portal.clock.now().getTime() + 24 * hourMs)],
  )
  await escalate()
}

/** Sets the clock and escalates what is due then. */
async function startOn(at: string): Promise<void> {
  portal.clock.set(at)
  await passHours(0)
}

async function alertTitlesOf(person: Person, pid: string): Promise<string[]> {
  const query = { filter: { relatedPid: pid, rule: { startsWith: 'task-escalation' } }, sort: 'createdAt' }
  const response = await portal.crud(person, { apiPath: 'alerts', method: 'GET', query })
  return response.json<{ alerts: { title: string }[] }>().alerts.map(({ title }) => title)
}

/** A permit of an organization with this account manager. */
async function permitWith(manager: Person): Promise<string> {
  const org = await portal.given.org()
  await portal.deps.database.query('update orgs set account_manager = $2 where pid = $1', [org, manager.pid])
  const body = { title: 'Garage', org, permitType: 'SIGN' }
  return String((await ask(people.admin, 'POST', 'permits', body, 201))['pid'])
}

// SUPERVISOR escalates to the account manager of the client, DIRECTOR also to administrators.
test('a task alerts its assignee at 80 percent, the account manager at 100 and administrators at 150, once each', async () => {
  const [assignee, manager] = [await portal.given.user(), await portal.given.user()]
  await startOn('2026-11-20T00:00:00.000Z')
  // Ten days to the end of November 29: the office of the tests is in UTC.
  const body = { assignedTo: assignee.pid, dueDate: '2026-11-29', permit: await permitWith(manager) }
  const pid = await newTask({ ...body, escalation: 'DIRECTOR' })
  const withoutEscalation = await newTask({ ...body, escalation: 'NONE' })
  await passHours(8 * 24 - 1)
  assert.deepEqual(await alertTitlesOf(assignee, pid), [])
  await passHours(1)
  // Two servers run it at once, and nobody is alerted twice.
  await Promise.all([escalate(), escalate()])
  const first = ['80% of the time is used: Call the city']
  assert.deepEqual([await alertTitlesOf(assignee, pid), await alertTitlesOf(manager, pid)], [first, []])
  await passHours(2 * 24)
  await escalate()
  const second = 'The due date has passed: Call the city'
  assert.deepEqual(
    [
      await alertTitlesOf(assignee, pid),
      await alertTitlesOf(manager, pid),
      await alertTitlesOf(people.superadmin, pid),
    ],
    [[...first, second], [second], []],
  )
  await passHours(5 * 24)
  await escalate()
  const third = '150% of the time is used: Call the city'
  assert.deepEqual(
    [
      await alertTitlesOf(assignee, pid),
      await alertTitlesOf(manager, pid),
      await alertTitlesOf(people.superadmin, pid),
    ],
    [[...first, second, third], [second, third], [third]],
  )
  assert.deepEqual(await alertTitlesOf(assignee, withoutEscalation), [])
})

test('a new due date restarts the escalation, and a task that is done no longer escalates', async () => {
  const assignee = await portal.given.user()
  await startOn('2027-01-10T00:00:00.000Z')
  const [moved, done] = [
    await newTask({ assignedTo: assignee.pid, dueDate: '2027-01-19', escalation: 'SUPERVISOR' }),
    await newTask({ assignedTo: assignee.pid, dueDate: '2027-01-19', escalation: 'SUPERVISOR' }),
  ]
  await passHours(8 * 24)
  assert.equal((await alertTitlesOf(assignee, moved)).length, 1)
  await ask(people.admin, 'PATCH', `tasks/${moved}`, { version: 1, dueDate: '2027-01-29' })
  await ask(people.admin, 'POST', `tasks/${done}/transitions`, { to: 'DONE' })
  await passHours(3 * 24)
  assert.deepEqual(
    [(await alertTitlesOf(assignee, moved)).length, (await alertTitlesOf(assignee, done)).length],
    [1, 1],
  )
  // 80 percent of the new time: sixteen of twenty days.
  await passHours(5 * 24)
  assert.equal((await alertTitlesOf(assignee, moved)).length, 2)
})

test('of the levels that were reached while no server ran, only the highest is announced', async () => {
  const assignee = await portal.given.user()
  await startOn('2027-03-01T00:00:00.000Z')
  const pid = await newTask({ assignedTo: assignee.pid, dueDate: '2027-03-10', escalation: 'SUPERVISOR' })
  await passHours(60 * 24)
  await escalate()
  assert.deepEqual(await alertTitlesOf(assignee, pid), ['150% of the time is used: Call the city'])
})
