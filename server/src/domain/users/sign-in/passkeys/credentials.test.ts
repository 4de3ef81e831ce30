import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
const person = (role = 'team') => portal.given.user({ role })
const userOf = async (pid: string) =>
  (
    await portal.deps.database.query(
      'select passkey_count, auth_methods from users where pid = $1',
      [pid],
      z.object({ passkey_count: z.number(), auth_methods: z.array(z.string()) }),
    )
  )[0]

test('5: a new passkey ends the person’s other sessions and gives this one a new token', async () => {
  const someone = await person()
  const { browser, device } = await withPasskey(portal, someone)
  const other = openBrowser(portal)
  await signInWithPasskey(other, device)
  const before = browser.cookies.get('session_token') ?? ''
  assert.equal((await registerPasskey(browser, new SoftwareAuthenticator())).statusCode, 201)
  assert.notEqual(browser.cookies.get('session_token'), before)
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200)
  assert.equal((await other.get('/api/auth/me')).statusCode, 401)
  const stolen = openBrowser(portal)
  stolen.plant('session_token', before)
  assert.equal((await stolen.get('/api/auth/me')).statusCode, 401)
})

test('all passkeys of a person share one user handle, and the options exclude existing passkeys', async () => {
  const { browser, device } = await withPasskey(portal, await person())
  const options = (await browser.post('/api/auth/webauthn/register/options', {})).json()
  assert.equal(options.user.id, device.credential.userHandle)
  assert.deepEqual(
    options.excludeCredentials.map((excludeCredential: { id: string }) => excludeCredential.id),
    [device.credential.id],
  )
})

test('a user record shows the sign-in methods, and its history shows who changed them', async () => {
  const someone = await person()
  const { browser } = await withPasskey(portal, someone)
  assert.deepEqual(await userOf(someone.pid), { passkey_count: 1, auth_methods: ['PASSKEY'] })
  await registerPasskey(browser, new SoftwareAuthenticator())
  assert.deepEqual(await userOf(someone.pid), { passkey_count: 2, auth_methods: ['PASSKEY'] })
  const admin = await person('admin')
  const history = (
    await portal.crud(admin, { apiPath: `users/${someone.pid}/history`, method: 'GET' })
  ).json()
  assert.equal(history.changes[0].by.pid, someone.pid)
})

test('only the owner can rename a passkey', async () => {
  const { browser } = await withPasskey(portal, await person())
  const [passkey] = (await browser.get('/api/auth/passkeys')).json().passkeys
  assert.equal(
    (await browser.patch(`/api/auth/passkeys/${passkey.pid}`, { name: 'Office key' })).statusCode,
    204,
  )
  assert.equal((await browser.get('/api/auth/passkeys')).json().passkeys[0].name, 'Office key')
  for (const body of [{ name: '' }, { name: 'x'.repeat(61) }, { name: 'x', pid: 'y' }, {}]) {
    assert.equal((await browser.patch(`/api/auth/passkeys/${passkey.pid}`, body)).statusCode, 400)
  }
  const { browser: stranger } = await withPasskey(portal, await person())
  assert.equal((await stranger.patch(`/api/auth/passkeys/${passkey.pid}`, { name: 'Mine' })).statusCode, 404)
  assert.equal((await stranger.delete(`/api/auth/passkeys/${passkey.pid}`)).statusCode, 404)
})

test('20: the last sign-in method cannot be removed; one of two can, and no longer signs in', async () => {
  const someone = await person()
  const { browser, device } = await withPasskey(portal, someone)
  const [first] = (await browser.get('/api/auth/passkeys')).json().passkeys
  const refused = await browser.delete(`/api/auth/passkeys/${first.pid}`)
  assert.equal(refused.statusCode, 409)
  assert.deepEqual(refused.json().unmet, ['This is your only sign-in method. Create another passkey first.'])
  assert.equal((await registerPasskey(browser, new SoftwareAuthenticator())).statusCode, 201)
  assert.equal((await browser.delete(`/api/auth/passkeys/${first.pid}`)).statusCode, 204)
  assert.equal((await signInWithPasskey(openBrowser(portal), device)).statusCode, 401)
  assert.deepEqual(await userOf(someone.pid), { passkey_count: 1, auth_methods: ['PASSKEY'] })
})

test('21: adding or removing a passkey later than five minutes after an authentication is 403 reauth-required', async () => {
  const { browser, device } = await withPasskey(portal, await person())
  const spare = new SoftwareAuthenticator()
  assert.equal((await registerPasskey(browser, spare)).statusCode, 201)
  const [passkey] = (await browser.get('/api/auth/passkeys')).json().passkeys
  portal.clock.pass(5 * minuteMs)
  for (const result of [
    await browser.post('/api/auth/webauthn/register/options', {}),
    await browser.delete(`/api/auth/passkeys/${passkey.pid}`),
    await browser.post('/api/auth/recovery-codes', {}),
  ]) {
    assert.deepEqual([result.statusCode, result.json().type], [403, 'reauth-required'])
  }
  assert.equal((await stepUp(browser, device)).statusCode, 204)
  assert.equal((await browser.delete(`/api/auth/passkeys/${passkey.pid}`)).statusCode, 204)
})

