import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { openBrowser } from '#test-support/browser.ts'
import { signInWithPasskey, withPasskey } from '#test-support/passkeys.ts'
import { SoftwareAuthenticator } from '#test-support/software-authenticator.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { countedAddress } from './origin-of.ts'

const minuteMs = 60_000

async function withPortal(work: (portal: TestApp) => Promise<void>): Promise<void> {
  const portal = await startTestApp()
  try {
    await work(portal)
  } finally {
    await portal.close()
  }
}
const wrongCode = (portal: TestApp, address: string, email: string, headers: Record<string, string> = {}) =>
  openBrowser(portal, address).send({
    method: 'POST',
    url: '/api/auth/recover',
    payload: JSON.stringify({ email, code: 'AAAA-AAAA-AAAA-AAAA' }),
    headers: { 'content-type': 'application/json', ...headers },
  })

test('98: after ten failed sign-ins a minute an address gets 429 with Retry-After; other addresses do not', () =>
  withPortal(async (portal) => {
    for (let round = 0; round < 10; round += 1)
      assert.equal((await wrongCode(portal, '203.0.113.1', `person${round}@portal.example`)).statusCode, 401)
    const refused = await wrongCode(portal, '203.0.113.1', 'another@portal.example', {
      'x-forwarded-for': '198.51.100.7',
    })
    assert.deepEqual([refused.statusCode, refused.json().type], [429, 'rate-limited'])
    assert.ok(Number(refused.headers['retry-after']) >= 1 && Number(refused.headers['retry-after']) <= 60)
    assert.equal((await wrongCode(portal, '203.0.113.2', 'another@portal.example')).statusCode, 401)
    // The count exists only in the database, so it applies to other servers and after a restart.
    const [row] = await portal.deps.database.query(
      'select count from rate_limits where key = $1',
      ['sign-in 203.0.113.1'],
      z.object({ count: z.number() }),
    )
    assert.equal(row?.count, 11)
    portal.clock.pass(minuteMs)
    assert.equal((await wrongCode(portal, '203.0.113.1', 'another@portal.example')).statusCode, 401)
  }))

test('98: an account is refused after ten failed attempts a minute, also from different addresses', () =>
  withPortal(async (portal) => {
    for (let round = 0; round < 10; round += 1)
      await wrongCode(portal, `203.0.113.${round}`, 'Victim@portal.example')
    assert.equal((await wrongCode(portal, '198.51.100.1', ' victim@portal.example')).statusCode, 429)
  }))

test('successful sign-ins are not counted, so a whole office can sign in from one address', () =>
  withPortal(async (portal) => {
    const staff = []
    for (let round = 0; round < 12; round += 1)
      staff.push((await withPasskey(portal, await portal.given.user({ role: 'team' }))).device)
    for (const device of staff)
      assert.equal((await signInWithPasskey(openBrowser(portal), device)).statusCode, 204)
    assert.equal(
      (
        await signInWithPasskey(openBrowser(portal), staff[0] ?? new SoftwareAuthenticator(), {
          userVerified: false,
        })
      ).statusCode,
      401,
    )
  }))

test('98: an address can sign up at most twenty times an hour', () =>
  withPortal(async (portal) => {
    const signUp = (round: number) =>
      openBrowser(portal).post('/api/auth/sign-up', { name: 'Ana', email: `ana${round}@portal.example` })
    for (let round = 0; round < 20; round += 1) assert.equal((await signUp(round)).statusCode, 202)
    const refused = await signUp(20)
    assert.equal(refused.statusCode, 429)
    assert.ok(Number(refused.headers['retry-after']) <= 3600)
    portal.clock.pass(60 * minuteMs)
    assert.equal((await signUp(21)).statusCode, 202)
  }))

test('demo sign-ins are not limited (contract.md 1)', () =>
  withPortal(async (portal) => {
    await portal.given.user({ role: 'team', email: 'team@portal.example' })
    for (let round = 0; round < 30; round += 1)
      assert.equal((await openBrowser(portal).post('/api/auth/demo', { role: 'team' })).statusCode, 204)
  }))

test('limits count a single IPv4 address, and a whole /64 for IPv6', () => {
  assert.equal(countedAddress('203.0.113.7'), '203.0.113.7')
  assert.equal(countedAddress('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(countedAddress('2001:db8:1:2:3:4:5:6'), countedAddress('2001:db8:1:2::9'))
  assert.notEqual(countedAddress('2001:db8:1:3::9'), countedAddress('2001:db8:1:2::9'))
  assert.equal(countedAddress('::1'), countedAddress('::2'))
})

test('93 to 95: a sign-in from another site, or with a body that is not JSON, is refused before it is parsed', () =>
  withPortal(async (portal) => {
    const payload = JSON.stringify({ name: 'Ana', email: 'ana@portal.example' })
    for (const url of [
      '/api/auth/sign-up',
      '/api/auth/webauthn/login/verify',
      '/api/auth/links/redeem',
      '/api/auth/recover',
      '/api/auth/setup',
    ]) {
      const send = (headers: Record<string, string>) =>
        openBrowser(portal).send({ method: 'POST', url, payload, headers })
      const json = { 'content-type': 'application/json' }
      assert.equal((await send({ ...json, origin: 'https://evil.example' })).statusCode, 403)
      assert.equal((await send({ ...json, 'sec-fetch-site': 'cross-site' })).statusCode, 403)
      assert.equal((await send({ ...json, 'sec-fetch-site': 'same-site' })).statusCode, 403)
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ])
        assert.equal((await send({ 'content-type': type })).statusCode, 415)
    }
  }))
