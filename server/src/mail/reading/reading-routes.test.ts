import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AuditList, MailMessages } from '@portal/contract'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { givenMail } from '../test-support/given-mail.ts'

/** The routes that start before the session is read (decision 0009). */

let portal: TestApp
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
})
after(() => portal.close())

const get = (url: string, person: Person) => portal.send({ method: 'GET', url }, person)
const urlsOf = (id: string) => [
  '/api/mail/folders',
  '/api/mail/messages?folder=inbox',
  `/api/mail/conversations?id=${id}`,
  `/api/mail/messages/${id}`,
]

const changes: [what: string, statement: string, status: number][] = [
  ['signed out', 'delete from sessions where user_pid = $1', 401],
  ['was disabled', "update users set status = 'DISABLED' where pid = $1", 401],
  ['lost their role', 'update users set role = null where pid = $1', 403],
  ['became a client', "update users set role = 'client' where pid = $1", 403],
]

for (const [what, statement, status] of changes) {
  test(`a user who ${what} can read no mail from the next call on`, async () => {
    for (const at of urlsOf('').keys()) {
      const person = await portal.given.user({ role: 'team' })
      const { id } = await givenMail(portal.deps, { mailbox: person.email })
      const url = urlsOf(id)[at] ?? ''
      assert.equal((await get(url, person)).statusCode, 200, url)
      await portal.deps.database.query(statement, [person.pid])
      assert.equal((await get(url, person)).statusCode, status, url)
    }
  })
}

test('each person reads their own mailbox, whoever used the session cache before', async () => {
  const [one, other] = [await portal.given.user({ role: 'team' }), await portal.given.user({ role: 'team' })]
  await givenMail(portal.deps, { mailbox: one.email, subject: 'First' })
  await givenMail(portal.deps, { mailbox: other.email, subject: 'Second' })
  const subjectsOf = async (person: Person) =>
    MailMessages.parse((await get('/api/mail/messages?folder=inbox', person)).json()).messages.map(
      ({ subject }) => subject,
    )
  for (let round = 0; round < 3; round += 1) {
    assert.deepEqual(await Promise.all([subjectsOf(one), subjectsOf(other)]), [['First'], ['Second']])
  }
})

test('a user whose session has ended is not in the audit as a reader of an office mailbox', async () => {
  const superadmin = await portal.given.user({ role: 'superadmin' })
  const { settings } = await currentConfiguration(portal.deps)
  const office = encodeURIComponent(settings.emailIds[0] ?? '')
  for (const url of [
    `/api/mail/folders?mailbox=${office}`,
    `/api/mail/messages?folder=inbox&mailbox=${office}`,
  ]) {
    const person = await portal.given.user({ role: 'team' })
    assert.equal((await get('/api/mail/folders', person)).statusCode, 200)
    await portal.deps.database.query('delete from sessions where user_pid = $1', [person.pid])
    assert.equal((await get(url, person)).statusCode, 401)
    const response = await get(`/api/auth/audit?kind=mailbox-opened&person=${person.pid}`, superadmin)
    assert.deepEqual(AuditList.parse(response.json()).entries, [], url)
  }
})
