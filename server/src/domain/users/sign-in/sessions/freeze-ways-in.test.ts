import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { openBrowser } from '#test-support/browser.ts'
import type { Browser } from '#test-support/browser.ts'
import { givenBuilds } from '#test-support/builds.ts'
import { clientId, clientSecret, startMicrosoft, visitMicrosoft } from '#test-support/microsoft.ts'
import type { MicrosoftPerson, TestMicrosoft } from '#test-support/microsoft.ts'
import { browserOf, registerPasskey, signInWithPasskey, withPasskey } from '#test-support/passkeys.ts'
import { SoftwareAuthenticator } from '#test-support/software-authenticator.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

const callback = 'http://localhost:3000/auth/microsoft/callback'
const tenant = '11111111-2222-3333-4444-555555555555'
let microsoft: TestMicrosoft
let portal: TestApp
let top: Browser
before(async () => {
  microsoft = await startMicrosoft(callback)
  portal = await startTestApp({
    environment: {
      oidc: { issuer: microsoft.issuer, clientId, clientSecret, tenants: [tenant] },
      buildsDir: await givenBuilds(),
    },
  })
  // The provider uses real time.
  portal.clock.set(new Date())
  top = (await withPasskey(portal, await portal.given.user({ role: 'superadmin' }))).browser
})
afterEach(() => thaw())
after(async () => {
  await portal.close()
  await microsoft.close()
})

const freeze = async () =>
  assert.equal((await top.post('/api/auth/freeze', { confirm: true })).statusCode, 204)
const thaw = async () => assert.equal((await top.delete('/api/auth/freeze')).statusCode, 204)
const count = async (table: string) =>
  (await portal.deps.database.query(`select count(*) as n from ${table}`, [], z.object({ n: z.number() })))[0]
    ?.n
function isFrozen(response: LightMyRequestResponse): void {
  assert.equal(response.statusCode, 403, response.body)
  assert.match(response.json().detail, /Sign-ins are frozen/)
}

async function linkOf(pid: string): Promise<string> {
  const made = await top.post(`/api/auth/users/${pid}/link`, {})
  assert.equal(made.statusCode, 201, made.body)
  return String(made.json().link).split('#link=')[1] ?? ''
}

async function signIn(browser: Browser, { login }: MicrosoftPerson, query = '') {
  const start = await browser.get(`/api/auth/microsoft/start${query}`)
  const { pathname, search } = await visitMicrosoft(String(start.headers.location), { login }, callback)
  return browser.get(pathname + search)
}
function account(login: string): MicrosoftPerson {
  const person = { login, tid: tenant, oid: login, name: login, email: `${login}@portal.example` }
  microsoft.people.push(person)
  return person
}

test('S-26: a link opened while sign-ins are frozen is not used up', async () => {
  const token = await linkOf((await portal.given.user({ role: 'team' })).pid)
  await freeze()
  isFrozen(await openBrowser(portal).post('/api/auth/links/redeem', { token }))
  await thaw()
  assert.equal((await openBrowser(portal).post('/api/auth/links/redeem', { token })).statusCode, 204)
})

test('S-26: a recovery code entered while sign-ins are frozen is not used up', async () => {
  const { browser } = await withPasskey(
    portal,
    await portal.given.user({ role: 'team', email: 'codes@portal.example' }),
  )
  const [code] = (await browser.post('/api/auth/recovery-codes', {})).json().codes
  const body = { email: 'codes@portal.example', code }
  await freeze()
  isFrozen(await openBrowser(portal).post('/api/auth/recover', body))
  await thaw()
  assert.equal((await openBrowser(portal).post('/api/auth/recover', body)).statusCode, 204)
})

test('S-26: a sign-up by form or Microsoft while sign-ins are frozen creates no request', async () => {
  await freeze()
  const earlier = await count('access_requests')
  isFrozen(await openBrowser(portal).post('/api/auth/sign-up', { name: 'New', email: 'new@portal.example' }))
  isFrozen(await signIn(openBrowser(portal), account('stranger')))
  assert.equal(await count('access_requests'), earlier)
})

test('S-26: a passkey or Microsoft account refused by the freeze is not recorded as used', async () => {
  const { browser, device } = await withPasskey(portal, await portal.given.user({ role: 'team' }))
  const person = account('worker')
  assert.equal((await signIn(browser, person, '?purpose=link')).statusCode, 303)
  const used = () =>
    portal.deps.database.query(
      `select (select max(last_used_at) from passkeys) as passkey, (select max(last_used_at) from microsoft_identities) as microsoft`,
      [],
    )
  const earlier = await used()
  portal.clock.pass(1000)
  await freeze()
  isFrozen(await signInWithPasskey(openBrowser(portal), device))
  isFrozen(await signIn(openBrowser(portal), person))
  assert.deepEqual(await used(), earlier)
})

test('S-26: an earlier session without a role cannot add a passkey or link Microsoft during a freeze', async () => {
  const person = await portal.given.user({ role: 'team' })
  const invited = openBrowser(portal)
  assert.equal(
    (await invited.post('/api/auth/links/redeem', { token: await linkOf(person.pid) })).statusCode,
    204,
  )
  const device = new SoftwareAuthenticator()
  const options = (await invited.post('/api/auth/webauthn/register/options', {})).json()
  await freeze()
  isFrozen(await invited.post('/api/auth/webauthn/register/verify', device.create(options, {})))
  isFrozen(await registerPasskey(invited, device))
  isFrozen(await signIn(invited, account('invited'), '?purpose=link'))
  assert.equal((await invited.get('/api/auth/me')).json().role, null)
  // A session that was full before the freeze continues and may add a passkey.
  assert.equal((await registerPasskey(top, new SoftwareAuthenticator())).statusCode, 201)
  await thaw()
  assert.equal((await registerPasskey(invited, device)).statusCode, 201)
})

test('S-26: no request is approved during a freeze, because its open sessions would become full', async () => {
  const applicant = openBrowser(portal)
  assert.equal(
    (await applicant.post('/api/auth/sign-up', { name: 'Ana Lima', email: 'lima@portal.example' }))
      .statusCode,
    202,
  )
  assert.equal((await registerPasskey(applicant, new SoftwareAuthenticator())).statusCode, 201)
  const { pid } = (await applicant.get('/api/auth/me')).json()
  const admin = await browserOf(portal, await portal.given.user({ role: 'admin' }))
  await freeze()
  const refused = await admin.post(`/api/auth/requests/${pid}/approve`, { role: 'team' })
  assert.deepEqual([refused.statusCode, refused.json().type], [409, 'transition-refused'])
  assert.match(refused.json().detail, /Sign-ins are frozen/)
  assert.equal((await applicant.get('/api/auth/me')).json().role, null)
  await thaw()
  assert.equal((await admin.post(`/api/auth/requests/${pid}/approve`, { role: 'team' })).statusCode, 201)
})

test('S-26: the sign-in pages say that sign-ins are frozen', async () => {
  const told = async (path: string) =>
    /portal-frozen" content="(.)"/.exec((await openBrowser(portal).get(path)).body)?.[1]
  assert.equal(await told('/login'), '0')
  await freeze()
  portal.clock.pass(5_000)
  assert.deepEqual([await told('/login'), await told('/sign-up'), await told('/tasks')], ['1', '1', '0'])
})
