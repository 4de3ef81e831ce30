import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { endSnoozes } from './end-snoozes.ts'

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
const newAlert = async (title: string, body: object = {}, user = people.team) =>
  String((await ask(people.admin, 'POST', 'alerts', { title, user: user.pid, ...body }, 201))['pid'])

async function titlesOf(person: Person, filter: object = {}): Promise<string[]> {
  const response = await portal.crud(person, { apiPath: 'alerts', method: 'GET', query: { filter } })
  const { alerts, metadata } = response.json<{ alerts: { title: string }[]; metadata: { count: number } }>()
  assert.equal(metadata.count, alerts.length)
  return alerts.map(({ title }) => title)
}
const unreadOf = async (person: Person) => (await ask(person, 'GET', 'alerts/count'))['unreadCount']

test('a snoozed alert leaves lists and the count, can be listed, and comes back unread at its time, once', async () => {
  const pid = await newAlert('Plans arrived')
  await newAlert('Fee due')
  const before = Number(await unreadOf(people.team))
  await ask(people.team, 'PATCH', `alerts/${pid}`, { snoozedUntil: inHours(2), isRead: true })
  await ask(people.team, 'PATCH', `alerts/${pid}`, { isRead: false })
  assert.deepEqual(await titlesOf(people.team), ['Fee due'])
  assert.deepEqual(await titlesOf(people.team, { snoozedUntil: { isNotEmpty: true } }), ['Plans arrived'])
  assert.equal(await unreadOf(people.team), before - 1)
  await ask(people.team, 'POST', 'alerts/read-all', {})
  assert.equal((await ask(people.team, 'GET', `alerts/${pid}`))['isRead'], false)

  portal.clock.pass(hourMs)
  assert.equal(await endSnoozes(portal.deps), 0)
  portal.clock.pass(hourMs)
  const ended = await Promise.all([endSnoozes(portal.deps), endSnoozes(portal.deps)])
  assert.equal(
    ended.reduce((sum, one) => sum + one),
    1,
  )
  assert.deepEqual((await titlesOf(people.team)).toSorted(), ['Fee due', 'Plans arrived'])
  assert.equal(await unreadOf(people.team), 1)
  const { changes } = await ask(people.team, 'GET', `alerts/${pid}/history`)
  assert.ok(Array.isArray(changes))
  assert.deepEqual(
    [changes[0].by, changes[0].changes.map(({ field }: { field: string }) => field)],
    [null, ['snoozedUntil', 'isRead']],
  )
})

test('a snooze ends earlier when its reader clears it, and cannot lie in the past', async () => {
  const pid = await newAlert('Inspection moved')
  await ask(people.team, 'PATCH', `alerts/${pid}`, { snoozedUntil: inHours(-1) }, 400)
  await ask(people.team, 'PATCH', `alerts/${pid}`, { snoozedUntil: inHours(5) })
  assert.ok(!(await titlesOf(people.team)).includes('Inspection moved'))
  await ask(people.team, 'PATCH', `alerts/${pid}`, { snoozedUntil: null })
  assert.ok((await titlesOf(people.team)).includes('Inspection moved'))
})

test('search and export leave snoozed alerts out as the list does', async () => {
  const pid = await newAlert('Zebra crossing')
  await ask(people.team, 'PATCH', `alerts/${pid}`, { snoozedUntil: inHours(5) })
  const search = await portal.crud(people.team, {
    apiPath: 'alerts/search',
    method: 'GET',
    query: { searchToken: 'zebra' },
  })
  assert.equal(search.json<{ metadata: { count: number } }>().metadata.count, 0)
})

test('an alert that asks for it stays on top until its reader acknowledges it, and staff see who has not', async () => {
  const pid = await newAlert('Office closes at noon', { ackRequired: true })
  await newAlert('Office closes at noon', { ackRequired: true }, people.client)
  await newAlert('A newer alert')
  assert.equal((await titlesOf(people.team))[0], 'Office closes at noon')
  await ask(people.team, 'PATCH', `alerts/${pid}`, { snoozedUntil: inHours(1) }, 400)
  await ask(people.team, 'PATCH', `alerts/${pid}`, { isRead: true })
  assert.equal((await titlesOf(people.team))[0], 'Office closes at noon', 'reading does not acknowledge')

  const missing = async () => {
    const { alerts } = await ask(people.team, 'GET', 'alerts/unacknowledged')
    assert.ok(Array.isArray(alerts))
    return alerts.map(({ person }: { person: { pid: string } }) => person.pid)
  }
  assert.deepEqual(await missing(), [people.team.pid, people.client.pid])
  await ask(people.client, 'GET', 'alerts/unacknowledged', undefined, 403)

  await ask(people.admin, 'POST', `alerts/${pid}/acknowledge`, {}, 404)
  const acknowledged = await ask(people.team, 'POST', `alerts/${pid}/acknowledge`, {})
  assert.equal(acknowledged['acknowledgedAt'], portal.clock.now().toISOString())
  portal.clock.pass(hourMs)
  const again = await ask(people.team, 'POST', `alerts/${pid}/acknowledge`, {})
  assert.equal(again['acknowledgedAt'], acknowledged['acknowledgedAt'])
  assert.notEqual((await titlesOf(people.team))[0], 'Office closes at noon')
  assert.deepEqual(await missing(), [people.client.pid])
})

test('an alert that asks for no acknowledgment cannot be acknowledged', async () => {
  const pid = await newAlert('Just so you know')
  await ask(people.team, 'POST', `alerts/${pid}/acknowledge`, {}, 409)
})
