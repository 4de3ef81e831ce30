import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { SuppressedAddresses } from '@portal/contract/notifications'
import { sql } from 'kysely'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startDelivering } from './test-support/delivering.ts'
import type { Delivering } from './test-support/delivering.ts'

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
  mail.sink.refused.clear()
  // An hour later: administrators get at most one alert in an hour.
  mail.portal.clock.pass(3_700_000)
  org = await mail.portal.given.org()
  client = await mail.portal.given.user({ role: 'client', org })
})

async function permitWithTask(): Promise<{ permit: string; task: string }> {
  const permit = String(
    (await ask(mail.administrator, 'POST', 'permits', { title: 'Garage', org, permitType: 'SIGN' }, 201))[
      'pid'
    ],
  )
  const body = { title: 'Send the site plan', permit, assignedOrg: org, taskType: 'UPLOAD_DOCUMENT' }
  const task = String((await ask(mail.administrator, 'POST', 'ctasks', body, 201))['pid'])
  return { permit, task }
}
const send = (body: object) =>
  ask(
    mail.administrator,
    'POST',
    'notifications',
    { subject: 'Closed on Friday', channel: ['EMAIL'], ...body },
    201,
  )
const notification = async (pid: unknown) => ask(mail.administrator, 'GET', `notifications/${String(pid)}`)

test('a client gets a request for a document as one mail, in text and HTML, with links to it and to stop such mail', async () => {
  const { task } = await permitWithTask()
  await mail.round()
  await mail.round()
  const [arrived, ...more] = mail.mailTo(client)
  assert.equal(more.length, 0)
  assert.match(arrived?.subject ?? '', /Send the site plan/)
  assert.match(arrived?.raw ?? '', /^Content-Type: multipart\/alternative/im)
  assert.match(arrived?.plain ?? '', /A document is needed from you\./)
  assert.ok(arrived?.plain.includes(`/ctasks/${task}`))
  assert.match(arrived?.raw ?? '', /^List-Unsubscribe:\s+</im)
  assert.match(arrived?.raw ?? '', /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im)
  assert.match(arrived?.raw ?? '', /^Auto-Submitted: auto-generated/im)
  assert.deepEqual(
    (await mail.of(client)).map(({ kind, state, address }) => [kind, state, address]),
    [['DOCUMENT_REQUESTED', 'sent', client.email]],
  )
  const left = await mail.portal.deps.database.kysely
    .selectFrom('mail_messages')
    .select('id')
    .where('mailbox', '=', 'notifications')
    .execute()
  assert.deepEqual(left, [], 'the text is not kept')
})

test('the mail is in the language of its receiver', async () => {
  await mail.portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { language: 'es' } }, client)
  await permitWithTask()
  await mail.round()
  assert.match(mail.mailTo(client)[0]?.plain ?? '', /Se necesita un documento de usted\./)
  assert.match(mail.mailTo(client)[0]?.plain ?? '', /lang="es"/)
})

test('a message by e-mail is sent once to everyone it is for, and is SENT when all mail has left', async () => {
  const other = await mail.portal.given.user({ role: 'client', org })
  const { pid } = await send({ audience: 'ORG', recipientOrg: org })
  assert.equal((await notification(pid))['status'], 'QUEUED')
  await mail.round()
  await mail.round()
  assert.deepEqual([mail.mailTo(client).length, mail.mailTo(other).length], [1, 1])
  const sent = await notification(pid)
  assert.equal(sent['status'], 'SENT')
  assert.equal(typeof sent['sentAt'], 'string')
})

test('a refused address fails with the answer of its server, alerts administrators once, and gets no more mail until an administrator lifts that', async () => {
  mail.sink.refused.set(client.email, 550)
  const { pid } = await send({ audience: 'USER', recipientUser: client.pid })
  await mail.round()
  assert.equal((await notification(pid))['status'], 'FAILED')
  assert.match(String((await notification(pid))['failedReason']), /1 of 1/)
  const [failed] = await mail.of(client)
  assert.deepEqual([failed?.state, failed?.reason, failed?.canResend], ['failed', 'bounced', true])
  assert.match(failed?.detail ?? '', /is not here/)
  const alerts = await ask(mail.administrator, 'GET', 'alerts')
  assert.match(JSON.stringify(alerts), /Notifications were not delivered by mail/)

  mail.sink.refused.clear()
  mail.portal.clock.pass(1_000)
  await send({ audience: 'USER', recipientUser: client.pid })
  await mail.round()
  assert.equal(mail.mailTo(client).length, 0)
  assert.deepEqual((await mail.of(client))[0]?.reason, 'suppressed')

  const listed = await mail.portal.send(
    { method: 'GET', url: '/api/delivery/suppressed' },
    mail.administrator,
  )
  assert.ok(
    SuppressedAddresses.parse(listed.json()).addresses.some(({ address }) => address === client.email),
  )
  const lift = () =>
    mail.portal.send(
      { method: 'POST', url: '/api/delivery/suppressed/lift', payload: { address: client.email } },
      mail.administrator,
    )
  assert.equal((await lift()).statusCode, 204)
  assert.equal((await lift()).statusCode, 404)
  const again = () =>
    mail.portal.send({ method: 'POST', url: `/api/delivery/${failed?.id}/resend` }, mail.administrator)
  assert.equal((await again()).statusCode, 204)
  await mail.round()
  assert.equal(mail.mailTo(client).length, 1)
  assert.equal((await notification(pid))['status'], 'SENT')
  assert.equal((await again()).statusCode, 409, 'what was sent is not sent again')
})

