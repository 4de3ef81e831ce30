import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { noteStatements } from '#test-support/note-statements.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'

let portal: TestApp
let team: Person
before(async () => {
  portal = await startTestApp()
  team = (await portal.given.everyRole()).team
})
after(() => portal.close())

async function givenPermit(): Promise<string> {
  const body = { title: 'Sign over the door', org: await portal.given.org(), permitType: 'SIGN' }
  const made = await portal.crud(team, { apiPath: 'permits', method: 'POST', body })
  assert.equal(made.statusCode, 201, made.body)
  return made.json<{ pid: string }>().pid
}

/**
 * The statements on sessions and permits that the second call of its kind sends. Transactions are recognized
 * by their first keyword.
 */
async function statementsOf(call: (round: number) => object): Promise<string[]> {
  assert.equal((await portal.crud(team, call(1))).statusCode, 200)
  const asked: string[] = []
  const stop = noteStatements(portal.deps.database, (text) => asked.push(text))
  try {
    assert.equal((await portal.crud(team, call(2))).statusCode, 200)
  } finally {
    stop()
  }
  // Statements of timers (compacting counters, deleting old sessions) are not part of the call.
  return asked.filter(
    (text) =>
      /^(select|with (m|session_check) as)/.test(text.trim()) && /sessions|configuration|permits/.test(text),
  )
}

test('a list is one statement: page, count, session check and modules', async () => {
  await givenPermit()
  const asked = await statementsOf(() => ({ apiPath: 'permits', method: 'GET' }))
  assert.equal(asked.length, 1, asked.join('\n'))
})

test('a list filtered by one coded field is one statement, a list filtered otherwise has a second for its count', async () => {
  for (const [filter, statements] of [
    [{ city: 'Austin', status: 'NEW' }, 1],
    [{ region: 'Texas' }, 2],
  ] as const) {
    const asked = await statementsOf(() => ({ apiPath: 'permits', method: 'GET', query: { filter } }))
    assert.equal(asked.length, statements, asked.join('\n'))
  }
})

test('groups and values of a coded field are one statement each, with the session check', async () => {
  await givenPermit()
  for (const call of [
    { apiPath: 'permits/groups', method: 'GET', query: { groupBy: 'priority' } },
    { apiPath: 'permits/groups', method: 'GET', query: { groupBy: 'assignedTo' } },
    { apiPath: 'permits/fields/city', method: 'GET' },
    { apiPath: 'permits/fields/authority', method: 'GET' },
  ]) {
    const asked = await statementsOf(() => call)
    assert.equal(asked.length, 1, asked.join('\n'))
  }
})

test('reading a record is one statement, including the session check', async () => {
  const pid = await givenPermit()
  const asked = await statementsOf(() => ({ apiPath: `permits/${pid}`, method: 'GET' }))
  assert.equal(asked.length, 1, asked.join('\n'))
})

test('an independent change is one statement: session check, record, history and response', async () => {
  const pid = await givenPermit()
  const asked = await statementsOf((round) => ({
    apiPath: `permits/${pid}`,
    method: 'PATCH',
    body: { region: `Region ${round}` },
  }))
  assert.equal(asked.length, 1, asked.join('\n'))
})
