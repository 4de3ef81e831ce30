import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { openBrowser } from '#test-support/browser.ts'
import { clientId, clientSecret, startMicrosoft, visitMicrosoft } from '#test-support/microsoft.ts'
import type { TestMicrosoft } from '#test-support/microsoft.ts'
import { stepUp, withPasskey } from '#test-support/passkeys.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { microsoftClient } from './microsoft-client.ts'
import { MicrosoftTokens, grantedMailboxes } from './microsoft-grants.ts'
import { checkMicrosoftSessions } from './microsoft-sessions.ts'
import { decryptSecret } from './encrypted-secret.ts'

const callback = 'http://localhost:3000/auth/microsoft/callback'
const tenant = '11111111-2222-3333-4444-555555555555'
let microsoft: TestMicrosoft
let portal: TestApp
before(async () => {
  microsoft = await startMicrosoft(callback)
  const oidc = { issuer: microsoft.issuer, clientId, clientSecret, tenants: [tenant] }
  const graph = { baseUrl: 'https://graph.example/v1.0', mailbox: 'permits@portal.example' }
  portal = await startTestApp({ environment: { oidc, graph, mailProvider: 'graph' } })
  // The test provider uses the real time.
  portal.clock.set(new Date())
})
after(async () => {
  await portal.close()
  await microsoft.close()
})

test('a Microsoft sign-in grants access to the person’s mail until it is unlinked; the grant is encrypted (issue 5)', async () => {
  const person = await portal.given.user({ role: 'team' })
  microsoft.people.push({
    login: 'ann',
    tid: tenant,
    oid: 'object-ann',
    name: 'Ann',
    email: 'ann@elsewhere.example',
  })
  const { browser, device } = await withPasskey(portal, person)
  const start = await browser.get('/api/auth/microsoft/start?purpose=link&returnTo=/mail')
  const url = await visitMicrosoft(String(start.headers.location), { login: 'ann' }, callback)
  const response = await browser.get(url.pathname + url.search)
  assert.deepEqual([response.statusCode, response.headers.location], [303, '/mail'], response.body)

  const tokens = new MicrosoftTokens(portal.deps)
  const token = await tokens.ofPerson(person.pid, false)
  assert.ok(token)
  assert.equal(await tokens.ofPerson(person.pid, false), token, 'it is kept as long as it lasts')
  const renewed = await tokens.ofPerson(person.pid, true)
  assert.ok(renewed !== undefined && renewed !== token, 'and changed for a new one where it was refused')
  assert.deepEqual(await grantedMailboxes(portal.deps), [person.pid])
  assert.equal(await tokens.ofPerson(person.email, false), undefined, 'S-04: nobody opens it by an address')

  const [row] = await portal.deps.database.kysely.selectFrom('microsoft_grants').selectAll().execute()
  const plain = decryptSecret(portal.deps.environment.secretKey, 'microsoft-grant', row?.refresh_token ?? '')
  assert.ok(plain.length > 20 && !JSON.stringify(row).includes(plain))
  assert.ok(
    portal.logged.every((line) => !line.includes(plain) && !line.includes(token)),
    '100: no token is logged',
  )

  await stepUp(browser, device)
  assert.equal((await browser.delete('/api/auth/microsoft')).statusCode, 204)
  assert.equal(await tokens.ofPerson(person.pid, false), undefined)
})

const hourMs = 61 * 60_000

/**
 * A person who linked Microsoft in a browser with a passkey, and signed in with Microsoft in two other
 * browsers.
 */
async function inByMicrosoft(login: string) {
  const person = await portal.given.user({ role: 'team' })
  microsoft.people.push({
    login,
    tid: tenant,
    oid: `object-${login}`,
    name: login,
    email: `${login}@elsewhere.example`,
  })
  const { browser } = await withPasskey(portal, person)
  const others = [openBrowser(portal), openBrowser(portal)]
  for (const [each, query] of [
    [browser, '?purpose=link'],
    ...others.map((other) => [other, ''] as const),
  ] as const) {
    const start = await each.get(`/api/auth/microsoft/start${query}`)
    const url = await visitMicrosoft(String(start.headers.location), { login }, callback)
    assert.equal((await each.get(url.pathname + url.search)).statusCode, 303)
  }
  const statuses = () =>
    Promise.all([browser, ...others].map(async (each) => (await each.get('/api/auth/me')).statusCode))
  const audited = () =>
    portal.deps.database.query(
      "select detail from audit where kind = 'microsoft-ended' and person = $1",
      [person.pid],
      z.object({ detail: z.unknown() }),
    )
  assert.deepEqual(await statuses(), [200, 200, 200])
  return { person, statuses, audited }
}

const leave = (login: string) =>
  microsoft.people.splice(
    microsoft.people.findIndex((person) => person.login === login),
    1,
  )

test('S-26: when a Microsoft account is closed, its sessions end at the next check and the audit records it', async () => {
  const { statuses, audited } = await inByMicrosoft('bea')
  assert.deepEqual(
    await checkMicrosoftSessions(portal.deps),
    { people: 0, ended: 0 },
    'nobody is asked about twice within an hour',
  )
  portal.clock.pass(hourMs)
  assert.deepEqual(await checkMicrosoftSessions(portal.deps), { people: 1, ended: 0 })
  assert.deepEqual(await statuses(), [200, 200, 200])

  leave('bea')
  assert.deepEqual(await checkMicrosoftSessions(portal.deps), { people: 0, ended: 0 })
  portal.clock.pass(hourMs)
  assert.deepEqual(await checkMicrosoftSessions(portal.deps), { people: 1, ended: 2 })
  assert.deepEqual(await statuses(), [200, 401, 401], 'a passkey is the portal’s own')
  assert.deepEqual(await audited(), [{ detail: { ended: 2 } }])
  portal.clock.pass(hourMs)
  assert.deepEqual(
    await checkMicrosoftSessions(portal.deps),
    { people: 0, ended: 0 },
    'without such a session nobody is asked about',
  )
})

test('S-26: while Microsoft does not answer, sessions continue and the next check retries', async () => {
  const { statuses, audited } = await inByMicrosoft('cleo')
  const gone = await startMicrosoft(callback)
  const oidc = { issuer: gone.issuer, clientId, clientSecret, tenants: [tenant] }
  const deps = { ...portal.deps, environment: { ...portal.deps.environment, oidc } }
  await microsoftClient(deps)
  await gone.close()
  portal.clock.pass(hourMs)
  assert.deepEqual(await checkMicrosoftSessions(deps), { people: 1, ended: 0 })
  assert.deepEqual([await statuses(), await audited()], [[200, 200, 200], []])
  leave('cleo')
  assert.deepEqual(await checkMicrosoftSessions(portal.deps), { people: 1, ended: 2 })
  assert.deepEqual(await statuses(), [200, 401, 401])
})
