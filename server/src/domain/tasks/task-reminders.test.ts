import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { sendTaskReminders } from './task-reminders.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const hourMs = 3_600_000
const ask = apiClient(() => portal)
const inHours = (hours: number) => new Date(portal.clock.now().getTime() + hours * hourMs).toISOString()
const newTask = async (body: object, collection = 'tasks') =>
  String((await ask(people.admin, 'POST', collection, { title: 'Call the city', ...body }, 201))['pid'])
const send = () => sendTaskReminders(portal.deps, new AbortController().signal)

/** Moves the clock by hours, with sessions that stay valid, and sends what is due then. */
async function passHours(hours: number): Promise<number> {
  portal.clock.pass(hours * hourMs)
  await portal.deps.database.query(
    'update sessions set last_seen_at = $1, idle_expires_at = $2, expires_at = $2',
    [portal.clock.now(), inHours(24)],
  )
  return send()
}

interface Alert {
  kind: string
  title: string
  rule: string
  relatedType: string
  relatedPid: string
}
async function remindersOf(person: Person, pid: string): Promise<Alert[]> {
  const query = { filter: { relatedPid: pid, kind: 'TASK_DUE' }, sort: 'createdAt' }
  const response = await portal.crud(person, { apiPath: 'alerts', method: 'GET', query })
  return response.json<{ alerts: Alert[] }>().alerts
}
const titlesOf = async (person: Person, pid: string) =>
  (await remindersOf(person, pid)).map(({ title }) => title)

test('a reminder and a follow-up reach the assignee once, at their times, and lead to the task', async () => {
  const pid = await newTask({ assignedTo: people.team.pid, remindAt: inHours(1), followUpAt: inHours(3) })
  await send()
  assert.deepEqual(await titlesOf(people.team, pid), [])
  await passHours(1)
  assert.deepEqual(await titlesOf(people.team, pid), ['Reminder: Call the city'])
  await passHours(2)
  await Promise.all([send(), send()])
  assert.deepEqual(await titlesOf(people.team, pid), ['Reminder: Call the city', 'Follow up: Call the city'])
  const [reminder] = await remindersOf(people.team, pid)
  assert.deepEqual([reminder?.relatedType, reminder?.relatedPid], ['tasks', pid])
  assert.deepEqual(await titlesOf(people.admin, pid), [])
})

test('a reminder is written in the language of the person it reaches', async () => {
  await portal.deps.database.query("update users set locale = 'es' where pid = $1", [people.team.pid])
  const pid = await newTask({ assignedTo: people.team.pid, remindAt: inHours(1) })
  await passHours(1)
  assert.deepEqual(await titlesOf(people.team, pid), ['Recordatorio: Call the city'])
  await portal.deps.database.query('update users set locale = null where pid = $1', [people.team.pid])
})

test('a moved date notifies at its new time only, and a cleared one not at all', async () => {
  const moved = await newTask({ assignedTo: people.team.pid, remindAt: inHours(1) })
  const cleared = await newTask({ assignedTo: people.team.pid, remindAt: inHours(1), followUpAt: inHours(1) })
  await ask(people.team, 'PATCH', `tasks/${moved}`, { version: 1, remindAt: inHours(5) })
  await ask(people.team, 'PATCH', `tasks/${cleared}`, { version: 1, remindAt: null, followUpAt: null })
  await passHours(2)
  assert.deepEqual([await titlesOf(people.team, moved), await titlesOf(people.team, cleared)], [[], []])
  await passHours(3)
  assert.equal((await titlesOf(people.team, moved)).length, 1)
  // A date that is set again notifies again.
  const { version } = await ask(people.team, 'GET', `tasks/${moved}`)
  await ask(people.team, 'PATCH', `tasks/${moved}`, { version, remindAt: inHours(1) })
  await passHours(1)
  assert.equal((await titlesOf(people.team, moved)).length, 2)
})

test('a closed or deleted task does not notify, and one that is reopened in time does', async () => {
  const [done, deleted, reopened] = [
    await newTask({ assignedTo: people.team.pid, remindAt: inHours(1) }),
    await newTask({ assignedTo: people.team.pid, remindAt: inHours(1) }),
    await newTask({ assignedTo: people.team.pid, remindAt: inHours(1) }),
  ]
  await ask(people.team, 'POST', `tasks/${done}/transitions`, { to: 'DONE' })
  await ask(people.team, 'POST', `tasks/${reopened}/transitions`, { to: 'DONE' })
  await ask(people.team, 'POST', `tasks/${reopened}/transitions`, { to: 'OPEN', reason: 'Not yet' })
  await portal.crud(people.admin, { apiPath: `tasks/${deleted}`, method: 'DELETE' })
  await passHours(1)
  assert.deepEqual([await titlesOf(people.team, done), await titlesOf(people.team, deleted)], [[], []])
  assert.equal((await titlesOf(people.team, reopened)).length, 1)
  await ask(people.team, 'POST', `tasks/${done}/transitions`, { to: 'OPEN', reason: 'Again' })
  await passHours(1)
  assert.deepEqual(await titlesOf(people.team, done), [])
})

test('without an active assignee the owner of the permit is notified, then who made the task, then administrators', async () => {
  const owner = await portal.given.user({ role: 'team' })
  const leaver = await portal.given.user({ role: 'team' })
  const permit = String(
    (
      await ask(
        people.admin,
        'POST',
        'permits',
        { title: 'Garage', org: people.client.org, permitType: 'SIGN', assignedTo: owner.pid },
        201,
      )
    )['pid'],
  )
  const ofPermit = await newTask({ permit, assignedTo: leaver.pid, remindAt: inHours(1) })
  const alone = await newTask({ remindAt: inHours(1) })
  const client = await newTask({ permit, assignedOrg: people.client.org, remindAt: inHours(1) }, 'ctasks')
  const orphan = await newTask({ remindAt: inHours(1) })
  await portal.deps.database.query("update users set status = 'DISABLED' where pid = $1", [leaver.pid])
  await portal.deps.database.query('update tasks set created_by = $2 where pid = $1', [orphan, leaver.pid])
  await passHours(1)
  assert.equal((await titlesOf(owner, ofPermit)).length, 1)
  assert.equal((await titlesOf(people.admin, alone)).length, 1)
  assert.deepEqual(
    [(await titlesOf(owner, client)).length, (await titlesOf(people.client, client)).length],
    [1, 0],
  )
  assert.equal((await titlesOf(people.admin, orphan)).length, 1)
  assert.equal((await titlesOf(people.superadmin, orphan)).length, 1)
})

test('dates missed while no server ran are made up for, and dates typed long after they passed are not', async () => {
  const missed = await newTask({ assignedTo: people.team.pid, remindAt: inHours(1) })
  const old = await newTask({ assignedTo: people.team.pid, remindAt: inHours(-24 * 30) })
  await passHours(24 * 7)
  assert.equal((await titlesOf(people.team, missed)).length, 1)
  assert.deepEqual(await titlesOf(people.team, old), [])
})
