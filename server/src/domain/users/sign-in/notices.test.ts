import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate as immediately } from 'node:timers/promises'
import { KnownBrowsers } from '@portal/contract'
import { z } from 'zod'
import type { Browser } from '#test-support/browser.ts'
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

/** Titles of the alerts a person got about their account, oldest first. */
async function noticesOf(browser: Browser): Promise<string[]> {
  const response = await browser.crud('alerts', 'GET', {
    query: { filter: { kind: 'SYSTEM' }, sort: 'createdAt,pid' },
  })
  assert.equal(response.statusCode, 200, response.body)
  return response.json<{ alerts: { title: string }[] }>().alerts.map(({ title }) => title)
}

test('S-26: a person is notified of a new passkey', async () => {
  const { browser, device } = await withPasskey(portal, await portal.given.user({ role: 'team' }))
  const before = (await noticesOf(browser)).length
  await stepUp(browser, device)
  assert.equal((await registerPasskey(browser, new SoftwareAuthenticator())).statusCode, 201)
  assert.deepEqual((await noticesOf(browser)).slice(before), ['A passkey was added to your account'])
})

test('S-26: a person is notified of a sign-in from a new browser, except for the first sign-in', async () => {
  const person = await portal.given.user({ role: 'team' })
  const device = new SoftwareAuthenticator()
  await registerPasskey(await browserOf(portal, person), device)
  const first = openBrowser(portal)
  await signInWithPasskey(first, device)
  await signInWithPasskey(first, device)
  const devices = async () => (await noticesOf(first)).filter((title) => title.startsWith('New sign-in'))
  assert.deepEqual(await devices(), [])
  await signInWithPasskey(openBrowser(portal, '203.0.113.9'), device)
  assert.deepEqual(await devices(), ['New sign-in to your account'])
  const [alert] = (
    await first.crud('alerts', 'GET', { query: { filter: { title: 'New sign-in to your account' } } })
  ).json().alerts
  assert.match(alert.message, /203\.0\.113\.9/)
  assert.equal(alert.severity, 'WARNING')
})

test('a person sees their known browsers; a sign-in from a removed one notifies them again', async () => {
  const person = await portal.given.user({ role: 'team' })
  const device = new SoftwareAuthenticator()
  await registerPasskey(await browserOf(portal, person), device)
  const [first, second] = [openBrowser(portal), openBrowser(portal, '203.0.113.9')]
  await signInWithPasskey(first, device)
  portal.clock.pass(60_000)
  await signInWithPasskey(second, device)
  const known = async (browser: Browser) =>
    KnownBrowsers.parse((await browser.get('/api/auth/browsers')).json()).browsers
  assert.deepEqual(
    (await known(first)).map(({ current }) => current),
    [false, true],
  )
  const [forgotten] = await known(second)
  const stranger = await browserOf(portal, await portal.given.user({ role: 'team' }))
  assert.equal((await stranger.delete(`/api/auth/browsers/${forgotten?.id}`)).statusCode, 404)
  assert.equal((await first.delete(`/api/auth/browsers/${forgotten?.id}`)).statusCode, 204)
  assert.equal((await first.delete(`/api/auth/browsers/${forgotten?.id}`)).statusCode, 404)
  assert.equal((await known(first)).length, 1)
  await signInWithPasskey(second, device)
  assert.equal((await noticesOf(first)).filter((title) => title.startsWith('New sign-in')).length, 2)
})

test('S-26: a person is notified when an administrator creates a link for them and when it is used', async () => {
  const person = await portal.given.user({ role: 'team' })
  const own = await browserOf(portal, person)
  const desk = await browserOf(portal, await portal.given.user({ role: 'admin', name: 'Ada Admin' }))
  const { link } = (await desk.post(`/api/auth/users/${person.pid}/link`, {})).json()
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('link')
  await openBrowser(portal).post('/api/auth/links/redeem', { token })
  assert.deepEqual(
    new Set(await noticesOf(own)),
    new Set(['A sign-in link was created for your account', 'A sign-in link for your account was used']),
  )
  const [alert] = (
    await own.crud('alerts', 'GET', {
      query: { filter: { title: 'A sign-in link was created for your account' } },
    })
  ).json().alerts
  assert.match(alert.message, /Ada Admin/)
})

