import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LinkList } from '@portal/contract'
import { openBrowser } from '#test-support/browser.ts'
import type { Browser } from '#test-support/browser.ts'
import { browserOf, registerPasskey, signInWithPasskey, withPasskey } from '#test-support/passkeys.ts'
import { SoftwareAuthenticator } from '#test-support/software-authenticator.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { makeSetupLink } from '../setup-link.ts'

let portal: TestApp
let desk: Browser
before(async () => {
  portal = await startTestApp()
  desk = await browserOf(portal, await portal.given.user({ role: 'admin' }))
})
after(() => portal.close())

const minuteMs = 60_000
const tokenOf = (link: string, name = 'link') =>
  new URLSearchParams(new URL(link).hash.slice(1)).get(name) ?? ''
const redeem = (browser: Browser, token: string) => browser.post('/api/auth/links/redeem', { token })
const step = (browser: Browser, pid: string, to: string, more: Record<string, unknown> = {}) =>
  browser.crud(`users/${pid}/transitions`, 'POST', { body: { to, ...more } })

test('an invited person follows a link, creates a passkey and is signed in with their role', async () => {
  const { pid } = (
    await desk.crud('users', 'POST', { body: { name: 'Ben', email: 'ben@portal.example', role: 'team' } })
  ).json()
  const made = await desk.post(`/api/auth/users/${pid}/link`, {})
  assert.equal(made.statusCode, 201, made.body)
  const { link, kind, expiresAt } = made.json()
  assert.equal(kind, 'invitation')
  assert.equal(Date.parse(expiresAt) - portal.clock.now().getTime(), 7 * 24 * 60 * minuteMs)
  assert.match(link, /^http:\/\/localhost:3000\/sign-up#link=[\w-]{43}$/)
  const browser = openBrowser(portal)
  assert.equal((await redeem(browser, tokenOf(link))).statusCode, 204)
  const before = (await browser.get('/api/auth/me')).json()
  assert.deepEqual([before.role, before.awaits], [null, 'passkey'])
  assert.equal((await browser.crud('permits', 'GET')).statusCode, 403)
  assert.equal((await registerPasskey(browser, new SoftwareAuthenticator())).statusCode, 201)
  assert.equal((await browser.get('/api/auth/me')).json().role, 'team')
  const user = (await desk.crud(`users/${pid}`, 'GET')).json()
  assert.deepEqual([user.status, user.passkeyCount], ['ACTIVE', 1])
  assert.notEqual(user.acceptedAt, null)
})

test('a link works once, for ten minutes, until the next one is created; only its hash is stored', async () => {
  const someone = await portal.given.user({ role: 'team' })
  const make = async () => (await desk.post(`/api/auth/users/${someone.pid}/link`, {})).json()
  const [replaced, first] = [await make(), await make()]
  assert.equal(first.kind, 'enrolment')
  const rows = JSON.stringify(await portal.deps.database.query('select * from personal_links', []))
  assert.ok(!rows.includes(tokenOf(first.link)))
  assert.equal((await redeem(openBrowser(portal), tokenOf(replaced.link))).statusCode, 404)
  assert.equal((await redeem(openBrowser(portal), tokenOf(first.link))).statusCode, 204)
  assert.equal((await redeem(openBrowser(portal), tokenOf(first.link))).statusCode, 404)
  const late = await make()
  portal.clock.pass(10 * minuteMs)
  assert.equal((await redeem(openBrowser(portal), tokenOf(late.link))).statusCode, 404)
  for (const body of [{}, { token: '' }, { token: 7 }, { token: 'x', pid: 'y' }]) {
    portal.clock.pass(minuteMs)
    assert.equal((await openBrowser(portal).post('/api/auth/links/redeem', body)).statusCode, 400)
  }
})

test('a person who lost every passkey gets a link for a new one, and an administrator removes the lost one', async () => {
  const someone = await portal.given.user({ role: 'team' })
  const { browser: before, device: lost } = await withPasskey(portal, someone)
  const [passkey] = (await desk.get(`/api/auth/users/${someone.pid}/passkeys`)).json().passkeys
  assert.equal((await desk.delete(`/api/auth/users/${someone.pid}/passkeys/${passkey.pid}`)).statusCode, 204)
  assert.equal((await before.get('/api/auth/me')).statusCode, 401)
  assert.equal((await signInWithPasskey(openBrowser(portal), lost)).statusCode, 401)
  const { link } = (await desk.post(`/api/auth/users/${someone.pid}/link`, {})).json()
  const browser = openBrowser(portal)
  await redeem(browser, tokenOf(link))
  assert.equal((await registerPasskey(browser, new SoftwareAuthenticator())).statusCode, 201)
  assert.equal((await browser.get('/api/auth/me')).json().pid, someone.pid)
})

test('administrators cannot lock themselves out by removing their own last passkey', async () => {
  const { browser } = await withPasskey(portal, await portal.given.user({ role: 'admin' }))
  const { pid } = (await browser.get('/api/auth/me')).json()
  const own = async () => (await browser.get(`/api/auth/users/${pid}/passkeys`)).json().passkeys
  const [passkey] = await own()
  assert.equal((await browser.delete(`/api/auth/users/${pid}/passkeys/${passkey.pid}`)).statusCode, 409)
  await registerPasskey(browser, new SoftwareAuthenticator())
  assert.equal((await browser.delete(`/api/auth/users/${pid}/passkeys/${passkey.pid}`)).statusCode, 204)
  assert.equal((await own()).length, 1)
})

test('45: an administrator creates no link for people of an equal or higher role or for a disabled person', async () => {
  const { superadmin, admin } = await portal.given.everyRole()
  for (const person of [superadmin, admin])
    assert.equal((await desk.post(`/api/auth/users/${person.pid}/link`, {})).statusCode, 403)
  const closed = await portal.given.user({ role: 'team', status: 'DISABLED' })
  assert.equal((await desk.post(`/api/auth/users/${closed.pid}/link`, {})).statusCode, 409)
  assert.equal((await desk.post('/api/auth/users/NOSUCH/link', {})).statusCode, 404)
})

test('invited people and link holders are listed with the expiry, and a withdrawn link does not work (issue 4)', async () => {
  const { pid } = (
    await desk.crud('users', 'POST', { body: { name: 'Ida', email: 'ida@portal.example', role: 'Team' } })
  ).json()
  const someone = await portal.given.user({ role: 'team' })
  const listed = async () => LinkList.parse((await desk.get('/api/auth/links?pageSize=1000')).json()).links
  const rowOf = async (person: string) => (await listed()).find((each) => each.person.pid === person)
  assert.deepEqual(await rowOf(pid), {
    person: { pid, title: 'Ida' },
    email: 'ida@portal.example',
    role: 'team',
    kind: 'invitation',
    link: null,
  })
  assert.equal(await rowOf(someone.pid), undefined)

  const { link } = (await desk.post(`/api/auth/users/${someone.pid}/link`, {})).json()
  const open = await rowOf(someone.pid)
  assert.deepEqual(
    [open?.kind, Date.parse(open?.link?.expiresAt ?? '') - portal.clock.now().getTime()],
    ['enrolment', 10 * minuteMs],
  )
  assert.ok(!JSON.stringify(await listed()).includes(tokenOf(link)))

  const withdraw = (person: string) => desk.delete(`/api/auth/users/${person}/link`)
  assert.equal((await withdraw(someone.pid)).statusCode, 204)
  assert.equal((await redeem(openBrowser(portal), tokenOf(link))).statusCode, 404)
  assert.equal(await rowOf(someone.pid), undefined)
  assert.equal((await withdraw(someone.pid)).statusCode, 404)
  assert.equal((await withdraw((await portal.given.user({ role: 'superadmin' })).pid)).statusCode, 403)
  const { entries } = (await desk.get(`/api/auth/audit?kind=link-withdrawn&person=${someone.pid}`)).json()
  assert.deepEqual(entries[0].detail, { kind: 'enrolment' })

  await desk.post(`/api/auth/users/${pid}/link`, {})
  await portal.deps.database.query(
    "update personal_links set expires_at = expires_at - interval '8 days' where user_pid = $1",
    [pid],
  )
  assert.ok(Date.parse((await rowOf(pid))?.link?.expiresAt ?? '') < portal.clock.now().getTime())
  for (const query of ['page=0', 'pageSize=1001', 'state=PENDING'])
    assert.equal((await desk.get(`/api/auth/links?${query}`)).statusCode, 400, query)
})

test('the case of a role does not matter in any input; it is stored in lower case (contract.md 3)', async () => {
  const make = (role: string, more = {}) =>
    desk.crud('users', 'POST', { body: { name: 'Any', email: `${role}.any@portal.example`, role, ...more } })
  const made = await make('Client', { org: await portal.given.org() })
  assert.equal(made.statusCode, 201, made.body)
  const { pid } = made.json()
  assert.equal((await desk.crud(`users/${pid}`, 'GET')).json().role, 'client')
  assert.equal((await desk.crud(`users/${pid}`, 'PATCH', { body: { role: ' TEAM ' } })).json().role, 'team')
  const found = (await desk.crud('users', 'GET', { query: { filter: { role: 'Team', name: 'Any' } } })).json()
  assert.deepEqual(
    found.users.map((user: { pid: string }) => user.pid),
    [pid],
  )
  assert.equal((await make('Admin')).statusCode, 403)
  assert.equal((await make('boss')).statusCode, 400)
})

test('8: a disabled person is signed out immediately and can sign in again once activated', async () => {
  const someone = await portal.given.user({ role: 'team' })
  const { browser, device } = await withPasskey(portal, someone)
  const disabled = await step(desk, someone.pid, 'DISABLED', { reason: 'Left the office' })
  assert.equal(disabled.statusCode, 200, disabled.body)
  assert.equal(disabled.json().status, 'DISABLED')
  assert.equal((await browser.get('/api/auth/me')).statusCode, 401)
  assert.equal((await signInWithPasskey(openBrowser(portal), device)).statusCode, 401)
  assert.equal((await step(desk, someone.pid, 'ACTIVE')).statusCode, 200)
  assert.equal((await signInWithPasskey(openBrowser(portal), device)).statusCode, 204)
  assert.equal((await browser.get('/api/auth/me')).statusCode, 401)
})

test('the transitions of an account are listed with every unmet guard (contract.md 2)', async () => {
  const someone = await portal.given.user({ role: 'team' })
  const own = (await desk.get('/api/auth/me')).json().pid
  const ask = async (pid: string) => (await desk.crud(`users/${pid}/transitions`, 'GET')).json().transitions
  assert.deepEqual(await ask(someone.pid), [{ to: 'DISABLED', label: 'Disable', allowed: true, whyNot: [] }])
  const [disable] = await ask(own)
  assert.deepEqual(
    [disable.allowed, disable.whyNot.includes('You can’t close your own account.')],
    [false, true],
  )
})

test('45: nobody can remove the last superadmin, and an administrator cannot change a superadmin', async () => {
  const fresh = await startTestApp()
  try {
    const { superadmin, admin } = await fresh.given.everyRole()
    const second = await fresh.given.user({ role: 'superadmin' })
    const [top, office] = [await browserOf(fresh, superadmin), await browserOf(fresh, admin)]
    assert.equal((await step(office, superadmin.pid, 'DISABLED')).statusCode, 403)
    assert.equal(
      (await office.crud(`users/${superadmin.pid}`, 'PATCH', { body: { role: 'team' } })).statusCode,
      403,
    )
    assert.equal((await office.crud(`users/${superadmin.pid}`, 'DELETE')).statusCode, 403)
    assert.equal((await step(top, superadmin.pid, 'DISABLED')).statusCode, 409)
    assert.equal((await step(top, second.pid, 'DISABLED')).statusCode, 200)
    const last = await step(top, superadmin.pid, 'DISABLED')
    assert.equal(last.statusCode, 409)
    assert.ok(last.json().unmet.includes('This is the last superadmin. Add another one first.'))
    assert.equal(
      (await top.crud(`users/${superadmin.pid}`, 'PATCH', { body: { role: 'admin' } })).statusCode,
      409,
    )
    assert.equal((await top.crud(`users/${superadmin.pid}`, 'DELETE')).statusCode, 409)
  } finally {
    await fresh.close()
  }
})

test('impossible and unknown transitions, stale versions and other roles each get their own refusal', async () => {
  const someone = await portal.given.user({ role: 'team' })
  assert.equal((await step(desk, someone.pid, 'INVITED')).statusCode, 409)
  assert.equal((await step(desk, someone.pid, 'GONE')).statusCode, 400)
  assert.equal((await step(desk, 'NOSUCH', 'DISABLED')).statusCode, 404)
  const stale = await step(desk, someone.pid, 'DISABLED', { version: 99 })
  assert.deepEqual(
    [stale.statusCode, stale.json().type, stale.json().current.pid],
    [409, 'version-conflict', someone.pid],
  )
  for (const person of [
    await portal.given.user({ role: 'team' }),
    await portal.given.user({ role: 'client', org: await portal.given.org() }),
  ]) {
    assert.equal((await step(await browserOf(portal, person), someone.pid, 'DISABLED')).statusCode, 403)
  }
})

test('5: removing or changing a role ends the sessions; granting the first role does not', async () => {
  const someone = await portal.given.user({ role: 'team' })
  const browser = await browserOf(portal, someone)
  const org = await portal.given.org()
  assert.equal(
    (await desk.crud(`users/${someone.pid}`, 'PATCH', { body: { role: 'client', org } })).statusCode,
    200,
  )
  assert.equal((await browser.get('/api/auth/me')).statusCode, 401)
  const waiting = await portal.given.user({ role: null, status: 'PENDING_APPROVAL' })
  const page = await browserOf(portal, waiting)
  assert.equal((await page.get('/api/auth/me')).json().awaits, 'role')
  assert.equal((await desk.crud(`users/${waiting.pid}`, 'PATCH', { body: { role: 'team' } })).statusCode, 200)
  assert.equal((await page.get('/api/auth/me')).json().role, 'team')
})

test('the set-up link creates the first superadmin, once, when the passkey is created (contract.md 1)', async () => {
  const fresh = await startTestApp({ environment: { demo: false } })
  try {
    const token = tokenOf((await makeSetupLink(fresh.deps)) ?? '', 'setup')
    const setup = (browser: Browser, given = token) =>
      browser.post('/api/auth/setup', { token: given, name: 'Root', email: 'root@portal.example' })
    const [browser, rival] = [openBrowser(fresh), openBrowser(fresh)]
    assert.equal((await setup(openBrowser(fresh), 'wrong')).statusCode, 404)
    assert.equal((await setup(browser)).statusCode, 204)
    assert.equal((await setup(rival)).statusCode, 204)
    assert.equal((await browser.get('/api/auth/me')).json().role, null)
    assert.equal((await registerPasskey(browser, new SoftwareAuthenticator())).statusCode, 201)
    const me = (await browser.get('/api/auth/me')).json()
    assert.deepEqual([me.role, me.email], ['superadmin', 'root@portal.example'])
    assert.equal((await registerPasskey(rival, new SoftwareAuthenticator())).statusCode, 404)
    assert.equal((await setup(openBrowser(fresh))).statusCode, 404)
    const users = (await browser.crud('users', 'GET')).json().users
    assert.deepEqual(
      users.map((user: { createdBy: { pid: string } }) => user.createdBy.pid),
      [me.pid],
    )
    assert.equal((await browser.get('/api/auth/requests')).json().metadata.count, 0)
  } finally {
    await fresh.close()
  }
})
