import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CurrentUser, sessionCookie } from '@portal/contract'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { hashToken } from '#platform/sessions/sessions.queries.ts'
import { withPasskey } from '#test-support/passkeys.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { demoEmails } from './auth.queries.ts'
import { makeSetupLink } from './setup-link.ts'

const hourMs = 3_600_000
let portal: TestApp
before(async () => {
  portal = await startTestApp()
  for (const [role, email] of Object.entries(demoEmails)) await portal.given.user({ role, email })
})
after(() => portal.close())

function cookieOf(response: LightMyRequestResponse): string {
  const header = response.headers['set-cookie']
  return Array.isArray(header) ? (header[0] ?? '') : (header ?? '')
}

const signIn = (role: string, cookie?: string) =>
  portal.send({
    method: 'POST',
    url: '/api/auth/demo',
    payload: { role },
    headers: cookie === undefined ? {} : { cookie },
  })
const me = (cookie: string) => portal.send({ method: 'GET', url: '/api/auth/me', headers: { cookie } })
const sessionOf = (response: LightMyRequestResponse) => cookieOf(response).split(';')[0] ?? ''

test('3: a demo sign-in returns 204 with the cookie of the specification, HttpOnly', async () => {
  const result = await signIn('team')
  assert.equal(result.statusCode, 204)
  const [pair, ...attributes] = cookieOf(result).split('; ')
  assert.match(pair ?? '', /^session_token=[A-Za-z0-9_-]{43}$/)
  assert.deepEqual(attributes.map((attribute) => attribute.toLowerCase()).toSorted(), [
    'httponly',
    'max-age=604800',
    'path=/',
    'samesite=lax',
    'secure',
  ])
})

test('3: the database stores only the hash of the token', async () => {
  const token = sessionOf(await signIn('team')).slice(`${sessionCookie}=`.length)
  const rows = await portal.deps.database.query(
    'select * from sessions',
    [],
    z.record(z.string(), z.unknown()),
  )
  assert.equal(JSON.stringify(rows).includes(token), false)
  assert.equal(
    rows.some((row) => row['token_hash'] === hashToken(token)),
    true,
  )
})

for (const role of ['superadmin', 'admin', 'team', 'client', 'ADMIN', 'Team']) {
  test(`"Continue as ${role}" signs in as that role, with its pages and modules`, async () => {
    const user = CurrentUser.parse((await me(sessionOf(await signIn(role)))).json())
    assert.equal(user.role, role.toLowerCase())
    assert.equal(user.pages['/settings'], role.toLowerCase().endsWith('admin'))
    assert.equal(user.modules['mail'], true)
  })
}

test('the case of a stored role does not matter in me, pages and access', async () => {
  for (const stored of ['Admin', 'ADMIN', ' admin ']) {
    const person = await portal.given.user({ role: stored })
    const response = await portal.send({ method: 'GET', url: '/api/auth/me' }, person)
    assert.equal(response.json().role, 'admin')
    assert.equal(response.json().pages['/settings'], true)
  }
})

test('an unknown role, a missing role and any other body are 400 and named in the error', async () => {
  for (const payload of [{ role: 'owner' }, { role: 7 }, {}, { role: 'team', admin: true }]) {
    const response = await portal.send({ method: 'POST', url: '/api/auth/demo', payload })
    assert.equal(response.statusCode, 400, JSON.stringify(payload))
    assert.equal(response.json().type, 'validation-failed')
  }
})

test('4: a session_token set before sign-in is replaced and gives no access', async () => {
  const planted = `${sessionCookie}=${'a'.repeat(43)}`
  const result = await signIn('team', planted)
  assert.notEqual(sessionOf(result), planted)
  assert.equal((await me(planted)).statusCode, 401)
})

test('signing in again ends the previous session of the browser', async () => {
  const first = sessionOf(await signIn('team'))
  const second = sessionOf(await signIn('admin', first))
  assert.equal((await me(first)).statusCode, 401)
  assert.equal((await me(second)).json().role, 'admin')
})

test('6: signing out ends the session and clears the cookie; doing it twice is harmless', async () => {
  const cookie = sessionOf(await signIn('team'))
  const logout = () => portal.send({ method: 'DELETE', url: '/api/auth/logout', headers: { cookie } })
  const result = await logout()
  assert.equal(result.statusCode, 204)
  assert.match(cookieOf(result), /^session_token=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/)
  assert.equal((await me(cookie)).statusCode, 401)
  assert.equal((await logout()).statusCode, 204)
})

