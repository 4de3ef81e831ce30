import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MessageAcknowledgments } from '@portal/contract'
import type { Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
let org: string
before(async () => {
  portal = await startTestApp()
  org = await portal.given.org()
  people = await portal.given.everyRole(org)
})
after(() => portal.close())

async function call(as: Person, method: string, apiPath: string, rest: object = {}, status = 200) {
  const response = await portal.crud(as, { apiPath, method, ...rest })
  assert.equal(response.statusCode, status, response.body)
  return response.json<{ pid: string; version: number; alerts: { pid: string; title: string }[] }>()
}
const send = (more: object) =>
  call(
    people.admin,
    'POST',
    'notifications',
    { body: { subject: 'New fees', body: 'From May on', ...more } },
    201,
  )
const waitingAlerts = async (as: Person) =>
  (
    await call(as, 'GET', 'alerts', {
      query: { filter: { rule: 'acknowledgment', awaitsAcknowledgment: true } },
    })
  ).alerts
const acknowledgments = async (pid: string) =>
  MessageAcknowledgments.parse(await call(people.team, 'GET', `notifications/${pid}/acknowledgments`))

test('a message that asks for it alerts its readers until they acknowledge, and staff see who has not', async () => {
  const colleague = await portal.given.user({ role: 'client', org, name: 'Cora' })
  const message = await send({ audience: 'ORG', recipientOrg: org, ackRequired: true })
  const [alert, ...more] = await waitingAlerts(people.client)
  assert.equal(alert?.title, 'New fees')
  assert.equal(more.length, 0)
  assert.equal((await acknowledgments(message.pid)).waiting, 2)
  await call(people.client, 'POST', `alerts/${alert?.pid ?? ''}/acknowledge`, { body: {} })
  assert.deepEqual(await acknowledgments(message.pid), {
    asked: 2,
    waiting: 1,
    people: [{ pid: colleague.pid, title: 'Cora' }],
  })
  await call(people.client, 'GET', `notifications/${message.pid}/acknowledgments`, {}, 403)
})

test('the author of a message to everybody is not asked, and a message that does not ask alerts nobody', async () => {
  const message = await send({ audience: 'ALL', ackRequired: true })
  assert.equal((await waitingAlerts(people.admin)).length, 0)
  assert.equal((await waitingAlerts(people.team)).length, 1)
  assert.ok((await acknowledgments(message.pid)).asked >= 3)
  const plain = await send({ audience: 'ROLE', recipientRole: 'superadmin' })
  assert.equal((await waitingAlerts(people.superadmin)).length, 1)
  assert.deepEqual(await acknowledgments(plain.pid), { asked: 0, waiting: 0, people: [] })
})

test('a message that is changed to ask for it asks then, once', async () => {
  const message = await send({ audience: 'USER', recipientUser: people.superadmin.pid })
  const before = (await waitingAlerts(people.superadmin)).length
  const path = `notifications/${message.pid}`
  await call(people.admin, 'PATCH', path, { body: { ackRequired: true, version: 1 } })
  await call(people.admin, 'PATCH', path, { body: { subject: 'New fees, again', version: 2 } })
  assert.equal((await waitingAlerts(people.superadmin)).length, before + 1)
})
