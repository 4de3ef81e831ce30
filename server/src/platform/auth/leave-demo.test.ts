import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { makeSetupLink } from '#domain/users/sign-in/setup-link.ts'
import { demoEmails } from '#domain/users/sign-in/auth.queries.ts'
import { browserOf, registerPasskey, signInWithPasskey, withPasskey } from '#test-support/passkeys.ts'
import { openBrowser } from '#test-support/browser.ts'
import type { Browser } from '#test-support/browser.ts'
import { SoftwareAuthenticator } from '#test-support/software-authenticator.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { leaveDemo } from './leave-demo.ts'

/** The token at the end of a link. */
const tokenIn = (link: string) => new URL(link).href.split('=').at(-1) ?? ''

async function demoBrowser(portal: TestApp, role: string): Promise<Browser> {
  const browser = openBrowser(portal)
  assert.equal((await browser.post('/api/auth/demo', { role })).statusCode, 204)
  return browser
}

/** Opens the same data in a new server with demo mode on or off, as a restart does. */
async function restart(before: TestApp, demo: boolean): Promise<TestApp> {
  await before.app.close()
  const after = await startTestApp({
    environment: { demo },
    deps: { database: before.deps.database, clock: before.clock },
  })
  if (!demo) await leaveDemo(after.deps)
  return after
}

/** A browser for the restarted server with the cookies of a browser of the first one. */
function moved(portal: TestApp, browser: Browser): Browser {
  const next = openBrowser(portal)
  for (const [name, value] of browser.cookies) next.plant(name, value)
  return next
}

const opened: TestApp[] = []
after(async () => {
  await opened.at(-1)?.close()
})

