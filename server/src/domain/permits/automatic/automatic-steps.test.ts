import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { runAutomaticSteps } from './automatic-steps.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  await runAutomaticSteps(portal.deps)
})
after(() => portal.close())

const dayMs = 86_400_000

const ask = apiClient(() => portal)
const make = async (collection: string, body: object, person = people.team) =>
  String((await ask(person, 'POST', collection, body, 201))['pid'])
const step = (path: string, to: string, person = people.team) =>
  ask(person, 'POST', `${path}/transitions`, { to, reason: 'Because' })
const newPermit = () =>
  make(
    'permits',
    { title: 'Two garages', org: people.client.org, permitType: 'SIGN', assignedTo: people.team.pid },
    people.admin,
  )

/** An issued permit with this expiry date. */
async function issuedUntil(day: string): Promise<string> {
  const pid = await newPermit()
  await portal.deps.database.query(
    `update permits set status = 'ISSUED', bucket = 'processed', pipeline_stage = 'POST_DECISION', court = 'NONE', outcome = 'ISSUED',
      clock_started_at = null, expiry_date = $2::date where pid = $1`,
    [pid, day],
  )
  return pid
}
const dayIn = (days: number) =>
  new Date(portal.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10)
/** Advances the clock; sessions stay valid. */
async function passDays(days: number): Promise<void> {
  portal.clock.pass(days * dayMs)
  const later = new Date(portal.clock.now().getTime() + dayMs)
  await portal.deps.database.query(
    'update sessions set last_seen_at = $1, idle_expires_at = $2, expires_at = $2',
    [portal.clock.now(), later],
  )
}

async function alertsOf(person: Person, about: string): Promise<string[]> {
  const { alerts } = (
    await portal.crud(person, {
      apiPath: 'alerts',
      method: 'GET',
      query: { filter: { relatedPid: about }, sort: 'createdAt', pageSize: 200 },
    })
  ).json<{
    alerts: { kind: string; title: string }[]
  }>()
  return alerts.map(({ kind }) => kind)
}

test('an issued permit expires automatically after its last day, with a history entry, and people are alerted', async () => {
  const pid = await issuedUntil(dayIn(1))
  await passDays(1)
  assert.equal((await runAutomaticSteps(portal.deps)).steps, 0)
  await passDays(1)
  assert.equal((await runAutomaticSteps(portal.deps)).steps, 1)
  const permit = await ask(people.team, 'GET', `processed/${pid}`)
  assert.deepEqual([permit['status'], permit['outcome'], permit['updatedBy']], ['EXPIRED', 'EXPIRED', null])
  const { changes } = await ask(people.team, 'GET', `processed/${pid}/history`)
  assert.ok(Array.isArray(changes))
  assert.deepEqual([changes[0].action, changes[0].by], ['transition', null])
  assert.ok((await alertsOf(people.team, pid)).includes('PERMIT_STATUS'))
  assert.ok((await alertsOf(people.client, pid)).includes('PERMIT_STATUS'))
  assert.equal((await runAutomaticSteps(portal.deps)).steps, 0)
  // After an administrator extends it, it is valid for another term.
  const extended = await step(`processed/${pid}`, 'ISSUED', people.admin)
  assert.equal(extended['expiryDate'], dayIn(155))
})

test('a fee that is unpaid after its due date becomes overdue, and so does its permit', async () => {
  const permit = await newPermit()
  const fee = await make('payments', {
    permit,
    kind: 'FEE',
    feeCode: 'PERMIT_FEE',
    amount: 500,
    dueDate: dayIn(2),
  })
  await passDays(2)
  await runAutomaticSteps(portal.deps)
  assert.equal((await ask(people.team, 'GET', `payments/${fee}`))['status'], 'DUE')
  await passDays(1)
  await runAutomaticSteps(portal.deps)
  assert.equal((await ask(people.team, 'GET', `payments/${fee}`))['status'], 'OVERDUE')
  assert.equal((await ask(people.team, 'GET', `permits/${permit}`))['paymentStatus'], 'OVERDUE')
})