test('S-24: only signing out makes the browser clear its cache and storage', async () => {
  const cookie = sessionOf(await signIn('team'))
  assert.equal((await me(cookie)).headers['clear-site-data'], undefined)
  const response = await portal.send({ method: 'DELETE', url: '/api/auth/logout', headers: { cookie } })
  assert.equal(response.headers['clear-site-data'], '"cache", "storage"')
})

test('2: an empty, an overlong and an invented token are 401, and the cookie is cleared', async () => {
  for (const token of ['', 'x'.repeat(10_000), 'nonsense', "'; drop table sessions; --"]) {
    const result = await me(`${sessionCookie}=${encodeURIComponent(token)}`)
    assert.equal(result.statusCode, 401)
    assert.match(cookieOf(result), /^session_token=;/)
    assert.equal(result.json().type, 'unauthenticated')
  }
})

test('a late call of an ended session is 401 and keeps the cookie, which may belong to the next session', async () => {
  const first = sessionOf(await signIn('team'))
  const second = sessionOf(await signIn('client', first))
  const late = await me(first)
  assert.equal(late.statusCode, 401)
  assert.equal(late.headers['set-cookie'], undefined)
  assert.equal((await me(second)).statusCode, 200)
  await portal.send({ method: 'DELETE', url: '/api/auth/logout', headers: { cookie: second } })
  const later = await me(second)
  assert.equal(later.statusCode, 401)
  assert.equal(later.headers['set-cookie'], undefined)
  await portal.deps.database.query("update ended_sessions set ended_at = ended_at - interval '2 minutes'", [])
  assert.match(cookieOf(await me(second)), /^session_token=;/)
})

test('7: a session ends after 8 idle hours, and not while it is in use', async () => {
  const cookie = sessionOf(await signIn('team'))
  portal.clock.pass(7.9 * hourMs)
  assert.equal((await me(cookie)).statusCode, 200)
  portal.clock.pass(7.9 * hourMs)
  assert.equal((await me(cookie)).statusCode, 200)
  portal.clock.pass(8.1 * hourMs)
  assert.equal((await me(cookie)).statusCode, 401)
})

test('7: a session ends after 7 days, even while it is in use', async () => {
  const cookie = sessionOf(await signIn('team'))
  for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
    assert.equal((await me(cookie)).statusCode, 200)
    portal.clock.pass(6 * hourMs)
  }
  portal.clock.pass(6.1 * hourMs)
  assert.equal((await me(cookie)).statusCode, 401)
})

test('8: a disabled or deleted person is signed out immediately', async () => {
  for (const change of [sql`status = 'DISABLED'`, sql`deleted_at = now()`]) {
    const person = await portal.given.user({ role: 'team' })
    const ask = () => portal.send({ method: 'GET', url: '/api/auth/me' }, person)
    assert.equal((await ask()).statusCode, 200)
    await sql`update users set ${change} where pid = ${person.pid}`.execute(portal.deps.database.kysely)
    assert.equal((await ask()).statusCode, 401)
  }
})

test('without DEMO the demo sign-in does not exist', async () => {
  const real = await startTestApp({ environment: { demo: false } })
  try {
    await real.given.user({ role: 'team', email: demoEmails.team })
    const response = await real.send({ method: 'POST', url: '/api/auth/demo', payload: { role: 'team' } })
    assert.equal(response.statusCode, 404)
    assert.equal(response.headers['set-cookie'], undefined)
  } finally {
    await real.close()
  }
})

test('a portal without a superadmin creates a one-time set-up link and stores only its hash', async () => {
  const fresh = await startTestApp({ environment: { demo: false } })
  try {
    const link = new URL((await makeSetupLink(fresh.deps)) ?? '')
    const token = new URLSearchParams(link.hash.slice(1)).get('setup') ?? ''
    assert.equal(`${link.origin}${link.pathname}`, 'http://localhost:3000/sign-up')
    const rows = await fresh.deps.database.query(
      'select token_hash from setup_links',
      [],
      z.object({ token_hash: z.string() }),
    )
    assert.deepEqual(rows, [{ token_hash: hashToken(token) }])
    await makeSetupLink(fresh.deps)
    assert.equal((await fresh.deps.database.query('select 1 from setup_links', [])).length, 1)
    const superadmin = await fresh.given.user({ role: 'SuperAdmin' })
    assert.notEqual(await makeSetupLink(fresh.deps), null, 'a superadmin who has no way in is none')
    await withPasskey(fresh, superadmin)
    assert.equal(await makeSetupLink(fresh.deps), null)
  } finally {
    await fresh.close()
  }
})
