import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AccessRequestList, CurrentUser } from '@portal/contract'
import { openBrowser } from '#test-support/browser.ts'
import type { Browser } from '#test-support/browser.ts'
import { browserOf, registerPasskey, signInWithPasskey } from '#test-support/passkeys.ts'
import { SoftwareAuthenticator } from '#test-support/software-authenticator.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let desk: Browser
before(async () => {
  portal = await startTestApp()
  desk = await browserOf(portal, await portal.given.user({ role: 'admin' }))
})
after(() => portal.close())

const hourMs = 3_600_000
let made = 0
const newAddress = () => `applicant${(made += 1)}@portal.example`
const signUp = (browser: Browser, body: unknown) => browser.post('/api/auth/sign-up', body)
const me = async (browser: Browser) => CurrentUser.parse((await browser.get('/api/auth/me')).json())
const requestOf = async (email: string) => {
  const { requests } = AccessRequestList.parse(
    (await desk.get('/api/auth/requests?state=PENDING&pageSize=1000')).json(),
  )
  const found = requests.find((request) => request.email === email)
  assert.ok(found, `no request of ${email}`)
  return found
}
/** A person who signed up and created a passkey. */
async function applicant(email = newAddress()) {
  const [browser, device] = [openBrowser(portal), new SoftwareAuthenticator()]
  assert.equal(
    (await signUp(browser, { name: 'Ana Lima', email, organization: 'Lima Builders' })).statusCode,
    202,
  )
  assert.equal((await registerPasskey(browser, device)).statusCode, 201)
  return { browser, device, email }
}

test('signing up returns 202 and opens a session that can only create a passkey (contract.md 3)', async () => {
  const browser = openBrowser(portal)
  const email = newAddress()
  const result = await signUp(browser, { name: ' Ana Lima ', email })
  assert.deepEqual([result.statusCode, result.json()], [202, {}])
  const viewer = await me(browser)
  assert.deepEqual(
    [viewer.name, viewer.email, viewer.role, viewer.awaits, viewer.pages],
    ['Ana Lima', email, null, 'approval', {}],
  )
  for (const answered of [
    await browser.crud('permits', 'GET'),
    await browser.crud('config', 'GET'),
    await browser.get('/api/stream'),
    await browser.get('/api/auth/requests'),
    await browser.get('/api/auth/audit'),
    await browser.post('/api/auth/recovery-codes', {}),
  ]) {
    assert.equal(answered.statusCode, 403)
  }
})

test('30: signing up with a known address looks the same, and only the administrator sees the clash', async () => {
  const known = await portal.given.user({ role: 'team', email: 'known@portal.example' })
  const [fresh, clash] = [openBrowser(portal), openBrowser(portal)]
  const one = await signUp(fresh, { name: 'Ana', email: newAddress() })
  const two = await signUp(clash, { name: 'Ana', email: 'Known@portal.example' })
  const comparable = (result: typeof one) => {
    const { 'x-request-id': _, date: __, 'set-cookie': cookie, ...headers } = result.headers
    return {
      status: result.statusCode,
      body: result.body,
      headers,
      cookie: String(cookie).replace(/=[^;]+/, ''),
    }
  }
  assert.deepEqual(comparable(two), comparable(one))
  assert.equal((await me(clash)).pid === known.pid, false)
  assert.deepEqual((await requestOf('Known@portal.example')).clash, { pid: known.pid, title: known.name })
})

test('29: a role, a pid or any other key in the body is 400 and creates nothing', async () => {
  for (const extra of [
    { role: 'superadmin' },
    { pid: 'X' },
    { isAdmin: true },
    { status: 'ACTIVE' },
    { org: 'x' },
  ]) {
    const browser = openBrowser(portal)
    const result = await signUp(browser, { name: 'Ana', email: newAddress(), ...extra })
    assert.equal(result.statusCode, 400, JSON.stringify(extra))
    assert.equal(browser.cookies.has('session_token'), false)
  }
})

test('invalid names and addresses are 400 and named in the error', async () => {
  const bodies = [
    {},
    { name: 'A' },
    { name: '', email: 'a@b.example' },
    { name: 'A', email: 'nonsense' },
    { name: 'A\u0000', email: 'a@b.example' },
    { name: 7, email: 'a@b.example' },
    [],
  ]
  for (const body of bodies)
    assert.equal((await signUp(openBrowser(portal), body)).statusCode, 400, JSON.stringify(body))
})

test('the passkey of a pending request signs in, still without a role', async () => {
  const { device, email } = await applicant()
  const browser = openBrowser(portal)
  assert.equal((await signInWithPasskey(browser, device)).statusCode, 204)
  assert.deepEqual(await me(browser).then(({ email: address, role, awaits }) => [address, role, awaits]), [
    email,
    null,
    'approval',
  ])
})

