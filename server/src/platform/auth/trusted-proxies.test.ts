import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { openBrowser } from '#test-support/browser.ts'
import type { Browser } from '#test-support/browser.ts'
import { signInWithPasskey, withPasskey } from '#test-support/passkeys.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

const proxy = '10.0.0.7'

async function behindProxy(work: (portal: TestApp) => Promise<void>): Promise<void> {
  const portal = await startTestApp({
    environment: { trustedProxies: ['10.0.0.0/24', '2001:db8:ffff::/64'] },
  })
  try {
    await work(portal)
  } finally {
    await portal.close()
  }
}

/** A browser behind a proxy that adds X-Forwarded-For. */
function browserAt(portal: TestApp, forwarded: string, socket = proxy): Browser {
  const browser = openBrowser(portal, socket)
  const send: Browser['send'] = (request) =>
    browser.send({ ...request, headers: { ...request.headers, 'x-forwarded-for': forwarded } })
  const post: Browser['post'] = (url, body) =>
    send({
      method: 'POST',
      url,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  return { ...browser, send, post, get: (url) => send({ method: 'GET', url }) }
}

const wrongCode = (browser: Browser, round = 0) =>
  browser.post('/api/auth/recover', { email: `nobody${round}@portal.example`, code: 'AAAA-AAAA-AAAA-AAAA' })

async function failTenTimes(portal: TestApp, address: string): Promise<void> {
  for (let round = 0; round < 10; round += 1)
    assert.equal((await wrongCode(browserAt(portal, address), round)).statusCode, 401)
  assert.equal((await wrongCode(browserAt(portal, address), 10)).statusCode, 429)
}

test('S-06: failed sign-ins behind a proxy do not lock out others behind the same proxy', () =>
  behindProxy(async (portal) => {
    const { device } = await withPasskey(portal, await portal.given.user({ role: 'team' }))
    await failTenTimes(portal, '203.0.113.50')
    assert.equal((await wrongCode(browserAt(portal, '198.51.100.77'), 11)).statusCode, 401)
    assert.equal((await signInWithPasskey(browserAt(portal, '198.51.100.77'), device)).statusCode, 204)
  }))

test('S-06: from an address over its limit a valid passkey signs in and an invalid one is 429', () =>
  behindProxy(async (portal) => {
    const { device } = await withPasskey(portal, await portal.given.user({ role: 'team' }))
    await failTenTimes(portal, '203.0.113.51')
    const wrong = await signInWithPasskey(browserAt(portal, '203.0.113.51'), device, { userVerified: false })
    assert.equal(wrong.statusCode, 429)
    assert.equal((await signInWithPasskey(browserAt(portal, '203.0.113.51'), device)).statusCode, 204)
  }))

test('S-06: from an address over its limit valid recovery codes and links sign in', () =>
  behindProxy(async (portal) => {
    const person = await portal.given.user({ role: 'team' })
    const { browser } = await withPasskey(portal, person)
    const { codes } = (await browser.post('/api/auth/recovery-codes', {})).json()
    const { browser: admin } = await withPasskey(portal, await portal.given.user({ role: 'admin' }))
    const { link } = (await admin.post(`/api/auth/users/${person.pid}/link`, {})).json()
    await failTenTimes(portal, '203.0.113.52')
    const at = () => browserAt(portal, '203.0.113.52')
    assert.equal(
      (await at().post('/api/auth/recover', { email: person.email, code: codes[0] })).statusCode,
      204,
    )
    assert.equal(
      (await at().post('/api/auth/links/redeem', { token: link.split('=').at(-1) })).statusCode,
      204,
    )
    assert.equal((await at().post('/api/auth/links/redeem', { token: 'x'.repeat(43) })).statusCode, 429)
  }))

test('S-06: from an address over its limit a response to an unknown challenge is not verified', () =>
  behindProxy(async (portal) => {
    const { device } = await withPasskey(portal, await portal.given.user({ role: 'team' }))
    await failTenTimes(portal, '203.0.113.53')
    const options = (
      await browserAt(portal, '203.0.113.53').post('/api/auth/webauthn/login/options', {})
    ).json()
    const made = { ...device.get(options) }
    // Each attempt uses a new browser, to which the challenge does not belong.
    for (let round = 0; round < 20; round += 1)
      assert.equal(
        (await browserAt(portal, '203.0.113.53').post('/api/auth/webauthn/login/verify', made)).statusCode,
        429,
      )
    const rows = await portal.deps.database.query(
      `select count(*) as count from audit where kind = 'sign-in-refused'`,
      [],
      z.object({ count: z.number() }),
    )
    assert.equal(Number(rows[0]?.count), 10, 'refusals beyond the limit do not fill the audit')
  }))

const forwardings: readonly [name: string, socket: string, forwarded: string, seen: string][] = [
  ['one hop', proxy, '203.0.113.60', '203.0.113.60'],
  ['an address the caller made up before it', proxy, '1.1.1.1, 203.0.113.60', '203.0.113.60'],
  ['two trusted hops', proxy, '203.0.113.60, 10.0.0.9', '203.0.113.60'],
  ['a port after the address', proxy, '203.0.113.60:51544', '203.0.113.60'],
  ['IPv6 in brackets with a port', proxy, '[2001:db8::5]:443', '2001:db8::5'],
  ['an IPv4 address written as IPv6', '::ffff:10.0.0.7', '::ffff:203.0.113.60', '203.0.113.60'],
  ['what is no address at all', proxy, 'unknown', proxy],
  ['a socket that is not trusted', '203.0.113.99', '198.51.100.1', '203.0.113.99'],
  ['a neighbour of the trusted block', '10.0.1.7', '198.51.100.1', '10.0.1.7'],
  ['a trusted IPv6 proxy', '2001:db8:ffff::1', '203.0.113.60', '203.0.113.60'],
]
test('S-06: the audit and the session list show the client address, which only trusted proxies can set', () =>
  behindProxy(async (portal) => {
    const person = await portal.given.user({ role: 'admin' })
    const { device } = await withPasskey(portal, person)
    for (const [name, socket, forwarded, seen] of forwardings) {
      const browser = browserAt(portal, forwarded, socket)
      assert.equal((await signInWithPasskey(browser, device)).statusCode, 204, name)
      const { sessions } = (await browser.get('/api/auth/sessions')).json()
      assert.equal(sessions.find((session: { current: boolean }) => session.current)?.address, seen, name)
      const [line] = (await browser.get('/api/auth/audit?kind=sign-in&pageSize=1')).json().entries
      assert.equal(line.address, seen, name)
      portal.clock.pass(60_000)
    }
  }))

test('S-06: a forwarded host does not change the target of a redirect', () =>
  behindProxy(async (portal) => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const response = await portal.app.inject({
      method: 'GET',
      url: '/login',
      remoteAddress: proxy,
      headers: { host: '127.0.0.1:3000', ...headers },
    })
    assert.equal(response.headers.location, 'http://localhost:3000/login')
  }))
