import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { openBrowser } from '#test-support/browser.ts'
import type { Browser } from '#test-support/browser.ts'
import { clientId, clientSecret, startMicrosoft, visitMicrosoft } from '#test-support/microsoft.ts'
import type { MicrosoftPerson, TestMicrosoft } from '#test-support/microsoft.ts'
import { browserOf, stepUp, withPasskey } from '#test-support/passkeys.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

const callback = 'http://localhost:3000/auth/microsoft/callback'
const tenant = '11111111-2222-3333-4444-555555555555'
let microsoft: TestMicrosoft
let portal: TestApp
before(async () => {
  microsoft = await startMicrosoft(callback)
  portal = await startTestApp({
    environment: { oidc: { issuer: microsoft.issuer, clientId, clientSecret, tenants: [tenant] } },
  })
  // The provider uses real time.
  portal.clock.set(new Date())
})
after(async () => {
  await portal.close()
  await microsoft.close()
})

let made = 0
function somebody(more: Partial<MicrosoftPerson> = {}): MicrosoftPerson {
  made += 1
  const person = {
    login: `login${made}`,
    tid: tenant,
    oid: `object-${made}`,
    name: `Somebody ${made}`,
    email: `somebody${made}@portal.example`,
    ...more,
  }
  microsoft.people.push(person)
  return person
}

/** Signs in at Microsoft and returns the callback URL without opening it. */
async function visit(browser: Browser, person: MicrosoftPerson | 'deny', query = ''): Promise<URL> {
  const start = await browser.get(`/api/auth/microsoft/start${query}`)
  assert.equal(start.statusCode, 302, start.body)
  return visitMicrosoft(
    String(start.headers.location),
    person === 'deny' ? 'deny' : { login: person.login },
    callback,
  )
}
const open = (browser: Browser, url: URL) => browser.get(url.pathname + url.search)
async function signIn(browser: Browser, person: MicrosoftPerson, query = '') {
  return open(browser, await visit(browser, person, query))
}
/** A person whose account is linked to a Microsoft account. */
async function linked(role = 'team') {
  const person = await portal.given.user({ role })
  const account = somebody()
  const { browser, device } = await withPasskey(portal, person)
  const result = await signIn(browser, account, '?purpose=link&returnTo=/tasks')
  assert.deepEqual([result.statusCode, result.headers.location], [303, '/tasks'], result.body)
  return { person, account, browser, device }
}

test('S-26: a person is notified when a Microsoft account is linked', async () => {
  const { person } = await linked()
  const rows = await portal.deps.database.query(
    `select title, message from alerts where "user" = $1 and rule = 'microsoft-linked'`,
    [person.pid],
    z.object({ title: z.string(), message: z.string() }),
  )
  assert.deepEqual(
    rows.map(({ title }) => title),
    ['A Microsoft account was linked to yours'],
  )
  assert.match(rows[0]?.message ?? '', / can now be used to sign in to your account\./)
})

test('a linked Microsoft account signs in and opens the requested page (contract.md 3)', async () => {
  const { person, account } = await linked()
  const browser = openBrowser(portal)
  const result = await signIn(browser, account, '?returnTo=/permits/search?q=roof')
  assert.deepEqual([result.statusCode, result.headers.location], [303, '/permits/search?q=roof'])
  assert.equal((await browser.get('/api/auth/me')).json().pid, person.pid)
  const user = (
    await portal.deps.database.query(
      'select auth_methods from users where pid = $1',
      [person.pid],
      z.object({ auth_methods: z.array(z.string()) }),
    )
  )[0]
  assert.deepEqual(user?.auth_methods, ['PASSKEY', 'MICROSOFT'])
})

test('a changed address at Microsoft has no effect: the object id identifies the person', async () => {
  const { person, account } = await linked()
  account.email = 'renamed@portal.example'
  const browser = openBrowser(portal)
  await signIn(browser, account)
  assert.equal((await browser.get('/api/auth/me')).json().pid, person.pid)
})

test('an unknown Microsoft account creates one access request and signs in once it is approved', async () => {
  const account = somebody()
  const browser = openBrowser(portal)
  const result = await signIn(browser, account)
  assert.deepEqual([result.statusCode, result.headers.location], [303, '/unauthorized'])
  assert.equal((await browser.get('/api/auth/me')).json().awaits, 'approval')
  const again = openBrowser(portal)
  assert.equal((await signIn(again, account)).headers.location, '/unauthorized')
  const desk = await browserOf(portal, await portal.given.user({ role: 'admin' }))
  const requests = (await desk.get('/api/auth/requests?state=PENDING'))
    .json()
    .requests.filter((request: { email: string }) => request.email === account.email)
  assert.deepEqual([requests.length, requests[0].hasProof], [1, true])
  assert.equal(
    (await desk.post(`/api/auth/requests/${requests[0].pid}/approve`, { role: 'team' })).statusCode,
    201,
  )
  assert.equal((await again.get('/api/auth/me')).json().role, 'team')
})

