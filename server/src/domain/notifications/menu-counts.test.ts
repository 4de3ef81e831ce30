import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MenuCounts } from '@portal/contract'
import type { Role } from '@portal/contract'
import { givenMail } from '#mail/test-support/given-mail.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

async function counts(person: Person): Promise<MenuCounts> {
  const response = await portal.crud(person, { apiPath: 'menu-counts', method: 'GET' })
  assert.equal(response.statusCode, 200, response.body)
  return MenuCounts.parse(response.json())
}

async function visit(person: Person): Promise<void> {
  const response = await portal.crud(person, { apiPath: 'notifications/visit', method: 'POST', body: {} })
  assert.equal(response.statusCode, 200, response.body)
}

async function make(apiPath: string, body: object): Promise<void> {
  const response = await portal.crud(people.admin, { apiPath, method: 'POST', body })
  assert.equal(response.statusCode, 201, response.body)
}

/** A notification as the portal sends it. */
async function send(to: {
  audience: string
  person?: string
  org?: string
  role?: string
  status?: string
}): Promise<void> {
  const { database, ids, clock } = portal.deps
  portal.clock.pass(1_000)
  await database.query(
    `insert into notifications (pid, ref_no, subject, status, audience, recipient_user, recipient_org, recipient_role, org, sent_at)
     values ($1, $2, 'News', $3, $4, $5, $6, $7, $6, $8::timestamptz)`,
    [
      ids.pid(),
      ids.token(6),
      to.status ?? 'SENT',
      to.audience,
      to.person ?? null,
      to.org ?? null,
      to.role ?? null,
      clock.now().toISOString(),
    ],
  )
}

test('the menu counts the user’s unread mail, open tasks and notifications sent since the last visit', async () => {
  const worker = await portal.given.user({ role: 'team' })
  await visit(worker)
  await visit(people.team)
  assert.deepEqual(await counts(worker), { mail: 0, tasks: 0, notifications: 0 })
  await givenMail(portal.deps, { mailbox: worker.email })
  await givenMail(portal.deps, { mailbox: worker.email, isRead: true })
  await givenMail(portal.deps, { mailbox: worker.email, folder: 'archive' })
  await givenMail(portal.deps, { mailbox: people.team.email })
  await make('tasks', { title: 'Mine', assignedTo: worker.pid })
  await make('tasks', { title: 'Of somebody else', assignedTo: people.team.pid })
  await send({ audience: 'USER', person: worker.pid })
  await send({ audience: 'ROLE', role: 'team' })
  await send({ audience: 'ALL' })
  await send({ audience: 'USER', person: people.team.pid })
  await send({ audience: 'ORG', org: people.client.org ?? '' })
  await send({ audience: 'ALL', status: 'DRAFT' })
  const waiting = await counts(worker)
  assert.deepEqual([waiting.mail, waiting.tasks], [1, 1])
  assert.equal(waiting.notifications, 3)

  await visit(worker)
  assert.equal((await counts(worker)).notifications, 0)
  await send({ audience: 'USER', person: worker.pid })
  assert.equal((await counts(worker)).notifications, 1)
  assert.notEqual((await counts(people.team)).notifications, 0, 'a visit is one person’s own')
})

test('a client’s menu counts only records of their organization, and has no mail', async () => {
  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  const own = await portal.given.user({ role: 'client', org: await portal.given.org() })
  await visit(own)
  await visit(stranger)
  await make('ctasks', { title: 'Sign', assignedOrg: own.org, taskType: 'SIGN', dueDate: '2026-12-01' })
  await make('tasks', { title: 'Internal' })
  await send({ audience: 'ORG', org: own.org ?? '' })
  await send({ audience: 'ORG', org: own.org ?? '', status: 'DRAFT' })
  const { mail, tasks, notifications } = await counts(own)
  assert.deepEqual({ mail, tasks, notifications }, { mail: null, tasks: 1, notifications: 1 })
  assert.deepEqual(await counts(stranger), { mail: null, tasks: 0, notifications: 0 })
})

test('the menu stops counting at 99', async () => {
  const worker = await portal.given.user({ role: 'team' })
  await portal.deps.database.query(
    `insert into tasks (pid, ref_no, title, status, audience, assigned_to)
     select 'MANY' || n, 'MANY' || n, 'Many', 'OPEN', 'INTERNAL', $1 from generate_series(1, 300) n`,
    [worker.pid],
  )
  assert.equal((await counts(worker)).tasks, 100)
})