test('an address that is refused for a while is tried again and not suppressed', async () => {
  mail.sink.refused.set(client.email, 450)
  await send({ audience: 'USER', recipientUser: client.pid })
  await mail.round()
  assert.equal((await mail.of(client))[0]?.state, 'sending', 'it is tried again')
  mail.sink.refused.clear()
  mail.portal.clock.pass(5_000)
  await mail.settled()
  assert.equal((await mail.of(client))[0]?.state, 'sent')
})

const changes = {
  'the person was disabled': [
    () => sql`update users set status = 'DISABLED' where pid = ${client.pid}`,
    'person-inactive',
  ],
  'the person moved to another organization': [
    () => sql`update users set org = ${mail.portal.deps.ids.pid()} where pid = ${client.pid}`,
    'not-visible',
  ],
  'the record was deleted': [
    () => sql`update tasks set deleted_at = now() where org = ${org}`,
    'not-visible',
  ],
  'the task was done': [() => sql`update tasks set status = 'SUBMITTED' where org = ${org}`, 'resolved'],
  'the alert was read': [() => sql`update alerts set is_read = true where "user" = ${client.pid}`, 'read'],
} as const
for (const [what, [change, reason]] of Object.entries(changes))
  test(`no mail leaves when ${what} before it was sent, and the reason is kept`, async () => {
    await permitWithTask()
    await change().execute(mail.portal.deps.database.kysely)
    await mail.round()
    assert.equal(mail.mailTo(client).length, 0)
    assert.deepEqual(
      (await mail.of(client)).map((each) => [each.state, each.reason]),
      [['skipped', reason]],
    )
  })

test('mail that waits for a server which is down is checked again before the next attempt', async () => {
  await permitWithTask()
  mail.sink.dropNext('greeting')
  await mail.round()
  assert.equal((await mail.of(client))[0]?.state, 'sending')
  await sql`update users set status = 'DISABLED' where pid = ${client.pid}`.execute(
    mail.portal.deps.database.kysely,
  )
  mail.portal.clock.pass(60_000)
  await mail.settled()
  await mail.round()
  assert.equal(mail.mailTo(client).length, 0)
  assert.equal((await mail.of(client))[0]?.reason, 'person-inactive')
})

test('a mail whose arrival is not known is not sent again by itself', async () => {
  mail.sink.dropNext('kept')
  await send({ audience: 'USER', recipientUser: client.pid })
  await mail.round()
  mail.portal.clock.pass(600_000)
  await mail.round()
  assert.equal(mail.mailTo(client).length, 1)
  assert.deepEqual((await mail.of(client))[0]?.reason, 'unconfirmed')
})

test('an invitation is mailed to its person, and its link is kept nowhere after it was sent', async () => {
  const invited = await mail.portal.given.user({ role: 'client', org, status: 'INVITED', name: 'Iris' })
  const made = await mail.portal.send(
    { method: 'POST', url: `/api/auth/users/${invited.pid}/link` },
    mail.administrator,
  )
  assert.equal(made.statusCode, 201, made.body)
  const { link, isMailed } = made.json<{ link: string; isMailed?: boolean }>()
  assert.equal(isMailed, true)
  await mail.round()
  const [arrived, ...more] = mail.mailTo(invited)
  assert.equal(more.length, 0)
  assert.ok(arrived?.plain.includes(link))
  assert.doesNotMatch(arrived?.raw ?? '', /^List-Unsubscribe/im)
  const { rows } = await sql`select 1 from mail_messages where text like ${`%${link}%`}`.execute(
    mail.portal.deps.database.kysely,
  )
  assert.equal(rows.length, 0)
})

test('a security notice is mailed and cannot be unsubscribed from', async () => {
  const made = await mail.portal.send(
    { method: 'POST', url: `/api/auth/users/${client.pid}/link` },
    mail.administrator,
  )
  assert.equal(made.statusCode, 201)
  await mail.round()
  const [arrived] = mail.mailTo(client)
  assert.match(arrived?.plain ?? '', /about the security of your account/)
  assert.doesNotMatch(arrived?.raw ?? '', /^List-Unsubscribe/im)
  assert.ok(
    !arrived?.plain.includes(made.json<{ link: string }>().link),
    'a link for lost passkeys is not mailed',
  )
})

test('only administrators see deliveries', async () => {
  for (const person of [client, await mail.portal.given.user({ role: 'team' })])
    assert.equal((await mail.portal.send({ method: 'GET', url: '/api/delivery' }, person)).statusCode, 403)
})
