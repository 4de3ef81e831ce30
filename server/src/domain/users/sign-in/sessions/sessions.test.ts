import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SessionList } from '@portal/contract'
import { z } from 'zod'
import { openBrowser } from '#test-support/browser.ts'
import { browserOf, registerPasskey, signInWithPasskey, stepUp, withPasskey } from '#test-support/passkeys.ts'
import { SoftwareAuthenticator } from '#test-support/software-authenticator.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

const minuteMs = 60_000

test('a person sees their sessions and ends one of them', async () => {
  const { browser, device } = await withPasskey(portal, await portal.given.user({ role: 'team' }))
  const other = openBrowser(portal)
  await signInWithPasskey(other, device)
  const { sessions } = SessionList.parse((await browser.get('/api/auth/sessions')).json())
  assert.equal(sessions.filter(({ current }) => current).length, 1)
  const byPasskey = sessions.filter(({ method }) => method === 'passkey')
  assert.equal(byPasskey.length, 2)
  assert.deepEqual(
    new Set(byPasskey.map(({ userAgent, address }) => `${userAgent} ${address}`)),
    new Set(['Mozilla/5.0 (X11; Linux x86_64) 127.0.0.1']),
  )
  const elsewhere = SessionList.parse((await other.get('/api/auth/sessions')).json()).sessions.find(
    ({ current }) => current,
  )
  assert.ok(elsewhere)
  assert.equal((await browser.delete(`/api/auth/sessions/${elsewhere.id}`)).statusCode, 204)
  assert.equal((await other.get('/api/auth/me')).statusCode, 401)
  assert.equal((await browser.delete(`/api/auth/sessions/${elsewhere.id}`)).statusCode, 404)
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200)
})

test('the list of sessions contains nothing that opens a session', async () => {
  const { browser } = await withPasskey(portal, await portal.given.user({ role: 'team' }))
  const { body } = await browser.get('/api/auth/sessions')
  const [row] = await portal.deps.database.query(
    'select token_hash from sessions order by created_at desc, id desc limit 1',
    [],
    z.object({ token_hash: z.string() }),
  )
  assert.ok(row)
  assert.ok(!body.includes(row.token_hash) && !body.includes(browser.cookies.get('session_token') ?? ''))
})

test('signing out of all other sessions keeps this one', async () => {
  const { browser, device } = await withPasskey(portal, await portal.given.user({ role: 'team' }))
  const others = [openBrowser(portal), openBrowser(portal)]
  for (const other of others) await signInWithPasskey(other, device)
  assert.ok((await browser.delete('/api/auth/sessions')).json().ended >= 2)
  for (const other of others) assert.equal((await other.get('/api/auth/me')).statusCode, 401)
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200)
})

test('nobody can end another person’s session by its pid', async () => {
  const [one, two] = [await portal.given.user({ role: 'team' }), await portal.given.user({ role: 'team' })]
  const [mine, theirs] = [await browserOf(portal, one), await browserOf(portal, two)]
  const [session] = SessionList.parse((await theirs.get('/api/auth/sessions')).json()).sessions
  assert.equal((await mine.delete(`/api/auth/sessions/${session?.id}`)).statusCode, 404)
  assert.equal((await mine.delete(`/api/auth/users/${two.pid}/sessions`)).statusCode, 403)
  assert.equal((await mine.get(`/api/auth/users/${two.pid}/sessions`)).statusCode, 403)
  assert.equal((await theirs.get('/api/auth/me')).statusCode, 200)
})

test('administrators see and end sessions of lower roles, superadmins all; each end is audited', async () => {
  const { superadmin, admin, team } = await portal.given.everyRole()
  const worker = await browserOf(portal, team)
  const desk = await browserOf(portal, admin)
  const { sessions } = SessionList.parse((await desk.get(`/api/auth/users/${team.pid}/sessions`)).json())
  assert.equal(sessions.length, 1)
  assert.equal((await desk.delete(`/api/auth/users/${team.pid}/sessions/${sessions[0]?.id}`)).statusCode, 204)
  assert.equal((await worker.get('/api/auth/me')).statusCode, 401)
  assert.equal((await desk.get(`/api/auth/users/${superadmin.pid}/sessions`)).statusCode, 403)
  assert.equal((await desk.delete(`/api/auth/users/${superadmin.pid}/sessions`)).statusCode, 403)
  const top = await browserOf(portal, superadmin)
  assert.deepEqual((await top.delete(`/api/auth/users/${admin.pid}/sessions`)).json(), { ended: 1 })
  assert.equal((await desk.get('/api/auth/me')).statusCode, 401)
  assert.equal((await top.get('/api/auth/users/NOSUCH/sessions')).statusCode, 404)
  const [line] = await portal.deps.database.query(
    "select actor, person from audit where kind = 'session-revoked' order by id desc limit 1",
    [],
    z.object({ actor: z.string(), person: z.string() }),
  )
  assert.deepEqual(line, { actor: superadmin.pid, person: admin.pid })
})

