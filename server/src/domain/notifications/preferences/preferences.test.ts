import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Preferences } from '@portal/contract/notifications'
import { sql } from 'kysely'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startDelivering } from '../delivery/test-support/delivering.ts'
import type { Delivering } from '../delivery/test-support/delivering.ts'

let mail: Delivering
let ask: ReturnType<typeof apiClient>
let org: string
let client: Person
before(async () => {
  mail = await startDelivering()
  ask = apiClient(() => mail.portal)
})
after(() => mail.close())
beforeEach(async () => {
  mail.sink.messages.splice(0)
  org = await mail.portal.given.org()
  client = await mail.portal.given.user({ role: 'client', org })
})

const read = async (person: Person) =>
  Preferences.parse((await mail.portal.send({ method: 'GET', url: '/api/auth/preferences' }, person)).json())
const patch = (person: Person, payload: object) =>
  mail.portal.send({ method: 'PATCH', url: '/api/auth/preferences', payload }, person)
const choose = async (person: Person, payload: object) => {
  const response = await patch(person, payload)
  assert.equal(response.statusCode, 200, response.body)
  return Preferences.parse(response.json())
}
const wayOf = ({ kinds }: Preferences, kind: string) => kinds.find((each) => each.kind === kind)?.way

/** Asks the client for a document. */
async function request(): Promise<void> {
  const permit = await ask(
    mail.administrator,
    'POST',
    'permits',
    { title: 'Garage', org, permitType: 'SIGN' },
    201,
  )
  const body = { title: 'Site plan', permit: permit['pid'], assignedOrg: org, taskType: 'UPLOAD_DOCUMENT' }
  await ask(mail.administrator, 'POST', 'ctasks', body, 201)
}
const alertsOf = async (person: Person) =>
  (await mail.portal.crud(person, { apiPath: 'alerts', method: 'GET' })).json<{ alerts: unknown[] }>().alerts
    .length

test('a person changes how a kind reaches them, and goes back to the default of their role', async () => {
  assert.equal(wayOf(await read(client), 'DOCUMENT_REQUESTED'), 'mail')
  assert.equal(
    wayOf(await choose(client, { kinds: { DOCUMENT_REQUESTED: 'portal' } }), 'DOCUMENT_REQUESTED'),
    'portal',
  )
  assert.equal(wayOf(await read(client), 'DOCUMENT_REQUESTED'), 'portal')
  assert.equal(
    wayOf(await choose(client, { kinds: { DOCUMENT_REQUESTED: null } }), 'DOCUMENT_REQUESTED'),
    'mail',
  )
})

for (const [way, alerts] of [
  ['portal', 1],
  ['off', 0],
] as const)
  test(`a kind that is set to ${way} is not mailed and is ${alerts === 1 ? 'shown' : 'not shown'} in the portal`, async () => {
    await choose(client, { kinds: { DOCUMENT_REQUESTED: way } })
    await request()
    await mail.round()
    assert.deepEqual([mail.mailTo(client).length, await alertsOf(client)], [0, alerts])
  })

test('a kind that is switched off while its mail waits is not sent', async () => {
  await request()
  await choose(client, { kinds: { DOCUMENT_REQUESTED: 'portal' } })
  await mail.round()
  assert.equal(mail.mailTo(client).length, 0)
  assert.equal((await mail.of(client))[0]?.reason, 'switched-off')
})

test('what cannot be chosen is refused by name', async () => {
  const wrong: [object, RegExp][] = [
    [{}, /must name/],
    [{ kinds: { SECURITY: 'off' } }, /always sent/],
    [{ kinds: { SYSTEM: 'mail' } }, /does not get/],
    [{ kinds: { PERMIT_STATUS: 'pigeon' } }, /PERMIT_STATUS/],
    [{ kinds: { UNKNOWN: 'mail' } }, /UNKNOWN|kinds/],
    [{ quietHours: { from: '25:00', to: '07:00' } }, /quietHours/],
    [{ quietHours: { from: '07:00', to: '07:00' } }, /different times/],
    [{ digestAt: '08:00' }, /digestAt/],
  ]
  for (const [body, said] of wrong) {
    const response = await patch(client, body)
    assert.equal(response.statusCode, 400, response.body)
    assert.match(response.body, said)
    assert.match(response.headers['content-type']?.toString() ?? '', /problem\+json/)
  }
})

test('mail waits for the end of quiet hours in the zone of its person, and security notices do not', async () => {
  await mail.portal.send(
    { method: 'PATCH', url: '/api/auth/me', payload: { timeZone: 'America/Chicago' } },
    client,
  )
  await choose(client, { quietHours: { from: '21:00', to: '07:30' } })
  // 11:15 PM in Chicago.
  await mail.at('2026-11-24T05:15:00Z')
  await request()
  await mail.round()
  assert.equal(mail.mailTo(client).length, 0)
  assert.equal((await mail.of(client))[0]?.dueAt, '2026-11-24T13:30:00.000Z')
  await mail.portal.send({ method: 'POST', url: `/api/auth/users/${client.pid}/link` }, mail.administrator)
  await mail.round()
  assert.deepEqual(
    mail.mailTo(client).map(({ plain }) => /security of your account/.test(plain)),
    [true],
  )
  await mail.at('2026-11-24T13:30:00Z')
  await mail.round()
  assert.equal(mail.mailTo(client).length, 2)
})

test('the link in a mail ends mail of its kind without a session, and of no other kind', async () => {
  await request()
  await mail.round()
  const url =
    /<(http[^>]*\/api\/auth\/unsubscribe\?token=[^>]+)>/.exec(mail.mailTo(client)[0]?.raw ?? '')?.[1] ?? ''
  const path = url.replace(/^https?:\/\/[^/]+/, '')
  const opened = await mail.portal.send({ method: 'GET', url: path })
  assert.equal(opened.statusCode, 303, 'opening it changes nothing')
  assert.match(String(opened.headers.location), /^\/unsubscribe\?token=/)
  assert.equal(wayOf(await read(client), 'DOCUMENT_REQUESTED'), 'mail')
  for (let time = 0; time < 2; time += 1) {
    const click = await mail.portal.send({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    assert.equal(click.statusCode, 200, click.body)
  }
  const preferences = await read(client)
  assert.deepEqual(
    [wayOf(preferences, 'DOCUMENT_REQUESTED'), wayOf(preferences, 'PAYMENT_DUE')],
    ['portal', 'mail'],
  )
  const other = await mail.portal.given.user({ role: 'client', org })
  for (const forged of [
    path.replace(client.pid, other.pid),
    path.replace('DOCUMENT_REQUESTED', 'PAYMENT_DUE'),
    path.replace('DOCUMENT_REQUESTED', 'SECURITY'),
    path.slice(0, -3),
  ])
    assert.equal((await mail.portal.send({ method: 'POST', url: forged })).statusCode, 404, forged)
  assert.equal(wayOf(await read(other), 'DOCUMENT_REQUESTED'), 'mail')
})

test('choices cannot be written as a field of a user', async () => {
  const body = { version: 1, notificationPrefs: { kinds: { SECURITY: 'off' } } }
  const response = await mail.portal.crud(mail.administrator, {
    apiPath: `users/${client.pid}`,
    method: 'PATCH',
    body,
  })
  assert.equal(response.statusCode, 400)
  const { rows } = await sql<{
    prefs: unknown
  }>`select notification_prefs as prefs from users where pid = ${client.pid}`.execute(
    mail.portal.deps.database.kysely,
  )
  assert.equal(rows[0]?.prefs ?? null, null)
})
