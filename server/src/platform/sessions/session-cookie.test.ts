import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from '#test-support/browser.ts'
import type { Browser } from '#test-support/browser.ts'
import { withPasskey } from '#test-support/passkeys.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

const origin = 'https://portal.example'
const device = { origin, rpId: 'portal.example' }
const binding = '__Host-session_binding'
/** A header that browsers send with every request over https. */
const fromBrowser = { 'sec-fetch-site': 'same-origin' }

let portal: TestApp
let plain: TestApp
before(async () => {
  portal = await startTestApp({ environment: { publicOrigin: origin } })
  plain = await startTestApp()
})
after(async () => {
  await portal.close()
  await plain.close()
})

/** The pid of the person a Cookie header signs in, or the status of the refusal. */
async function whoIs(app: TestApp, cookie: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await app.app.inject({
    method: 'GET',
    url: '/api/auth/me',
    headers: { host: 'localhost:3000', cookie, ...headers },
  })
  return response.statusCode === 200 ? response.json<{ pid: string }>().pid : String(response.statusCode)
}

const pairOf = (browser: Browser, name: string) => `${name}=${browser.cookies.get(name) ?? ''}`
const tokenOf = (browser: Browser) => pairOf(browser, 'session_token')

test('S-23: of several cookies named session_token, the valid one is used in any position', async () => {
  const person = await plain.given.user({ role: 'team' })
  const good = await plain.given.cookieOf(person)
  for (const header of [
    `session_token=bad; ${good}`,
    `${good}; session_token=bad`,
    `session_token=; session_token=${'a'.repeat(43)}; ${good}`,
    `session_token=${'x'.repeat(300)}; ${good}`,
  ]) {
    assert.equal(await whoIs(plain, header), person.pid, header)
  }
  assert.equal(await whoIs(plain, 'session_token=bad; session_token=worse'), '401')
})

test('S-23: at most five cookies are looked up, in at most two statements', async (context) => {
  const good = await plain.given.cookieOf(await plain.given.user({ role: 'team' }))
  const query = context.mock.method(plain.deps.database, 'query')
  const planted = Array.from({ length: 50 }, (_, at) => `session_token=planted${at}`)
  assert.equal(await whoIs(plain, [...planted, good].join('; ')), '401')
  const asked = query.mock.calls
    .filter(({ arguments: [text] }) => text.includes('from sessions s'))
    .map(({ arguments: [, [hashes]] }) => hashes)
  assert.ok(asked.length <= 2, `${asked.length} statements`)
  assert.equal(asked.flat().length, 5)
})

test('S-23: over https a second cookie, which other hosts cannot set, binds the session to this host', async () => {
  const person = await portal.given.user({ role: 'team' })
  const { browser } = await withPasskey(portal, person, device)
  const line = await portal.app.inject({
    method: 'DELETE',
    url: '/api/auth/logout',
    headers: { host: 'localhost:3000' },
  })
  assert.match(String(line.headers['set-cookie']), /__Host-session_binding=;/)
  const victim = `${tokenOf(browser)}; ${pairOf(browser, binding)}`
  assert.equal(await whoIs(portal, victim, fromBrowser), person.pid)

  const attacker = await portal.given.user({ role: 'team' })
  const { browser: evil } = await withPasskey(portal, attacker, device)
  // A sibling subdomain plants the attacker's session. It must not sign the victim in as the attacker or end
  // the victim's session.
  assert.equal(await whoIs(portal, tokenOf(evil), fromBrowser), '401')
  assert.equal(await whoIs(portal, `${tokenOf(evil)}; ${victim}`, fromBrowser), person.pid)
  assert.equal(await whoIs(portal, `${victim}; ${tokenOf(evil)}`, fromBrowser), person.pid)
  const many = Array.from({ length: 50 }, (_, at) => `session_token=planted${at}`).join('; ')
  assert.equal(await whoIs(portal, `${many}; ${victim}`, fromBrowser), person.pid)
})

test('S-23: over https a script can send session_token without the binding cookie', async () => {
  const person = await portal.given.user({ role: 'team' })
  const { browser } = await withPasskey(portal, person, device)
  assert.equal(await whoIs(portal, tokenOf(browser)), person.pid)
  assert.equal(await whoIs(portal, tokenOf(browser), { 'sec-fetch-mode': 'cors' }), person.pid)
})

test('S-23: on http at loopback, where __Host- cookies do not exist, session_token is sufficient in a browser', async () => {
  const person = await plain.given.user({ role: 'team' })
  const { browser } = await withPasskey(plain, person)
  assert.equal(browser.cookies.has(binding), false)
  assert.equal(await whoIs(plain, tokenOf(browser), fromBrowser), person.pid)
})

test('S-23: over https an anonymous ceremony is bound to a cookie that other hosts cannot set', async () => {
  const browser = openBrowser(portal)
  browser.plant('ceremony', 'a'.repeat(43))
  const response = await browser.post('/api/auth/webauthn/login/options', {})
  const set = response.cookies.find(({ name }) => name.endsWith('ceremony'))
  assert.equal(set?.name, '__Host-ceremony')
  assert.notEqual(set?.value, 'a'.repeat(43))
  assert.deepEqual([set?.path, set?.secure, set?.httpOnly, set?.domain], ['/', true, true, undefined])
})