test('ending another person’s session needs a recent authentication', async () => {
  const team = await portal.given.user({ role: 'team' })
  const { browser, device } = await withPasskey(portal, await portal.given.user({ role: 'admin' }))
  portal.clock.pass(5 * minuteMs)
  assert.equal((await browser.delete(`/api/auth/users/${team.pid}/sessions`)).json().type, 'reauth-required')
  assert.equal((await browser.get(`/api/auth/users/${team.pid}/sessions`)).statusCode, 200)
  assert.equal((await stepUp(browser, device)).statusCode, 204)
  assert.equal((await browser.delete(`/api/auth/users/${team.pid}/sessions`)).statusCode, 200)
})

const sensitive: readonly [string, string, Record<string, unknown>][] = [
  [
    'a new user',
    'users',
    { method: 'POST', body: { name: 'New', email: 'new@portal.example', role: 'team' } },
  ],
  ['a changed user', 'users/NOSUCH', { method: 'PATCH', body: { title: 'x' } }],
  ['a deleted user', 'users/NOSUCH', { method: 'DELETE' }],
  ['users changed in bulk', 'users', { method: 'PATCH', body: { pids: [], patch: {} } }],
  ['a disabled user', 'users/NOSUCH/transitions', { method: 'POST', body: { to: 'DISABLED' } }],
  ['a changed configuration', 'config', { method: 'PATCH', body: {} }],
  ['a reset configuration', 'config/reset', { method: 'POST', body: {} }],
  ['a changed permit library', 'permit-library', { method: 'PATCH', body: {} }],
  ['S-11: a drafted status map', 'permit-status-map', { method: 'PATCH', body: {} }],
  ['S-11: a published status map', 'permit-status-map/publish', { method: 'POST', body: {} }],
  ['S-11: a reverted status map', 'permit-status-map/revert', { method: 'POST', body: {} }],
  ['S-11: an added field', 'permits/fields', { method: 'POST', body: {} }],
]
for (const [name, apiPath, call] of sensitive) {
  test(`${name} needs a recent authentication of an administrator (contract.md 3)`, async () => {
    const { browser, device } = await withPasskey(portal, await portal.given.user({ role: 'superadmin' }))
    portal.clock.pass(5 * minuteMs)
    const { method, ...rest } = call
    const ask = () => browser.crud(apiPath, String(method), rest)
    const refused = await ask()
    assert.deepEqual([refused.statusCode, refused.json().type], [403, 'reauth-required'])
    assert.equal((await browser.crud('users', 'GET')).statusCode, 200)
    await stepUp(browser, device)
    assert.notEqual((await ask()).statusCode, 403)
  })
}

test('a person whose role does not allow a change gets forbidden, not a step-up', async () => {
  const { browser } = await withPasskey(portal, await portal.given.user({ role: 'team' }))
  portal.clock.pass(5 * minuteMs)
  assert.equal((await browser.crud('config', 'PATCH', { body: {} })).json().type, 'forbidden')
  assert.equal((await browser.crud('users', 'POST', { body: {} })).json().type, 'forbidden')
})

test('a page can check for a recent authentication before it leaves for a page without a step-up dialog', async () => {
  const { browser, device } = await withPasskey(
    portal,
    await portal.given.user({ role: 'client', org: await portal.given.org() }),
  )
  const ask = () => browser.get('/api/auth/proof')
  assert.equal((await ask()).statusCode, 204)
  portal.clock.pass(5 * minuteMs)
  assert.equal((await ask()).json().type, 'reauth-required')
  await stepUp(browser, device)
  assert.equal((await ask()).statusCode, 204)
  assert.equal((await openBrowser(portal).get('/api/auth/proof')).statusCode, 401)
})

test('S-32: a new passkey does not extend a session beyond seven days after sign-in', async () => {
  const { browser, device } = await withPasskey(portal, await portal.given.user({ role: 'team' }))
  const signedInAt = portal.clock.now().getTime()
  const lifetimeMs = 7 * 24 * 60 * minuteMs
  while (portal.clock.now().getTime() - signedInAt < lifetimeMs - 7 * 60 * minuteMs) {
    portal.clock.pass(6 * 60 * minuteMs)
    assert.equal((await browser.get('/api/auth/me')).statusCode, 200)
  }
  await stepUp(browser, device)
  assert.equal((await registerPasskey(browser, new SoftwareAuthenticator())).statusCode, 201)
  portal.clock.set(new Date(signedInAt + lifetimeMs - minuteMs))
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200)
  portal.clock.pass(minuteMs)
  assert.equal((await browser.get('/api/auth/me')).statusCode, 401)
})
