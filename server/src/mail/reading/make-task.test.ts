import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MailMessage, MailTask } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { givenMail } from '../test-support/given-mail.ts'
import { writing } from '../test-support/writing.ts'

let portal: TestApp
let mail: ReturnType<typeof writing>
before(async () => {
  portal = await startTestApp()
  mail = writing(portal)
})
after(() => portal.close())

const ask = apiClient(() => portal)
const make = (person: Person, id: string, body: object, key = 'once') =>
  mail.call('POST', `messages/${id}/task`, person, body, { 'idempotency-key': key })

test('a task made from a message has its permit, and task and message are linked', async () => {
  const person = await portal.given.user({ role: 'team' })
  const org = await portal.given.org()
  const permit = String(
    (await ask(person, 'POST', 'permits', { title: 'Fence', org, permitType: 'SIGN' }, 201))['pid'],
  )
  const { id } = await givenMail(portal.deps, { mailbox: person.email, subject: 'Corrections' })
  const result = await make(person, id, {
    title: 'Corrections',
    permit,
    dueDate: '2026-12-01',
    assignedTo: person.pid,
  })
  assert.equal(result.statusCode, 201, result.body)
  const made = MailTask.parse(result.json())
  const task = await ask(person, 'GET', `tasks/${made.pid}`)
  assert.deepEqual([task['title'], task['dueDate'], task['status']], ['Corrections', '2026-12-01', 'OPEN'])
  assert.ok(
    JSON.stringify(task['permit']).includes(permit) &&
      JSON.stringify(task['assignedTo']).includes(person.pid),
  )
  const opened = MailMessage.parse((await mail.call('GET', `messages/${id}`, person)).json())
  assert.deepEqual(
    opened.links?.map(({ collection, pid }) => [collection, pid]),
    [['tasks', made.pid]],
  )
  assert.ok(JSON.stringify(await ask(person, 'GET', `tasks/${made.pid}/related`)).includes(id))
})

test('a retry with the same idempotency key creates one task', async () => {
  const person = await portal.given.user({ role: 'team' })
  const { id } = await givenMail(portal.deps, { mailbox: person.email })
  const [one, two] = await Promise.all([
    make(person, id, { title: 'Call' }),
    make(person, id, { title: 'Call' }),
  ])
  assert.deepEqual([one.statusCode, two.statusCode], [201, 201], two.body)
  assert.equal(MailTask.parse(one.json()).pid, MailTask.parse(two.json()).pid)
  assert.notEqual(
    MailTask.parse((await make(person, id, { title: 'Call' }, 'another')).json()).pid,
    MailTask.parse(one.json()).pid,
  )
})

test('a task is made only from a readable message, and a refusal gives its reason', async () => {
  const [person, other] = [
    await portal.given.user({ role: 'team' }),
    await portal.given.user({ role: 'team' }),
  ]
  const client = (await portal.given.everyRole()).client
  const { id } = await givenMail(portal.deps, { mailbox: person.email })
  assert.equal((await make(other, id, { title: 'Call' })).statusCode, 404)
  assert.equal((await make(client, id, { title: 'Call' })).statusCode, 403)
  assert.equal((await make(person, id, { title: ' ' })).statusCode, 400)
  assert.equal((await make(person, id, { title: 'Call', assignedTo: client.pid })).statusCode, 400)
  assert.equal((await make(person, id, { title: 'Call', permit: 'NOSUCHPERMIT' })).statusCode, 400)
})