test('22: a missing or wrong state is 400 and opens no session', async () => {
  const { account } = await linked()
  for (const change of [
    (url: URL) => url.searchParams.delete('state'),
    (url: URL) => url.searchParams.set('state', 'made-up'),
  ]) {
    const browser = openBrowser(portal)
    const url = await visit(browser, account)
    change(url)
    assert.equal((await open(browser, url)).statusCode, 400)
    assert.equal((await browser.get('/api/auth/me')).statusCode, 401)
  }
})

test('23: an ID token with another nonce or for another client is 401', async () => {
  const { account } = await linked()
  const browser = openBrowser(portal)
  const url = await visit(browser, account)
  await portal.deps.database.query('update microsoft_flows set nonce = $1', ['another'])
  assert.equal((await open(browser, url)).statusCode, 401)
  assert.equal((await browser.get('/api/auth/me')).statusCode, 401)
  const issuer = await visit(browser, account)
  issuer.searchParams.set('iss', 'https://evil.example')
  assert.equal((await open(browser, issuer)).statusCode, 401)
})

test('a code without its PKCE verifier is 401', async () => {
  const { account } = await linked()
  const browser = openBrowser(portal)
  const url = await visit(browser, account)
  await portal.deps.database.query('update microsoft_flows set verifier = $1', ['v'.repeat(43)])
  assert.equal((await open(browser, url)).statusCode, 401)
})

test('24: a code that is used a second time opens no session', async () => {
  const { account } = await linked()
  const browser = openBrowser(portal)
  const url = await visit(browser, account)
  assert.equal((await open(browser, url)).statusCode, 303)
  assert.equal((await open(openBrowser(portal), url)).statusCode, 400)
  const second = await visit(browser, account)
  second.searchParams.set('code', url.searchParams.get('code') ?? '')
  assert.equal((await open(browser, second)).statusCode, 401)
})

test('25: a callback in a browser that did not start the sign-in is 400', async () => {
  const { account } = await linked()
  const url = await visit(openBrowser(portal), account)
  const other = openBrowser(portal)
  await other.get('/api/auth/microsoft/start')
  assert.equal((await open(other, url)).statusCode, 400)
  assert.equal((await other.get('/api/auth/me')).statusCode, 401)
})

test('26: a refusal at Microsoft redirects to the sign-in page', async () => {
  const browser = openBrowser(portal)
  const result = await open(browser, await visit(browser, 'deny'))
  assert.deepEqual([result.statusCode, result.headers.location], [303, '/login?problem=microsoft-denied'])
})

test('27: an unlinked account with a known address is 409 and learns how to link it', async () => {
  const known = await portal.given.user({ role: 'superadmin', email: 'chief@portal.example' })
  const browser = openBrowser(portal)
  const result = await signIn(browser, somebody({ email: 'Chief@portal.example' }))
  assert.equal(result.statusCode, 409)
  assert.match(result.json().detail, /then link Microsoft/)
  assert.equal((await browser.get('/api/auth/me')).statusCode, 401)
  const rows = await portal.deps.database.query('select 1 from microsoft_identities where user_pid = $1', [
    known.pid,
  ])
  assert.equal(rows.length, 0)
})

test('28: a tenant that is not on the list is 403', async () => {
  const browser = openBrowser(portal)
  assert.equal(
    (await signIn(browser, somebody({ tid: '99999999-2222-3333-4444-555555555555' }))).statusCode,
    403,
  )
  assert.equal((await browser.get('/api/auth/me')).statusCode, 401)
})

test('32: a return address of another site redirects to the portal', async () => {
  const { account } = await linked()
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    '/%5cevil.example',
    'javascript:alert(1)',
    '/a\n',
    'https://evil.example/',
  ]) {
    portal.clock.pass(60_000)
    const result = await signIn(openBrowser(portal), account, `?returnTo=${encodeURIComponent(evil)}`)
    assert.equal(result.headers.location, '/permits/processing', evil)
  }
})

test('33: a forwarded host changes neither the redirect to Microsoft nor the callback', async () => {
  const browser = openBrowser(portal)
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  }
  const start = await browser.send({ method: 'GET', url: '/api/auth/microsoft/start', headers })
  assert.equal(new URL(String(start.headers.location)).searchParams.get('redirect_uri'), callback)
})

