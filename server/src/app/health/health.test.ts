import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

async function withPortal(publicOrigin: string, work: (portal: TestApp) => Promise<void>): Promise<void> {
  const portal = await startTestApp({ environment: { publicOrigin } })
  try {
    await work(portal)
  } finally {
    await portal.close()
  }
}
const local = 'http://localhost:3000'

test('S-28: health checks each dependency at most once in ten seconds', () =>
  withPortal(local, async (portal) => {
    const asked = { database: 0, store: 0, mail: 0 }
    for (const name of ['database', 'store', 'mail'] as const) {
      portal.deps[name].ping = async () => {
        asked[name] += 1
      }
    }
    const ask = async (url: string) => {
      for (let round = 0; round < 50; round += 1)
        assert.equal((await portal.send({ method: 'GET', url })).statusCode, 200)
    }
    await ask('/api/health')
    await ask('/api/health/ready')
    assert.deepEqual(asked, { database: 1, store: 1, mail: 1 })
    portal.clock.pass(9_000)
    await ask('/api/health')
    assert.deepEqual(asked, { database: 1, store: 1, mail: 1 })
    portal.clock.pass(1_000)
    await ask('/api/health')
    assert.deepEqual(asked, { database: 2, store: 2, mail: 2 })
  }))

test('S-28: a public portal shows its version to staff only', () =>
  withPortal('https://portal.example.org', async (portal) => {
    const { team, client } = await portal.given.everyRole()
    const version = async (...person: Parameters<TestApp['send']>[1][]) =>
      (await portal.send({ method: 'GET', url: '/api/health' }, ...person)).json().version
    assert.equal(await version(), undefined)
    assert.equal(await version(client), undefined)
    assert.match(await version(team), /^\d+\.\d+\.\d+/)
  }))

test('/api/health/live checks the process, /api/health/ready database, store and migrations (contract.md 11.2)', () =>
  withPortal(local, async (portal) => {
    const get = (name: string) => portal.send({ method: 'GET', url: `/api/health/${name}` })
    assert.deepEqual(
      [(await get('ready')).statusCode, (await get('ready')).json()],
      [200, { status: 'ok', database: 'ok', store: 'ok', migrations: 'ok' }],
    )
    await sql`delete from migrations where name = (select max(name) from migrations)`.execute(
      portal.deps.database.kysely,
    )
    portal.deps.mail.ping = () => Promise.reject(new Error('mail is not asked'))
    portal.clock.pass(10_000)
    const behind = await get('ready')
    assert.deepEqual(
      [behind.statusCode, behind.json().status, behind.json().migrations],
      [503, 'down', 'down'],
    )
    portal.deps.store.ping = () => Promise.reject(new Error('no store'))
    portal.clock.pass(10_000)
    assert.deepEqual([(await get('ready')).statusCode, (await get('ready')).json().store], [503, 'down'])
    assert.deepEqual([(await get('live')).statusCode, (await get('live')).json()], [200, { status: 'ok' }])
  }))
