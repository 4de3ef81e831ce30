import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { openBrowser } from '#test-support/browser.ts'
import { browserOf, registerPasskey, signInWithPasskey, withPasskey } from '#test-support/passkeys.ts'
import { SoftwareAuthenticator } from '#test-support/software-authenticator.ts'
import type { Tampering } from '#test-support/software-authenticator.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

const person = () => portal.given.user({ role: 'team' })
const minuteMs = 60_000
const lastRefusal = async () =>
  (
    await portal.deps.database.query(
      "select kind, detail from audit where kind in ('sign-in-refused', 'passkey-counter') order by id desc limit 1",
      [],
      z.object({ kind: z.string(), detail: z.looseObject({ reason: z.string().optional() }) }),
    )
  )[0]
const passkeysOf = async (pid: string) =>
  portal.deps.database.query(
    'select id from passkeys where user_pid = $1',
    [pid],
    z.object({ id: z.string() }),
  )

test('a person creates a passkey and signs in with it in another browser, without a user name (contract.md 3)', async () => {
  const someone = await person()
  const device = new SoftwareAuthenticator()
  const made = await registerPasskey(await browserOf(portal, someone), device)
  assert.equal(made.statusCode, 201, made.body)
  assert.equal(made.json().name, 'Passkey on Linux')
  const browser = openBrowser(portal)
  const options = await browser.post('/api/auth/webauthn/login/options', {})
  assert.equal(options.json().allowCredentials, undefined)
  assert.equal(options.json().userVerification, 'required')
  const entered = await browser.post('/api/auth/webauthn/login/verify', device.get(options.json()))
  assert.equal(entered.statusCode, 204, entered.body)
  assert.equal((await browser.get('/api/auth/me')).json().pid, someone.pid)
  const listed = (await browser.get('/api/auth/passkeys')).json()
  assert.equal(listed.passkeys.length, 1)
  assert.notEqual(listed.passkeys[0].lastUsedAt, null)
})

test('a synced passkey whose counter stays zero signs in repeatedly', async () => {
  const { browser, device } = await withPasskey(portal, await person(), { synced: true })
  assert.equal((await signInWithPasskey(browser, device)).statusCode, 204)
  assert.equal((await signInWithPasskey(browser, device)).statusCode, 204)
})

test('the options require user verification, a discoverable key and the algorithms that are verified', async () => {
  const browser = await browserOf(portal, await person())
  const options = (await browser.post('/api/auth/webauthn/register/options', {})).json()
  assert.deepEqual(options.authenticatorSelection, {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  })
  assert.deepEqual(
    options.pubKeyCredParams.map((pubKeyCredParam: { alg: number }) => pubKeyCredParam.alg),
    [-8, -7, -257],
  )
  assert.equal(options.rp.id, 'localhost')
  assert.equal(Buffer.from(options.user.id, 'base64url').length, 32)
})

test('the options of one call do not affect the next call: no object is shared', async () => {
  const ask = async () => {
    const { challenge, user, ...rest } = (
      await (await browserOf(portal, await person())).post('/api/auth/webauthn/register/options', {})
    ).json()
    assert.ok(challenge && user)
    return rest
  }
  const first = await ask()
  assert.deepEqual(await ask(), first)
})

test('9: an assertion sent twice is 401 the second time', async () => {
  const { browser, device } = await withPasskey(portal, await person())
  const options = (await browser.post('/api/auth/webauthn/login/options', {})).json()
  const response = device.get(options)
  assert.equal((await browser.post('/api/auth/webauthn/login/verify', response)).statusCode, 204)
  assert.equal((await browser.post('/api/auth/webauthn/login/verify', response)).statusCode, 401)
})

test('10: a challenge of another browser is 401 and stays valid in its own browser', async () => {
  const { device } = await withPasskey(portal, await person())
  const [mine, other] = [openBrowser(portal), openBrowser(portal)]
  const options = (await mine.post('/api/auth/webauthn/login/options', {})).json()
  await other.post('/api/auth/webauthn/login/options', {})
  const response = device.get(options)
  assert.equal((await other.post('/api/auth/webauthn/login/verify', response)).statusCode, 401)
  assert.equal((await openBrowser(portal).post('/api/auth/webauthn/login/verify', response)).statusCode, 401)
  assert.equal((await mine.post('/api/auth/webauthn/login/verify', response)).statusCode, 204)
})