test('people are reminded once each at 90, 60 and 30 days before a permit expires, despite downtime or two servers', async () => {
  const pid = await issuedUntil(dayIn(91))
  await runAutomaticSteps(portal.deps)
  const reminders = async (person: Person) =>
    (await alertsOf(person, pid)).filter((kind) => kind === 'EXPIRY_REMINDER').length
  assert.equal(await reminders(people.team), 0)
  await passDays(1)
  await Promise.all([runAutomaticSteps(portal.deps), runAutomaticSteps(portal.deps)])
  await runAutomaticSteps(portal.deps)
  assert.deepEqual([await reminders(people.team), await reminders(people.client)], [1, 1])
  // The server was down on the reminder day itself.
  await passDays(33)
  await runAutomaticSteps(portal.deps)
  assert.equal(await reminders(people.team), 2)
  await passDays(27)
  await runAutomaticSteps(portal.deps)
  assert.equal(await reminders(people.team), 3)
  // A day that is processed again, because its mark was lost, sends no second reminder.
  await portal.deps.database.query('update reminder_days set day = day - 40', [])
  await runAutomaticSteps(portal.deps)
  assert.equal(await reminders(people.team), 3)
})

test('a task reminds its assignee or client once the day before it is due and once when it is overdue', async () => {
  const permit = await newPermit()
  await runAutomaticSteps(portal.deps)
  const task = await make(
    'tasks',
    { title: 'Call the city', permit, assignedTo: people.team.pid, dueDate: dayIn(2) },
    people.admin,
  )
  const asked = await make('ctasks', {
    title: 'Sign',
    permit,
    assignedOrg: people.client.org,
    dueDate: dayIn(2),
  })
  for (let day = 0; day < 6; day += 1) {
    await passDays(1)
    await runAutomaticSteps(portal.deps)
  }
  assert.deepEqual(await alertsOf(people.team, task), ['TASK_ASSIGNED', 'TASK_DUE', 'TASK_DUE'])
  assert.deepEqual(await alertsOf(people.client, asked), ['TASK_ASSIGNED', 'TASK_DUE', 'TASK_DUE'])
  assert.deepEqual(await alertsOf(people.client, task), [])
})

test('nobody is alerted of their own actions or of records they may not see (domain.md 1.8)', async () => {
  const permit = await newPermit()
  await step(`permits/${permit}`, 'INTAKE_REVIEW')
  assert.deepEqual(await alertsOf(people.team, permit), ['TASK_ASSIGNED'], 'an administrator assigned it')
  assert.deepEqual(await alertsOf(people.client, permit), ['PERMIT_STATUS'])
  await step(`permits/${permit}`, 'WAITING_CLIENT', people.admin)
  assert.deepEqual(await alertsOf(people.team, permit), ['TASK_ASSIGNED', 'PERMIT_STATUS'])
  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  assert.deepEqual(await alertsOf(stranger, permit), [])
  const { notifications } = await ask(people.client, 'GET', 'notifications')
  assert.ok(
    Array.isArray(notifications) &&
      notifications.some(({ relatedPid, kind }) => relatedPid === permit && kind === 'PERMIT_STATUS'),
  )
  assert.deepEqual((await ask(stranger, 'GET', 'notifications'))['notifications'], [])
})

test('the staff responsible for a permit are alerted once of a document its client has sent', async () => {
  const permit = await newPermit()
  const { database, ids, clock } = portal.deps
  await database.query(
    `insert into files (pid, root, name, mime_type, size, status, visibility, org, store_key, created_at, created_by, updated_at)
     values ($1, $2, 'plan.pdf', 'application/pdf', 5, 'done', 'CLIENT', $3, $4, $5, $6, $5)`,
    [ids.pid(), `permits/${permit}`, people.client.org, ids.token(8), clock.now(), people.client.pid],
  )
  await Promise.all([runAutomaticSteps(portal.deps), runAutomaticSteps(portal.deps)])
  assert.deepEqual(await alertsOf(people.team, permit), ['TASK_ASSIGNED', 'DOCUMENT_RECEIVED'])
  assert.deepEqual(await alertsOf(people.client, permit), [])
})
