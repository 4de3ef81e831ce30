import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { noteStatements } from '#test-support/note-statements.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { writing } from '../test-support/writing.ts'

let portal: TestApp
let mail: ReturnType<typeof writing>
before(async () => {
  portal = await startTestApp()
  mail = writing(portal)
})
after(() => portal.close())

/** A team member who has just opened a message, and the message. */
async function reader(): Promise<{ person: Person; id: string }> {
  const person = await portal.given.user({ role: 'team' })
  const { id } = await mail.draft(person, { subject: 'Fence', html: '<p>Four feet</p>' })
  await mail.opened(person, id)
  return { person, id }
}

test('opening a message takes one query for message, sending, links and session (decision 0009)', async () => {
  const { person, id } = await reader()
  const asked: string[] = []
  const stop = noteStatements(portal.deps.database, (text) => asked.push(text))
  try {
    assert.equal((await mail.opened(person, id)).subject, 'Fence')
  } finally {
    stop()
  }
  // Queries of timers do not count.
  assert.equal(
    asked.filter((text) => /(from|join) (sessions|mail_messages)/.test(text)).length,
    1,
    asked.join('\n'),
  )
})

const changes: [what: string, statement: string, status: number][] = [
  ['is signed out', 'delete from sessions where user_pid = $1', 401],
  ['is disabled', "update users set status = 'DISABLED' where pid = $1", 401],
  ['lost the role', 'update users set role = null where pid = $1', 403],
  ['became a client', "update users set role = 'client' where pid = $1", 403],
]

for (const [what, statement, status] of changes) {
  test(`a user who ${what} gets ${status} when they next open a message (contract.md 6)`, async () => {
    const { person, id } = await reader()
    await portal.deps.database.query(statement, [person.pid])
    const response = await mail.call('GET', `messages/${id}`, person)
    assert.equal(response.statusCode, status, response.body)
    assert.doesNotMatch(response.body, /Four feet/)
  })
}

test('a person keeps their mail when their address changes (decision 0035)', async () => {
  const { person, id } = await reader()
  await portal.deps.database.query("update users set email = 'renamed.' || email where pid = $1", [
    person.pid,
  ])
  assert.equal((await mail.opened(person, id)).subject, 'Fence')
})

test('a new role opens the mailbox with the very next call (specification.md 6)', async () => {
  const { person, id } = await reader()
  await portal.deps.database.query("update users set role = 'client' where pid = $1", [person.pid])
  assert.equal((await mail.call('GET', `messages/${id}`, person)).statusCode, 403)
  await portal.deps.database.query("update users set role = 'team' where pid = $1", [person.pid])
  assert.equal((await mail.opened(person, id)).subject, 'Fence')
})
