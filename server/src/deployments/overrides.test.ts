import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { overrideCookie } from '@portal/contract'
import { givenBuilds } from '#test-support/builds.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { parseEnvironment } from '#platform/environment/environment.ts'

let folder: string
let portal: TestApp
let admin: Person
before(async () => {
  folder = await givenBuilds()
  portal = await startTestApp({ environment: { buildsDir: folder } })
  admin = await portal.given.user({ role: 'superadmin' })
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const own = 'http://localhost:4581'
async function policyOf(
  url: string,
  person?: Person,
  cookie?: string,
  at: TestApp = portal,
): Promise<string> {
  const cookies = [person && (await at.given.cookieOf(person)), cookie && `${overrideCookie}=${cookie}`]
    .filter(Boolean)
    .join('; ')
  return String(
    (await at.send({ method: 'GET', url, headers: { cookie: cookies } })).headers['content-security-policy'],
  )
}
const ask = (person: Person, overrides: string, at: TestApp = portal) =>
  at.send({ method: 'POST', url: '/api/federation/overrides', payload: { overrides } }, person)
async function cookieFor(person: Person): Promise<string> {
  const result = await ask(person, `mail@${own}`)
  assert.equal(result.statusCode, 204, result.body)
  const cookie = result.cookies.find(({ name }) => name === overrideCookie)
  assert.deepEqual([cookie?.httpOnly, cookie?.maxAge], [true, 3600])
  return encodeURIComponent(cookie?.value ?? '')
}

test('S-19: neither ?override= nor a planted cookie overrides a remote', async () => {
  for (const [url, cookie] of [
    [`/mail?override=${encodeURIComponent(`mail@${own}`)}`, undefined],
    ['/mail', `mail@${own}`],
    ['/mail', encodeURIComponent(`9999999999999|mail@${own}|${'A'.repeat(43)}`)],
  ] as const)
    assert.match(await policyOf(url, admin, cookie), /script-src 'self';/)
})

/** The override state in the page, as the shell reads it. */
async function stateIn(url: string, person: Person, at: TestApp): Promise<string | undefined> {
  const { body } = await at.send({ method: 'GET', url }, person)
  return /<meta name="portal-overrides" content="([^"]*)"/.exec(body)?.[1]
}

test('S-19: the page tells the shell whether it may ask for consent', async () => {
  assert.equal(await stateIn(`/mail?override=mail@${own}`, admin, portal), 'allowed')
})

test('S-19: an administrator’s consent is valid for their session only, and for an hour', async () => {
  const cookie = await cookieFor(admin)
  assert.match(
    await policyOf('/mail', admin, cookie),
    /script-src 'self' http:\/\/localhost:4581;.*connect-src 'self' http:\/\/localhost:4581 ws:\/\/localhost:4581;/,
  )
  const other = await portal.given.user({ role: 'admin' })
  assert.match(await policyOf('/mail', other, cookie), /script-src 'self';/)
  assert.match(await policyOf('/mail', undefined, cookie), /script-src 'self';/)
  assert.match(await policyOf('/mail', admin, cookie.replace('4581', '4582')), /script-src 'self';/)
  portal.clock.pass(61 * 60 * 1000)
  assert.match(await policyOf('/mail', admin, cookie), /script-src 'self';/)
})

test('S-19: other roles and hosts are refused; only a superadmin overrides the admin remote', async () => {
  assert.equal((await ask(await portal.given.user({ role: 'team' }), `mail@${own}`)).statusCode, 403)
  assert.equal((await ask(await portal.given.user({ role: 'admin' }), `admin@${own}`)).statusCode, 403)
  for (const asked of ['mail@http://evil.example', `mail@${own}@evil.example`, 'nonsense'])
    assert.equal((await ask(admin, asked)).statusCode, 400, asked)
})

test('S-19: overrides are allowed on loopback, and on other hosts only with ALLOW_OVERRIDES', async () => {
  const allowed = (variables: Record<string, string>) =>
    parseEnvironment({ DEMO: '0', TRUSTED_PROXIES: '127.0.0.1', ...variables }).allowOverrides
  assert.equal(allowed({}), true)
  assert.equal(allowed({ ALLOW_OVERRIDES: '0' }), false)
  assert.equal(allowed({ PUBLIC_ORIGIN: 'https://portal.example.org' }), false)
  assert.equal(allowed({ PUBLIC_ORIGIN: 'https://portal.example.org', ALLOW_OVERRIDES: '1' }), true)
  const closed = await startTestApp({ environment: { buildsDir: folder, allowOverrides: false } })
  try {
    const superadmin = await closed.given.user({ role: 'superadmin' })
    assert.equal((await ask(superadmin, `mail@${own}`, closed)).statusCode, 403)
    assert.equal(await stateIn('/mail', superadmin, closed), 'off')
  } finally {
    await closed.close()
  }
})