test('undoing a change of users needs a recent authentication, as the change did (contract.md 3)', async () => {
  const { browser, device } = await withPasskey(portal, await portal.given.user({ role: 'superadmin' }))
  const pids = [(await person()).pid, (await person()).pid]
  const changed = await browser.crud('users', 'PATCH', { body: { pids, patch: { phone: '512-555-0100' } } })
  assert.equal(changed.statusCode, 200, changed.body)
  const undo = () => browser.post(`/api/jobs/${changed.json().job.id}/undo`, {})
  portal.clock.pass(6 * minuteMs)
  assert.equal((await undo()).json().type, 'reauth-required')
  assert.equal((await stepUp(browser, device)).statusCode, 204)
  assert.equal((await undo()).statusCode, 200)
})

test('a registration cannot be finished after the recent authentication has expired', async () => {
  const { browser } = await withPasskey(portal, await person())
  portal.clock.pass(4 * minuteMs)
  const options = (await browser.post('/api/auth/webauthn/register/options', {})).json()
  portal.clock.pass(2 * minuteMs)
  const response = await browser.post(
    '/api/auth/webauthn/register/verify',
    new SoftwareAuthenticator().create(options),
  )
  assert.equal(response.json().type, 'reauth-required')
})

test('a step-up refuses another person’s passkey, a replay and a bad signature; the session continues', async () => {
  const { browser, device } = await withPasskey(portal, await person())
  const { device: foreign } = await withPasskey(portal, await person())
  portal.clock.pass(6 * minuteMs)
  const options = async () => (await browser.post('/api/auth/webauthn/step-up/options', {})).json()
  const verify = (body: unknown) => browser.post('/api/auth/webauthn/step-up/verify', body)
  const used = device.get(await options())
  for (const body of [
    foreign.get(await options()),
    device.get(await options(), { userVerified: false }),
    device.get(await options(), { signature: 'AAAA' }),
    device.get(await options(), { userHandle: foreign.credential.userHandle }),
    device.get((await browser.post('/api/auth/webauthn/login/options', {})).json()),
  ]) {
    const result = await verify(body)
    assert.deepEqual([result.statusCode, result.json().type], [403, 'reauth-required'], result.body)
  }
  assert.equal((await verify(used)).statusCode, 204)
  assert.equal((await verify(used)).statusCode, 403)
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200)
})

test('a step-up tells a person without a passkey that they have none', async () => {
  const browser = await browserOf(portal, await person())
  assert.equal((await browser.post('/api/auth/webauthn/step-up/options', {})).statusCode, 409)
})

test('a recovery code works once, and its session can only create a passkey', async () => {
  const someone = await person('admin')
  const { browser } = await withPasskey(portal, someone)
  const { codes } = (await browser.post('/api/auth/recovery-codes', {})).json()
  assert.equal(new Set(codes).size, 10)
  assert.match(codes[0], /^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
  const rows = JSON.stringify(await portal.deps.database.query('select * from recovery_codes', []))
  for (const code of codes) assert.ok(!rows.includes(code) && !rows.includes(code.replaceAll('-', '')))

  const lost = openBrowser(portal)
  const typed = ` ${codes[0].toLowerCase().replaceAll('-', ' ')} `
  assert.equal(
    (await lost.post('/api/auth/recover', { email: someone.email.toUpperCase(), code: typed })).statusCode,
    204,
  )
  const me = (await lost.get('/api/auth/me')).json()
  assert.deepEqual([me.pid, me.role, me.awaits], [someone.pid, null, 'passkey'])
  assert.equal((await lost.crud('permits', 'GET')).statusCode, 403)
  assert.equal((await lost.get('/api/auth/users/x/sessions')).statusCode, 403)
  assert.equal((await lost.post('/api/auth/recovery-codes', {})).statusCode, 403)
  assert.equal((await registerPasskey(lost, new SoftwareAuthenticator())).statusCode, 201)
  assert.equal((await lost.get('/api/auth/me')).json().role, 'admin')
  assert.equal((await lost.get('/api/auth/passkeys')).json().recoveryCodes, 9)
  assert.equal(
    (await openBrowser(portal).post('/api/auth/recover', { email: someone.email, code: codes[0] }))
      .statusCode,
    401,
  )
})

test('another person’s code, an unknown address and a disabled account get the same 401', async () => {
  portal.clock.pass(minuteMs)
  const someone = await person()
  const { browser } = await withPasskey(portal, someone)
  const { codes } = (await browser.post('/api/auth/recovery-codes', {})).json()
  const other = await person()
  const tries = [
    { email: other.email, code: codes[0] },
    { email: 'nobody@portal.example', code: codes[0] },
    { email: someone.email, code: 'AAAA-BBBB-CCCC-DDDD' },
  ]
  const details = new Set<string>()
  for (const body of tries) {
    const response = await openBrowser(portal).post('/api/auth/recover', body)
    assert.equal(response.statusCode, 401)
    details.add(response.json().detail)
  }
  await portal.deps.database.query("update users set status = 'DISABLED' where pid = $1", [someone.pid])
  const closed = await openBrowser(portal).post('/api/auth/recover', { email: someone.email, code: codes[0] })
  assert.equal(closed.statusCode, 401)
  assert.equal(details.add(closed.json().detail).size, 1)
})

test('new recovery codes replace the old ones', async () => {
  portal.clock.pass(minuteMs)
  const someone = await person()
  const { browser } = await withPasskey(portal, someone)
  const old = (await browser.post('/api/auth/recovery-codes', {})).json().codes
  await browser.post('/api/auth/recovery-codes', {})
  assert.equal(
    (await openBrowser(portal).post('/api/auth/recover', { email: someone.email, code: old[0] })).statusCode,
    401,
  )
})
