import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startServer, untilPrinted, untilReady } from '#test-support/server-process.ts'
import type { StartedServer } from '#test-support/server-process.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-demo-left-'))
  // When the tests run as root, PostgreSQL runs as another user and must be able to traverse this folder.
  await chmod(folder, 0o711)
})
after(() => rm(folder, { recursive: true, force: true }))

async function run(demo: '0' | '1'): Promise<StartedServer> {
  const started = await startServer({ DATA_DIR: folder, DEMO: demo, LOG_LEVEL: 'error' })
  await untilReady(started)
  return started
}

async function stop({ child, exit }: StartedServer): Promise<void> {
  child.kill('SIGTERM')
  assert.equal(await exit, 0)
}

test(
  'S-02: after a restart with DEMO=0, demo sessions and links are invalid and a setup link is printed',
  { timeout: 240_000 },
  async () => {
    const demo = await run('1')
    const call = (server: StartedServer, method: string, path: string, cookie = '', body?: unknown) =>
      fetch(`http://localhost:${server.port}${path}`, {
        method,
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const signedIn = await call(demo, 'POST', '/api/auth/demo', '', { role: 'superadmin' })
    assert.equal(signedIn.status, 204)
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const create = {
      apiPath: 'users',
      method: 'POST',
      body: { name: 'Evil Owner', email: 'evil.owner@attacker.example', role: 'superadmin' },
    }
    const made = await call(demo, 'POST', '/api/crud', cookie, create)
    assert.equal(made.status, 201, await made.clone().text())
    const { pid }: { pid: string } = JSON.parse(await made.text())
    const { link }: { link: string } = JSON.parse(
      await (await call(demo, 'POST', `/api/auth/users/${pid}/link`, cookie, {})).text(),
    )
    await stop(demo)

    const real = await run('0')
    try {
      const statuses = async (...calls: Promise<Response>[]) =>
        (await Promise.all(calls)).map(({ status }) => status)
      assert.deepEqual(
        await statuses(
          call(real, 'GET', '/api/auth/me', cookie),
          call(real, 'GET', '/api/auth/proof', cookie),
          call(real, 'POST', '/api/crud', cookie, create),
          call(real, 'POST', '/api/auth/demo', '', { role: 'superadmin' }),
          call(real, 'POST', '/api/auth/links/redeem', '', { token: new URL(link).href.split('=').at(-1) }),
        ),
        [401, 401, 401, 404, 404],
      )
      await untilPrinted(real, /These data were made in demo mode/)
      assert.match(real.stdout(), /Make the first superadmin within 24 hours by this one-time link: http/)
    } finally {
      await stop(real)
    }

    const again = await run('1')
    assert.equal((await call(again, 'POST', '/api/auth/demo', '', { role: 'superadmin' })).status, 204)
    assert.equal((await call(again, 'GET', '/api/auth/me', cookie)).status, 401)
    await stop(again)
  },
)