test('S-26: a person is notified when a recovery code is used', async () => {
  const person = await portal.given.user({ role: 'team', email: 'code.user@portal.example' })
  const { browser } = await withPasskey(portal, person)
  const { codes } = (await browser.post('/api/auth/recovery-codes', {})).json<{ codes: string[] }>()
  const response = await openBrowser(portal, '203.0.113.9').post('/api/auth/recover', {
    email: person.email,
    code: codes[0],
  })
  assert.equal(response.statusCode, 204, response.body)
  const used = (await sqlAlerts(person.pid)).rows.filter(
    ({ title }) => title === 'One of your recovery codes was used',
  )
  assert.equal(used.length, 1)
  assert.match(used[0]?.message ?? '', /203\.0\.113\.9/)
})

test('S-26: a person is notified of a changed role, and not of their own changes', async () => {
  const person = await portal.given.user({ role: 'team' })
  const desk = await browserOf(portal, await portal.given.user({ role: 'superadmin' }))
  const { version } = (await desk.crud(`users/${person.pid}`, 'GET')).json()
  assert.equal(
    (await desk.crud(`users/${person.pid}`, 'PATCH', { body: { title: 'Clerk', version } })).statusCode,
    200,
  )
  assert.equal(
    (await desk.crud(`users/${person.pid}`, 'PATCH', { body: { role: 'admin', version: version + 1 } }))
      .statusCode,
    200,
  )
  const { rows } = await sqlAlerts(person.pid)
  assert.deepEqual(rows, [{ title: 'Your role was changed', message: 'You are now an administrator.' }])
})

const sqlAlerts = async (pid: string) => ({
  rows: await portal.deps.database.query(
    'select title, message from alerts where "user" = $1',
    [pid],
    z.object({ title: z.string(), message: z.string() }),
  ),
})

test('S-26: a person is notified when an administrator removes a passkey', async () => {
  const person = await portal.given.user({ role: 'team' })
  const { browser } = await withPasskey(portal, person)
  const [passkey] = (await browser.get('/api/auth/passkeys')).json().passkeys
  const desk = await browserOf(portal, await portal.given.user({ role: 'admin' }))
  assert.equal((await desk.delete(`/api/auth/users/${person.pid}/passkeys/${passkey.pid}`)).statusCode, 204)
  assert.ok(
    (await sqlAlerts(person.pid)).rows.some(
      ({ title }) => title === 'A passkey was removed from your account',
    ),
  )
})

test('S-26: a person is notified once of five failed sign-ins within an hour', async () => {
  const person = await portal.given.user({ role: 'team' })
  const { device } = await withPasskey(portal, person)
  const titles = async () =>
    (await sqlAlerts(person.pid)).rows
      .map(({ title }) => title)
      .filter((title) => title.startsWith('Many failed'))
  for (let round = 0; round < 4; round += 1) {
    assert.equal(
      (await signInWithPasskey(openBrowser(portal), device, { userVerified: false })).statusCode,
      401,
    )
  }
  assert.deepEqual(await titles(), [])
  for (let round = 0; round < 3; round += 1) {
    portal.clock.pass(60_000)
    assert.equal(
      (await signInWithPasskey(openBrowser(portal), device, { userVerified: false })).statusCode,
      401,
    )
  }
  assert.deepEqual(await titles(), ['Many failed sign-ins to your account'])
})

test('S-26: failed recovery codes count as failed sign-ins of the person with that address', async () => {
  const person = await portal.given.user({ role: 'team', email: 'recover.me@portal.example' })
  for (let round = 0; round < 5; round += 1) {
    portal.clock.pass(60_000)
    const body = { email: 'Recover.Me@portal.example', code: 'AAAA-AAAA-AAAA-AAAA' }
    assert.equal((await openBrowser(portal).post('/api/auth/recover', body)).statusCode, 401)
  }
  for (let look = 0; look < 100 && (await sqlAlerts(person.pid)).rows.length === 0; look += 1)
    await immediately()
  assert.deepEqual(
    (await sqlAlerts(person.pid)).rows.map(({ title }) => title),
    ['Many failed sign-ins to your account'],
  )
})