test('S-02: with demo mode off, every credential from demo mode is invalid and a setup link can be created', async () => {
  const demo = await startTestApp()
  opened.push(demo)
  const { given } = demo
  const root = await given.user({ role: 'superadmin', email: demoEmails.superadmin })
  await given.user({ role: 'team', email: demoEmails.team })
  const real = await given.user({ role: 'team' })

  // Credentials that a visitor creates in demo mode.
  const visitor = await demoBrowser(demo, 'superadmin')
  const device = new SoftwareAuthenticator()
  assert.equal((await registerPasskey(visitor, device)).statusCode, 201)
  const byPasskey = openBrowser(demo)
  assert.equal((await signInWithPasskey(byPasskey, device)).statusCode, 204)
  const { codes } = (await visitor.post('/api/auth/recovery-codes', {})).json()
  const ownLink = (await visitor.post(`/api/auth/users/${root.pid}/link`, {})).json()
  const realLink = (await visitor.post(`/api/auth/users/${real.pid}/link`, {})).json()
  const planted = async (email: string): Promise<string> =>
    (await visitor.crud('users', 'POST', { body: { name: 'Evil Owner', email, role: 'superadmin' } })).json()
      .pid
  const invited = await planted('invited@attacker.example')
  const invitation = (await visitor.post(`/api/auth/users/${invited}/link`, {})).json()
  const settled = await planted('settled@attacker.example')
  const settledLink = (await visitor.post(`/api/auth/users/${settled}/link`, {})).json()
  const [evil, evilDevice] = [openBrowser(demo), new SoftwareAuthenticator()]
  assert.equal(
    (await evil.post('/api/auth/links/redeem', { token: tokenIn(settledLink.link) })).statusCode,
    204,
  )
  assert.equal((await registerPasskey(evil, evilDevice)).statusCode, 201)
  assert.equal((await evil.get('/api/auth/me')).json().role, 'superadmin')
  const { token: deployToken } = (
    await visitor.post('/api/federation/tokens', { remote: 'mail', label: 'by a visitor' })
  ).json()
  await demo.deps.database.kysely
    .insertInto('microsoft_identities')
    .values({
      issuer: 'i',
      tid: 't',
      oid: 'o',
      name: 'evil',
      user_pid: root.pid,
      request_pid: null,
      created_at: demo.clock.now(),
      last_used_at: null,
    })
    .execute()
  const { browser: ours, device: ourDevice } = await withPasskey(demo, real)

  const portal = await restart(demo, false)
  opened.push(portal)
  for (const [name, browser] of Object.entries({ visitor, byPasskey, evil })) {
    const kept = moved(portal, browser)
    assert.equal((await kept.get('/api/auth/me')).statusCode, 401, name)
    assert.equal((await moved(portal, browser).get('/api/auth/proof')).statusCode, 401, name)
    assert.equal((await moved(portal, browser).crud('users', 'POST', { body: {} })).statusCode, 401, name)
  }
  const stranger = openBrowser(portal)
  assert.equal((await stranger.post('/api/auth/demo', { role: 'superadmin' })).statusCode, 404)
  assert.equal((await signInWithPasskey(openBrowser(portal), device)).statusCode, 401)
  assert.equal((await signInWithPasskey(openBrowser(portal), evilDevice)).statusCode, 401)
  for (const code of codes)
    assert.equal(
      (
        await openBrowser(portal, `198.51.100.${codes.indexOf(code)}`).post('/api/auth/recover', {
          email: demoEmails.superadmin,
          code,
        })
      ).statusCode,
      401,
    )
  for (const { link } of [ownLink, realLink, invitation])
    assert.equal(
      (await openBrowser(portal, '198.51.100.20').post('/api/auth/links/redeem', { token: tokenIn(link) }))
        .statusCode,
      404,
    )
  const pushed = await portal.send({
    method: 'POST',
    url: '/api/federation/remotes/mail/rollback',
    headers: { authorization: `Bearer ${deployToken}` },
  })
  assert.equal(pushed.statusCode, 401, pushed.body)
  for (const table of ['passkeys', 'microsoft_identities', 'recovery_codes', 'sessions']) {
    const rows = await portal.deps.database.query(`select 1 from ${table} where user_pid = any($1)`, [
      [root.pid, invited, settled],
    ])
    assert.equal(rows.length, 0, table)
  }

  // A real person keeps session and passkey.
  assert.equal((await moved(portal, ours).get('/api/auth/me')).statusCode, 200)
  assert.equal((await signInWithPasskey(openBrowser(portal), ourDevice)).statusCode, 204)

  // The data has superadmins, but none of them is real.
  const link = await makeSetupLink(portal.deps)
  assert.notEqual(link, null)
  const [owner, ownDevice] = [openBrowser(portal), new SoftwareAuthenticator()]
  assert.equal(
    (
      await owner.post('/api/auth/setup', {
        token: tokenIn(link ?? ''),
        name: 'Owner',
        email: 'owner@office.example',
      })
    ).statusCode,
    204,
  )
  assert.equal((await registerPasskey(owner, ownDevice)).statusCode, 201)
  assert.equal((await owner.get('/api/auth/me')).json().role, 'superadmin')
  assert.equal(await makeSetupLink(portal.deps), null)

  // A sample account can never become real. A person who was added in demo mode gets access again only from a
  // real administrator.
  assert.equal((await owner.post(`/api/auth/users/${root.pid}/link`, {})).statusCode, 409)
  const again = (await owner.post(`/api/auth/users/${invited}/link`, {})).json()
  assert.equal(
    (await openBrowser(portal).post('/api/auth/links/redeem', { token: tokenIn(again.link) })).statusCode,
    204,
  )
  const audit = (await owner.get('/api/auth/audit?kind=demo-left')).json().entries
  assert.equal(audit.length, 1)
  assert.deepEqual(audit[0].detail, {
    sessions: 4,
    passkeys: 2,
    microsoft: 1,
    codes: 10,
    links: 3,
    tokens: 1,
  })

  // After another start in demo mode, the demo accounts and the real accounts both work.
  const once = await restart(portal, true)
  opened.push(once)
  assert.equal((await (await demoBrowser(once, 'superadmin')).get('/api/auth/me')).json().pid, root.pid)
  assert.equal((await signInWithPasskey(openBrowser(once), ownDevice)).statusCode, 204)
})

test('S-02: demo mode on real data does not open the account of a real person', async () => {
  const portal = await startTestApp()
  try {
    await portal.given.user({ role: 'superadmin', email: demoEmails.superadmin, isReal: true })
    const response = await openBrowser(portal).post('/api/auth/demo', { role: 'superadmin' })
    assert.equal(response.statusCode, 503)
    assert.match(response.json().detail, /no demo account/)
  } finally {
    await portal.close()
  }
})

test('S-02: a demo session counts as recent authentication only in demo mode', async () => {
  const { hasRecentAuth } = await import('./proof.ts')
  const portal = await startTestApp()
  try {
    const person = await portal.given.user({ role: 'admin' })
    const browser = await browserOf(portal, person)
    portal.clock.pass(6 * 60_000)
    assert.equal((await browser.get('/api/auth/proof')).statusCode, 204)
    const viewer = { method: 'demo', verifiedAt: new Date(portal.clock.now().getTime() - 6 * 60_000) }
    assert.equal(
      hasRecentAuth(
        { clock: portal.clock, environment: { ...portal.deps.environment, demo: false } },
        viewer,
      ),
      false,
    )
  } finally {
    await portal.close()
  }
})
