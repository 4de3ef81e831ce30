import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { thaw } from '#platform/auth/freeze.ts'
import { openBrowser } from '#test-support/browser.ts'
import { browserOf, signInWithPasskey, stepUp, withPasskey } from '#test-support/passkeys.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

const confirm = { confirm: true }

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

/** The kind of the last audit row. Refusals are left out: their rows are written up to 200 ms later. */
const kinds = async () =>
  (
    await portal.deps.database.query(
      "select kind from audit where kind <> 'access-refused' order by id desc limit 1",
      [],
      z.object({ kind: z.string() }),
    )
  ).map(({ kind }) => kind)

test('S-26: a superadmin signs everyone else out, after a recent authentication', async () => {
  const { browser: top, device } = await withPasskey(portal, await portal.given.user({ role: 'superadmin' }))
  const { team, admin, client } = await portal.given.everyRole()
  const others = await Promise.all([team, admin, client].map((person) => browserOf(portal, person)))
  portal.clock.pass(5 * 60_000)
  assert.equal((await top.post('/api/auth/sign-out-everybody', confirm)).json().type, 'reauth-required')
  await stepUp(top, device)
  assert.equal((await top.post('/api/auth/sign-out-everybody', {})).statusCode, 400)
  const response = await top.post('/api/auth/sign-out-everybody', confirm)
  assert.equal(response.statusCode, 200, response.body)
  assert.ok(response.json().ended >= 3)
  assert.deepEqual(await kinds(), ['everybody-signed-out'])
  for (const other of others) assert.equal((await other.get('/api/auth/me')).statusCode, 401)
  assert.equal((await top.get('/api/auth/me')).statusCode, 200)
})

test('S-26: during a freeze only the superadmin who froze sign-ins can sign in; sessions continue', async () => {
  const { browser: top, device } = await withPasskey(portal, await portal.given.user({ role: 'superadmin' }))
  const team = await withPasskey(portal, await portal.given.user({ role: 'team' }))
  const second = await withPasskey(portal, await portal.given.user({ role: 'superadmin' }))
  assert.equal((await team.browser.post('/api/auth/freeze', confirm)).statusCode, 403)
  assert.equal((await top.post('/api/auth/freeze', confirm)).statusCode, 204)
  assert.deepEqual(await kinds(), ['sign-ins-frozen'])

  const refused = await signInWithPasskey(openBrowser(portal), team.device)
  assert.equal(refused.statusCode, 403)
  assert.match(refused.json().detail, /Sign-ins are frozen/)
  assert.equal((await signInWithPasskey(openBrowser(portal), second.device)).statusCode, 403)
  const stranger = openBrowser(portal)
  assert.equal(
    (await stranger.post('/api/auth/sign-up', { name: 'New', email: 'new@portal.example' })).statusCode,
    403,
  )
  assert.equal((await signInWithPasskey(openBrowser(portal), device)).statusCode, 204)
  assert.equal((await team.browser.get('/api/auth/me')).statusCode, 200)
  assert.equal((await team.browser.get('/api/auth/me')).json().signInsFrozen, undefined)
  assert.equal((await second.browser.get('/api/auth/me')).json().signInsFrozen, true)

  assert.equal((await second.browser.delete('/api/auth/freeze')).statusCode, 204)
  assert.deepEqual(await kinds(), ['sign-ins-thawed'])
  assert.equal((await second.browser.get('/api/auth/me')).json().signInsFrozen, undefined)
  assert.equal((await signInWithPasskey(openBrowser(portal), team.device)).statusCode, 204)
})

test('S-26: a freeze survives a restart, and a start with UNFREEZE_SIGN_INS=1 ends it', async () => {
  const { browser: top } = await withPasskey(portal, await portal.given.user({ role: 'superadmin' }))
  const team = await withPasskey(portal, await portal.given.user({ role: 'team' }))
  await top.post('/api/auth/freeze', confirm)
  assert.equal((await portal.deps.database.query('select 1 from sign_in_freeze', [])).length, 1)
  assert.equal(await thaw(portal.deps, null, null), true)
  assert.deepEqual(await kinds(), ['sign-ins-thawed'])
  assert.equal(await thaw(portal.deps, null, null), false)
  assert.equal((await signInWithPasskey(openBrowser(portal), team.device)).statusCode, 204)
})