test('approval gives the role to the person’s existing sessions and passkey', async () => {
  const { browser, device, email } = await applicant()
  const org = await portal.given.org()
  const { pid, hasProof, clash } = await requestOf(email)
  assert.deepEqual([hasProof, clash], [true, null])
  const response = await desk.post(`/api/auth/requests/${pid}/approve`, {
    role: 'Client',
    org,
    orgRole: 'MEMBER',
  })
  assert.equal(response.statusCode, 201, response.body)
  const viewer = await me(browser)
  assert.deepEqual(
    [viewer.pid, viewer.role, viewer.org?.pid, viewer.awaits ?? null],
    [response.json().pid, 'client', org, null],
  )
  assert.equal((await browser.crud('permits', 'GET')).statusCode, 200)
  const elsewhere = openBrowser(portal)
  assert.equal((await signInWithPasskey(elsewhere, device)).statusCode, 204)
  assert.equal((await me(elsewhere)).role, 'client')
  const user = (await desk.crud(`users/${response.json().pid}`, 'GET')).json()
  assert.deepEqual(
    [user.status, user.passkeyCount, user.authMethods, user.name],
    ['ACTIVE', 1, ['PASSKEY'], 'Ana Lima'],
  )
  assert.equal((await desk.post(`/api/auth/requests/${pid}/approve`, { role: 'team' })).statusCode, 409)
  assert.equal((await desk.post(`/api/auth/requests/${pid}/reject`, {})).statusCode, 409)
})

test('approving a taken address is 409, changes nothing and transfers no passkey', async () => {
  const known = await portal.given.user({ role: 'admin', email: 'taken@portal.example' })
  const { browser, device } = await applicant('TAKEN@portal.example')
  const { pid } = await requestOf('TAKEN@portal.example')
  assert.equal((await desk.post(`/api/auth/requests/${pid}/approve`, { role: 'team' })).statusCode, 409)
  assert.equal((await me(browser)).role, null)
  const again = openBrowser(portal)
  await signInWithPasskey(again, device)
  assert.notEqual((await me(again)).pid, known.pid)
  assert.equal((await requestOf('TAKEN@portal.example')).state, 'PENDING')
})

test('45: nobody grants a role at or above their own, except a superadmin', async () => {
  const { pid } = await requestOf((await applicant()).email)
  for (const role of ['admin', 'ADMIN', 'superadmin', ' SuperAdmin ']) {
    assert.equal((await desk.post(`/api/auth/requests/${pid}/approve`, { role })).statusCode, 403, role)
  }
  for (const body of [
    {},
    { role: 'owner' },
    { role: 'client' },
    { role: 'client', org: 'NOSUCH' },
    { role: 'team', org: await portal.given.org() },
    { role: 'team', status: 'X' },
  ]) {
    assert.equal(
      (await desk.post(`/api/auth/requests/${pid}/approve`, body)).statusCode,
      400,
      JSON.stringify(body),
    )
  }
  const top = await browserOf(portal, await portal.given.user({ role: 'superadmin' }))
  assert.equal((await top.post(`/api/auth/requests/${pid}/approve`, { role: 'admin' })).statusCode, 201)
  assert.equal((await desk.post('/api/auth/requests/NOSUCH/approve', { role: 'team' })).statusCode, 404)
})

test('a rejected request ends, with its sessions and its passkey', async () => {
  const { browser, device, email } = await applicant()
  const { pid } = await requestOf(email)
  assert.equal(
    (await desk.post(`/api/auth/requests/${pid}/reject`, { reason: 'Not a client of ours' })).statusCode,
    204,
  )
  assert.equal((await browser.get('/api/auth/me')).statusCode, 401)
  assert.equal((await signInWithPasskey(openBrowser(portal), device)).statusCode, 401)
  const { requests } = AccessRequestList.parse((await desk.get('/api/auth/requests?state=REJECTED')).json())
  assert.equal(requests.find((request) => request.pid === pid)?.reason, 'Not a client of ours')
})

test('only administrators see requests', async () => {
  const { team, client } = await portal.given.everyRole()
  for (const person of [team, client]) {
    const browser = await browserOf(portal, person)
    for (const response of [
      await browser.get('/api/auth/requests'),
      await browser.post('/api/auth/requests/X/approve', { role: 'team' }),
      await browser.post('/api/auth/requests/X/reject', {}),
      await browser.post(`/api/auth/users/${team.pid}/link`, {}),
      await browser.get('/api/auth/audit'),
    ]) {
      assert.deepEqual([response.statusCode, response.json().type], [403, 'forbidden'])
    }
  }
  for (const query of ['state=OPEN', 'page=0', 'page=1.5', 'pageSize=1001', 'colour=red']) {
    assert.equal((await desk.get(`/api/auth/requests?${query}`)).statusCode, 400, query)
  }
})

test('a session of a sign-up without a passkey ends after an hour', async () => {
  const browser = openBrowser(portal)
  await signUp(browser, { name: 'Ana', email: newAddress() })
  portal.clock.pass(hourMs)
  assert.equal((await browser.get('/api/auth/me')).statusCode, 401)
})