test('10: a challenge of a registration opens no session', async () => {
  const someone = await person()
  const { browser, device } = await withPasskey(portal, someone)
  const options = (await browser.post('/api/auth/webauthn/register/options', {})).json()
  assert.equal((await browser.post('/api/auth/webauthn/login/verify', device.get(options))).statusCode, 401)
})

test('11: a challenge older than five minutes is 401', async () => {
  const { browser, device } = await withPasskey(portal, await person())
  const options = (await browser.post('/api/auth/webauthn/login/options', {})).json()
  portal.clock.pass(5 * minuteMs)
  assert.equal((await browser.post('/api/auth/webauthn/login/verify', device.get(options))).statusCode, 401)
})

const refusedSignIns: readonly [string, Tampering, string][] = [
  ['12: an answer of another origin', { origin: 'http://localhost.evil.example' }, 'not-verified'],
  ['12: an answer for another domain', { rpId: 'evil.example' }, 'not-verified'],
  ['13: an answer without user verification', { userVerified: false }, 'not-verified'],
  ['13: an answer without user presence', { userPresent: false }, 'not-verified'],
  ['14: a bad signature', { signature: Buffer.alloc(70).toString('base64url') }, 'not-verified'],
  [
    '15: the handle of somebody else',
    { userHandle: Buffer.alloc(32, 7).toString('base64url') },
    'wrong-handle',
  ],
  ['15: an answer without a handle', { userHandle: null }, 'wrong-handle'],
  [
    '16: a credential nobody has',
    { credentialId: Buffer.alloc(32, 9).toString('base64url') },
    'unknown-passkey',
  ],
  [
    '9: an answer to a challenge that was made up',
    { challenge: Buffer.alloc(32, 5).toString('base64url') },
    'not-verified',
  ],
  ['an answer of the wrong ceremony', { type: 'webauthn.create' }, 'not-verified'],
]
for (const [name, bent, reason] of refusedSignIns) {
  test(`${name} is 401, opens no session and is audited`, async () => {
    portal.clock.pass(minuteMs)
    const { device } = await withPasskey(portal, await person())
    const browser = openBrowser(portal)
    const result = await signInWithPasskey(browser, device, bent)
    assert.equal(result.statusCode, 401, result.body)
    assert.equal(result.json().detail, 'This passkey was not accepted.')
    assert.equal((await browser.get('/api/auth/me')).statusCode, 401)
    assert.deepEqual(await lastRefusal(), { kind: 'sign-in-refused', detail: { method: 'passkey', reason } })
  })
}

test('17: a decreasing counter of a device-bound key is 401 and audited as such', async () => {
  portal.clock.pass(minuteMs)
  const { device } = await withPasskey(portal, await person())
  const browser = openBrowser(portal)
  assert.equal((await signInWithPasskey(browser, device, { counter: 1 })).statusCode, 401)
  assert.deepEqual(await lastRefusal(), {
    kind: 'passkey-counter',
    detail: { method: 'passkey', reason: 'counter-back' },
  })
  assert.equal((await signInWithPasskey(browser, device, { counter: 0 })).statusCode, 401)
  assert.equal((await signInWithPasskey(browser, device, { counter: 50 })).statusCode, 204)
})

test('17: a synced passkey whose devices count separately signs in, and the audit says so', async () => {
  portal.clock.pass(minuteMs)
  const { browser, device } = await withPasskey(portal, await person(), { synced: true })
  assert.equal((await signInWithPasskey(browser, device, { counter: 9 })).statusCode, 204)
  assert.equal((await signInWithPasskey(browser, device, { counter: 4 })).statusCode, 204)
  assert.equal((await lastRefusal())?.kind, 'passkey-counter')
  const [row] = await portal.deps.database.query(
    'select counter from passkeys where id = $1',
    [device.credential.id],
    z.object({ counter: z.number() }),
  )
  assert.equal(row?.counter, 9)
})

