import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

interface Call {
  apiPath: string
  method: string
  query?: object
  body?: object
}

async function givenPermit(person: Person, city: string): Promise<string> {
  const body = { title: 'Sign over the door', org: await portal.given.org(), permitType: 'SIGN', city }
  const made = await portal.crud(person, { apiPath: 'permits', method: 'POST', body })
  assert.equal(made.statusCode, 201, made.body)
  return made.json<{ pid: string }>().pid
}

/** Every kind of call that starts before the session is read. */
const callsOf = (pid: string, region: string): Call[] => [
  { apiPath: 'permits', method: 'GET' },
  { apiPath: 'permits', method: 'GET', query: { filter: { city: 'Elgin' } } },
  { apiPath: `permits/${pid}`, method: 'GET' },
  { apiPath: 'permits/search', method: 'GET', query: { searchToken: 'door' } },
  { apiPath: 'permits/fields/city', method: 'GET' },
  { apiPath: 'permits/groups', method: 'GET', query: { groupBy: 'city' } },
  { apiPath: 'permits/groups', method: 'GET', query: { groupBy: 'city', lines: true } },
  {
    apiPath: 'count',
    method: 'GET',
    query: { collection: 'permits', aggregate: [{ match: { city: 'Elgin' } }, { count: 'total' }] },
  },
  { apiPath: `permits/${pid}`, method: 'PATCH', body: { region } },
  { apiPath: `permits/${pid}`, method: 'PATCH', body: { title: `Sign in ${region}` } },
]

const changes: [what: string, statement: string, status: number | 'as a client'][] = [
  ['is signed out', 'delete from sessions where user_pid = $1', 401],
  ['is disabled', "update users set status = 'DISABLED' where pid = $1", 401],
  ['is deleted', 'update users set deleted_at = now() where pid = $1', 401],
  [
    'has run into the end of the session',
    "update sessions set expires_at = '2020-01-01' where user_pid = $1",
    401,
  ],
  ['lost the role', 'update users set role = null where pid = $1', 403],
  [
    'became a client without an organization',
    "update users set role = 'client' where pid = $1",
    'as a client',
  ],
]

for (const [what, statement, expected] of changes) {
  test(`a person who ${what} is treated accordingly at the next call, and a write that has started is not committed`, async () => {
    const colleague = await portal.given.user({ role: 'admin' })
    const pid = await givenPermit(colleague, 'Elgin')
    for (const at of callsOf(pid, 'East').keys()) {
      const person = await portal.given.user({ role: 'team' })
      const [before, after] = [callsOf(pid, `East ${at}`)[at], callsOf(pid, `West ${at}`)[at]]
      assert.ok(before && after)
      assert.equal((await portal.crud(person, before)).statusCode, 200, JSON.stringify(before))
      const standing = (await portal.crud(colleague, { apiPath: `permits/${pid}`, method: 'GET' })).body
      await portal.deps.database.query(statement, [person.pid])
      const response = await portal.crud(person, after)
      if (expected === 'as a client') {
        const stranger = await portal.crud(await portal.given.user({ role: 'client', orgRole: null }), after)
        assert.deepEqual(
          [response.statusCode, response.body.replaceAll(/[0-9a-f-]{36}/g, '')],
          [stranger.statusCode, stranger.body.replaceAll(/[0-9a-f-]{36}/g, '')],
        )
      } else assert.equal(response.statusCode, expected, `${JSON.stringify(after)} ${response.body}`)
      assert.equal(
        (await portal.crud(colleague, { apiPath: `permits/${pid}`, method: 'GET' })).body,
        standing,
      )
    }
  })
}

test('a new role applies to the next call (specification.md 6)', async () => {
  const colleague = await portal.given.user({ role: 'admin' })
  const pid = await givenPermit(colleague, 'Manor')
  for (const call of callsOf(pid, 'North')) {
    const person = await portal.given.user({ role: 'client' })
    assert.equal((await portal.crud(person, { apiPath: 'permits', method: 'GET' })).statusCode, 200)
    await portal.deps.database.query("update users set role = 'team' where pid = $1", [person.pid])
    const response = await portal.crud(person, call)
    assert.equal(response.statusCode, 200, `${JSON.stringify(call)} ${response.body}`)
    const { metadata } = (await portal.crud(person, { apiPath: 'permits', method: 'GET' })).json<{
      metadata: { count: number }
    }>()
    assert.ok(metadata.count > 0)
  }
})

for (const payload of ['{', '{"apiPath":7}', '{"apiPath":"nothing","method":"GET"}']) {
  test(`a body of ${payload} is 400, and 401 after the session has ended (contract.md 10.2)`, async () => {
    const person = await portal.given.user({ role: 'team' })
    const headers = { cookie: await portal.given.cookieOf(person), 'content-type': 'application/json' }
    const send = () => portal.app.inject({ method: 'POST', url: '/api/crud', headers, payload })
    assert.equal((await send()).statusCode, 400)
    await portal.deps.database.query('delete from sessions where user_pid = $1', [person.pid])
    // In the first minute the cookie is not cleared, because requests may still be in flight.
    assert.equal((await send()).statusCode, 401)
    await portal.deps.database.query(
      "update ended_sessions set ended_at = ended_at - interval '2 minutes'",
      [],
    )
    const response = await send()
    assert.equal(response.statusCode, 401)
    assert.match(String(response.headers['set-cookie']), /session_token=;/)
  })
}

test('if the database fails while the session is read, the call is 503 and writes nothing', async () => {
  const person = await portal.given.user({ role: 'team' })
  const pid = await givenPermit(person, 'Pflugerville')
  const call = { apiPath: `permits/${pid}`, method: 'PATCH', body: { region: 'Gone' } }
  assert.equal((await portal.crud(person, { ...call, body: { region: 'Here' } })).statusCode, 200)
  const { database } = portal.deps
  const { query } = database
  const failing = Object.assign(new pg.DatabaseError('terminating connection', 0, 'error'), { code: '57P01' })
  Object.assign(database, {
    query: (text: string, ...rest: [readonly unknown[]]) =>
      text.includes('sessions s') ? Promise.reject(failing) : query(text, ...rest),
  })
  try {
    assert.equal((await portal.crud(person, call)).statusCode, 503)
  } finally {
    Object.assign(database, { query })
  }
  const { region } = (await portal.crud(person, { apiPath: `permits/${pid}`, method: 'GET' })).json<{
    region: string
  }>()
  assert.equal(region, 'Here')
})
