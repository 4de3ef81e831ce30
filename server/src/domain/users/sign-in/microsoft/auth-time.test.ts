import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from '#test-support/browser.ts'
import type { Browser } from '#test-support/browser.ts'
import { clientId, clientSecret, startMicrosoft, visitMicrosoft } from '#test-support/microsoft.ts'
import type { MicrosoftPerson, TestMicrosoft } from '#test-support/microsoft.ts'
import { withPasskey } from '#test-support/passkeys.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

const callback = 'http://localhost:3000/auth/microsoft/callback'
const minuteMs = 60_000

/** A portal with a Microsoft tenant that sends `auth_time` or omits it. */
interface Setting {
  microsoft: TestMicrosoft
  portal: TestApp
  close(): Promise<void>
}

async function openSetting(sendsAuthTime: boolean): Promise<Setting> {
  const microsoft = await startMicrosoft(callback, { sendsAuthTime })
  const portal = await startTestApp({
    environment: { oidc: { issuer: microsoft.issuer, clientId, clientSecret, tenants: [] } },
  })
  const close = async () => {
    await portal.close()
    await microsoft.close()
  }
  return { microsoft, portal, close }
}

let sending: Setting
let silent: Setting
before(async () => {
  sending = await openSetting(true)
  silent = await openSetting(false)
})
after(async () => {
  await sending.close()
  await silent.close()
})

/** Signs in at Microsoft and returns after the given delay. */
async function visit(
  { portal }: Setting,
  browser: Browser,
  person: MicrosoftPerson,
  query = '',
  takesMs = 0,
) {
  const start = await browser.get(`/api/auth/microsoft/start${query}`)
  assert.equal(start.statusCode, 302, start.body)
  const url = await visitMicrosoft(String(start.headers.location), { login: person.login }, callback)
  portal.clock.pass(takesMs)
  return browser.get(url.pathname + url.search)
}

let made = 0
/** An administrator with a linked Microsoft account. */
async function linked(setting: Setting): Promise<MicrosoftPerson> {
  const { portal, microsoft } = setting
  // The provider uses real time.
  portal.clock.set(new Date())
  made += 1
  const account = {
    login: `login${made}`,
    tid: 'tenant',
    oid: `object-${made}`,
    name: `Somebody ${made}`,
    email: `somebody${made}@portal.example`,
  }
  microsoft.people.push(account)
  const { browser } = await withPasskey(portal, await portal.given.user({ role: 'admin' }))
  const result = await visit(setting, browser, account, '?purpose=link&returnTo=/tasks')
  assert.deepEqual([result.statusCode, result.headers.location], [303, '/tasks'], result.body)
  return account
}

const change = async (browser: Browser) =>
  (await browser.crud('users/NOSUCH', 'PATCH', { body: {} })).json().type

test('S-11: a Microsoft sign-in counts as an authentication at its auth_time, not at the time of the callback', async () => {
  const account = await linked(sending)
  const browser = openBrowser(sending.portal)
  assert.equal((await visit(sending, browser, account, '?returnTo=/tasks')).headers.location, '/tasks')
  assert.equal(await change(browser), 'not-found')

  const late = openBrowser(sending.portal)
  assert.equal(
    (await visit(sending, late, account, '?returnTo=/tasks', 6 * minuteMs)).headers.location,
    '/tasks',
  )
  assert.equal((await late.get('/api/auth/me')).statusCode, 200)
  assert.equal(await change(late), 'reauth-required')
})

test('S-11: an authentication at Microsoft that is too old is refused', async () => {
  const account = await linked(sending)
  const browser = openBrowser(sending.portal)
  await visit(sending, browser, account, '', 6 * minuteMs)
  const response = await visit(sending, browser, account, '?purpose=step-up&returnTo=/users', 6 * minuteMs)
  assert.deepEqual([response.statusCode, response.json().type], [403, 'reauth-required'])
  assert.equal(await change(browser), 'reauth-required')
})

test('S-11: without auth_time a sign-in is no recent authentication, and log and health say why', async () => {
  const { portal } = silent
  const account = await linked(silent)
  const browser = openBrowser(portal)
  assert.equal((await visit(silent, browser, account, '?returnTo=/tasks')).headers.location, '/tasks')
  assert.equal((await browser.get('/api/auth/me')).statusCode, 200)
  assert.equal(await change(browser), 'reauth-required')
  assert.equal((await browser.get('/api/health')).json().microsoft, 'no-auth-time')
  assert.equal(portal.logged.filter((line) => line.includes('optional claim auth_time')).length, 1)
  assert.equal((await openBrowser(sending.portal).get('/api/health')).json().microsoft, 'ok')
})

test('S-11: linking Microsoft does not renew a recent authentication', async () => {
  const { portal, microsoft } = sending
  portal.clock.set(new Date())
  const { browser } = await withPasskey(portal, await portal.given.user({ role: 'admin' }))
  made += 1
  const account = {
    login: `login${made}`,
    tid: 'tenant',
    oid: `object-${made}`,
    name: 'Somebody',
    email: `somebody${made}@portal.example`,
  }
  microsoft.people.push(account)
  assert.equal(
    (await visit(sending, browser, account, '?purpose=link&returnTo=/tasks', 6 * minuteMs)).headers.location,
    '/tasks',
  )
  assert.equal(await change(browser), 'reauth-required')
})
