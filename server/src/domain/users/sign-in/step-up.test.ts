import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Browser } from '#test-support/browser.ts'
import { stepUp, withPasskey } from '#test-support/passkeys.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { givenFile } from '#files/test-support/given-files.ts'

const proofLifetimeMs = 5 * 60_000

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

/** A person whose last authentication has just become too old. */
async function withStaleProof(role: string) {
  const org = role === 'client' ? await portal.given.org() : null
  const entered = await withPasskey(portal, await portal.given.user({ role, org }))
  portal.clock.pass(proofLifetimeMs)
  return { ...entered, org }
}

/** Asserts that the call is refused until a step-up; returns the status afterwards. */
async function needsProof(
  { browser, device }: Awaited<ReturnType<typeof withPasskey>>,
  ask: (browser: Browser) => Promise<{ statusCode: number; body: string }>,
) {
  const refused = await ask(browser)
  assert.deepEqual([refused.statusCode, JSON.parse(refused.body).type], [403, 'reauth-required'])
  assert.equal((await stepUp(browser, device)).statusCode, 204)
  return (await ask(browser)).statusCode
}

const deployments: readonly [string, 'POST' | 'DELETE', string, object][] = [
  ['activating a build', 'POST', '/api/federation/remotes/mail/activate', { version: '0.0.0' }],
  ['rolling a build back', 'POST', '/api/federation/remotes/mail/rollback', {}],
  ['making a deploy token', 'POST', '/api/federation/tokens', { remote: 'mail', label: 'Build' }],
  ['approving a change', 'POST', '/api/approvals/NOSUCH/approve', {}],
  ['revoking a deploy token', 'DELETE', '/api/federation/tokens/NOSUCH', {}],
]
for (const [what, method, url, body] of deployments) {
  test(`S-11: ${what} needs a recent authentication of an administrator`, async () => {
    const entered = await withStaleProof('superadmin')
    const ask = (browser: Browser) => (method === 'POST' ? browser.post(url, body) : browser.delete(url))
    assert.notEqual(await needsProof(entered, ask), 403)
  })
}

test('S-11: a person who may not deploy gets forbidden, not a step-up', async () => {
  const { browser } = await withStaleProof('team')
  for (const [, method, url, body] of deployments) {
    const response = method === 'POST' ? await browser.post(url, body) : await browser.delete(url)
    assert.deepEqual([response.statusCode, response.json().type], [403, 'forbidden'], url)
  }
})

test('S-11: changing who sees a file needs a recent authentication of staff; renaming it does not', async () => {
  const entered = await withStaleProof('team')
  const pid = await givenFile(portal.deps, {
    root: 'uploads',
    bytes: randomBytes(5),
    visibility: 'INTERNAL',
    org: null,
  })
  const change = (browser: Browser, body: object) => browser.patch(`/api/files/${pid}`, body)
  assert.equal((await change(entered.browser, { name: 'renamed.pdf' })).statusCode, 200)
  assert.equal((await change(entered.browser, { visibility: 'INTERNAL' })).statusCode, 200)
  assert.equal(await needsProof(entered, (browser) => change(browser, { visibility: 'CLIENT' })), 200)
  const client = await withStaleProof('client')
  assert.equal((await change(client.browser, { visibility: 'CLIENT' })).json().type, 'forbidden')
})

test('S-11: moving a file out of the restricted folder needs a recent authentication', async () => {
  const entered = await withStaleProof('admin')
  const pid = await givenFile(portal.deps, { root: 'restricted', bytes: randomBytes(5) })
  assert.equal(
    (await entered.browser.patch(`/api/files/${pid}`, { name: 'still-restricted.pdf' })).statusCode,
    200,
  )
  assert.equal(
    await needsProof(entered, (browser) => browser.patch(`/api/files/${pid}`, { parentId: 'team' })),
    200,
  )
})

test('S-11: an export above 1,000 records needs a recent authentication, a smaller one does not', async () => {
  const entered = await withStaleProof('client')
  const fill = (count: number) =>
    sql`insert into permits (pid, title, org, permit_type, status, bucket, created_at, updated_at)
      select 'EXPORTED' || n, 'Exported ' || n, ${entered.org}, 'SIGN', 'SUBMITTED', 'processing', now(), now() from generate_series(1, ${count}) n
      on conflict do nothing`.execute(portal.deps.database.kysely)
  const ask = (browser: Browser) => browser.get('/api/export/permits?format=csv&fields=title')
  await fill(1_000)
  assert.equal((await ask(entered.browser)).statusCode, 200)
  await fill(1_001)
  assert.equal(await needsProof(entered, ask), 200)
})