test('18: an anonymous caller gets no registration options', async () => {
  const browser = openBrowser(portal)
  assert.equal((await browser.post('/api/auth/webauthn/register/options', {})).statusCode, 401)
  assert.equal((await browser.post('/api/auth/webauthn/register/verify', {})).statusCode, 401)
})

test('19: registering another person’s credential is 409, and they keep it', async () => {
  const owner = await person()
  const { device } = await withPasskey(portal, owner)
  const thief = await person()
  const result = await registerPasskey(await browserOf(portal, thief), new SoftwareAuthenticator(), {
    credentialId: device.credential.id,
  })
  assert.equal(result.statusCode, 409, result.body)
  assert.deepEqual(await passkeysOf(thief.pid), [])
  assert.deepEqual(await passkeysOf(owner.pid), [{ id: device.credential.id }])
})

const refusedRegistrations: readonly [string, Tampering][] = [
  ['of another origin', { origin: 'https://evil.example' }],
  ['for another domain', { rpId: 'evil.example' }],
  ['without user verification', { userVerified: false }],
  ['without user presence', { userPresent: false }],
  ['to a challenge that was made up', { challenge: 'bWFkZSB1cA' }],
  ['of the wrong ceremony', { type: 'webauthn.get' }],
  ['with an algorithm that was not offered', { algorithm: -35 }],
]
for (const [name, bent] of refusedRegistrations) {
  test(`a registration ${name} is 400 and stores nothing`, async () => {
    const someone = await person()
    const result = await registerPasskey(await browserOf(portal, someone), new SoftwareAuthenticator(), bent)
    assert.equal(result.statusCode, 400, result.body)
    assert.deepEqual(await passkeysOf(someone.pid), [])
  })
}

test('a registration response sent twice is 400 the second time', async () => {
  const browser = await browserOf(portal, await person())
  const response = new SoftwareAuthenticator().create(
    (await browser.post('/api/auth/webauthn/register/options', {})).json(),
  )
  assert.equal((await browser.post('/api/auth/webauthn/register/verify', response)).statusCode, 201)
  assert.equal((await browser.post('/api/auth/webauthn/register/verify', response)).statusCode, 400)
})

test('bodies that are not a passkey response are 400 and name the error, never 500', async () => {
  portal.clock.pass(minuteMs)
  const browser = openBrowser(portal)
  const whole = new SoftwareAuthenticator().create({ challenge: 'x', user: { id: 'eA' } })
  for (const body of [
    {},
    { id: 7 },
    { ...whole, response: {} },
    { ...whole, id: "'; drop table passkeys; --" },
    [],
    null,
    'text',
  ]) {
    assert.equal(
      (await browser.post('/api/auth/webauthn/login/verify', body)).statusCode,
      400,
      JSON.stringify(body),
    )
  }
  const garbled = {
    ...whole,
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
  }
  assert.equal((await browser.post('/api/auth/webauthn/login/verify', garbled)).statusCode, 401)
  const signedIn = await browserOf(portal, await person())
  const broken = { ...whole, response: { ...whole.response, attestationObject: 'AAAA' } }
  assert.equal((await signedIn.post('/api/auth/webauthn/register/verify', broken)).statusCode, 400)
})

test('8: the passkey of a disabled or deleted person is 401', async () => {
  for (const change of ["status = 'DISABLED'", "status = 'DELETED'", 'deleted_at = now()']) {
    portal.clock.pass(minuteMs)
    const someone = await person()
    const { device } = await withPasskey(portal, someone)
    await portal.deps.database.query(`update users set ${change} where pid = $1`, [someone.pid])
    assert.equal((await signInWithPasskey(openBrowser(portal), device)).statusCode, 401)
  }
})

test('4: a session token planted before the sign-in is replaced and gives no access', async () => {
  const { device } = await withPasskey(portal, await person())
  const browser = openBrowser(portal)
  browser.plant('session_token', 'a'.repeat(43))
  assert.equal((await signInWithPasskey(browser, device)).statusCode, 204)
  assert.notEqual(browser.cookies.get('session_token'), 'a'.repeat(43))
})