test('linking needs a recent authentication, and an account of another person cannot be linked', async () => {
  const { account, browser } = await linked()
  const { browser: other } = await withPasskey(portal, await portal.given.user({ role: 'team' }))
  assert.equal((await signIn(other, account, '?purpose=link')).statusCode, 409)
  assert.equal((await openBrowser(portal).get('/api/auth/microsoft/start?purpose=link')).statusCode, 401)
  portal.clock.pass(5 * 60_000)
  assert.equal((await browser.get('/api/auth/microsoft/start?purpose=link')).json().type, 'reauth-required')
  const foreign = await browser.send({
    method: 'GET',
    url: '/api/auth/microsoft/start?purpose=step-up',
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  assert.equal(foreign.statusCode, 403)
})

test('a step-up at Microsoft accepts the person’s own account and no other', async () => {
  portal.clock.set(new Date())
  const { account, browser } = await linked('admin')
  const { account: foreign } = await linked()
  await portal.deps.database.query("update sessions set verified_at = verified_at - interval '1 hour'", [])
  const change = async () => (await browser.crud('users/NOSUCH', 'PATCH', { body: {} })).statusCode
  assert.equal(await change(), 403)
  assert.equal((await signIn(browser, foreign, '?purpose=step-up')).statusCode, 403)
  assert.equal(await change(), 403)
  assert.equal(
    (await signIn(browser, account, '?purpose=step-up&returnTo=/users')).headers.location,
    '/users',
  )
  assert.equal(await change(), 404)
})

test('8: the Microsoft account of a disabled person opens no session', async () => {
  const { person, account } = await linked()
  await portal.deps.database.query("update users set status = 'DISABLED' where pid = $1", [person.pid])
  assert.equal((await signIn(openBrowser(portal), account)).statusCode, 403)
})

test('a browser shows a failed callback as a readable page that repeats nothing of the request', async () => {
  const url = '/auth/microsoft/callback?state=%3Cscript%3E&code=x'
  const response = await openBrowser(portal).send({ method: 'GET', url, headers: { accept: 'text/html' } })
  assert.equal(response.statusCode, 400)
  assert.match(String(response.headers['content-type']), /^text\/html/)
  assert.match(response.body, /<h1>Sign-in did not work<\/h1>/)
  assert.doesNotMatch(response.body, /script/)
})

test('a person unlinks Microsoft after a step-up, unless it is their last sign-in method (contract.md 3)', async () => {
  portal.clock.set(new Date())
  const { account, browser, device } = await linked()
  await portal.deps.database.query("update sessions set verified_at = verified_at - interval '1 hour'", [])
  const unlink = () => browser.delete('/api/auth/microsoft')
  assert.deepEqual([(await unlink()).json().type, (await unlink()).statusCode], ['reauth-required', 403])
  await stepUp(browser, device)
  assert.equal((await unlink()).statusCode, 204)
  assert.deepEqual((await browser.get('/api/auth/passkeys')).json().microsoft, [])
  assert.equal((await unlink()).statusCode, 404)
  assert.equal((await signIn(openBrowser(portal), account)).headers.location, '/unauthorized')

  const { account: only, browser: second } = await linked()
  const [passkey] = (await second.get('/api/auth/passkeys')).json().passkeys
  assert.equal((await second.delete(`/api/auth/passkeys/${passkey.pid}`)).statusCode, 204)
  assert.equal((await second.delete('/api/auth/microsoft')).statusCode, 409)
  assert.equal((await signIn(openBrowser(portal), only, '?returnTo=/tasks')).headers.location, '/tasks')
})

test('an issuer that does not respond is 503, and the next sign-in asks it again', async () => {
  const silent = await startTestApp({
    environment: { oidc: { issuer: 'http://localhost:9', clientId, clientSecret, tenants: [] } },
  })
  try {
    for (let round = 0; round < 2; round += 1) {
      const response = await openBrowser(silent).get('/api/auth/microsoft/start')
      assert.deepEqual([response.statusCode, response.json().type], [503, 'unavailable'])
    }
  } finally {
    await silent.close()
  }
})

test('without the configuration both routes are 404', async () => {
  const without = await startTestApp()
  try {
    const browser = openBrowser(without)
    assert.equal((await browser.get('/api/auth/microsoft/start')).statusCode, 404)
    assert.equal((await browser.get('/auth/microsoft/callback?code=x&state=y')).statusCode, 404)
  } finally {
    await without.close()
  }
})
