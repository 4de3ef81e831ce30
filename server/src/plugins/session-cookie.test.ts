import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from '../test-support/browser.ts'
import type { Browser } from '../test-support/browser.ts'
import { withPasskey } from '../test-support/passkeys.ts'
import { startTestApp } from '../test-support/start-test-app.ts'
import type { TestApp } from '../test-support/start-test-app.ts'

const origin = 'https://portal.example'
const device = { origin, rpId: 'portal.example' }
const binding = '__Host-session_binding'
/** What browsers say of themselves with every request to an encrypted page. */
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

/** Who a Cookie header belongs to: a pid, or the status that refused it. */
async function whoIs(app: TestApp, cookie: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await app.app.inject({
    method: 'GET',
    url: '/api/auth/me',
    headers: { host: 'localhost:3000', cookie, ...headers },
  })
  return answer.statusCode === 200 ? answer.json<{ pid: string }>().pid : String(answer.statusCode)
}

const pairOf = (browser: Browser, name: string) => `${name}=${browser.cookies.get(name) ?? ''}`
const tokenOf = (browser: Browser) => pairOf(browser, 'session_token')

test('S-23: of several cookies named session_token the one that opens a session counts, wherever it stands', async () => {
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

test('S-23: however many cookies there are, five are looked up, in two statements at most', async (context) => {
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

test('S-23: over https a session is bound to this host by a second cookie that no other host can set', async () => {
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
  // A sibling subdomain plants the attacker's own session: it neither signs the victim in as the attacker nor
  // takes their session away.
  assert.equal(await whoIs(portal, tokenOf(evil), fromBrowser), '401')
  assert.equal(await whoIs(portal, `${tokenOf(evil)}; ${victim}`, fromBrowser), person.pid)
  assert.equal(await whoIs(portal, `${victim}; ${tokenOf(evil)}`, fromBrowser), person.pid)
  const many = Array.from({ length: 50 }, (_, at) => `session_token=planted${at}`).join('; ')
  assert.equal(await whoIs(portal, `${many}; ${victim}`, fromBrowser), person.pid)
})

test('S-23: a script that sends session_token alone goes on working, over https too', async () => {
  const person = await portal.given.user({ role: 'team' })
  const { browser } = await withPasskey(portal, person, device)
  assert.equal(await whoIs(portal, tokenOf(browser)), person.pid)
  assert.equal(await whoIs(portal, tokenOf(browser), { 'sec-fetch-mode': 'cors' }), person.pid)
})

test('S-23: on http at loopback, where no such cookie can be, session_token alone opens a session in a browser', async () => {
  const person = await plain.given.user({ role: 'team' })
  const { browser } = await withPasskey(plain, person)
  assert.equal(browser.cookies.has(binding), false)
  assert.equal(await whoIs(plain, tokenOf(browser), fromBrowser), person.pid)
})

test('S-23: what a stranger begins over https is bound to a cookie that no other host can set', async () => {
  const browser = openBrowser(portal)
  browser.plant('ceremony', 'a'.repeat(43))
  const answer = await browser.post('/api/auth/webauthn/login/options', {})
  const set = answer.cookies.find(({ name }) => name.endsWith('ceremony'))
  assert.equal(set?.name, '__Host-ceremony')
  assert.notEqual(set?.value, 'a'.repeat(43))
  assert.deepEqual([set?.path, set?.secure, set?.httpOnly, set?.domain], ['/', true, true, undefined])
})
