import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Health } from '@portal/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { mountDisk } from '#test-support/small-disk.ts'
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

test('a disk that cannot be written is named and is not ok; the server still gets traffic, because reads go on', async (t) => {
  const small = await mountDisk(8)
  if (small === null) return t.skip('only root may make a small disk here')
  try {
    const { folder: dataDir } = small
    const portal = await startTestApp({ environment: { publicOrigin: local, dataDir } })
    const get = async (name: string) => {
      portal.clock.pass(10_000)
      const response = await portal.send({ method: 'GET', url: `/api/health${name}` })
      return { status: response.statusCode, health: Health.parse(response.json()) }
    }
    try {
      assert.equal((await get('')).status, 200)
      await writeFile(join(dataDir, 'filling'), Buffer.alloc(7.9 * 1_048_576))
      const low = await get('')
      assert.deepEqual([low.status, low.health.status, low.health.degraded], [200, 'ok', ['disk']])
      assert.match(low.health.reasons?.['disk'] ?? '', /^Little space is left on the disk of \//)
      await writeFile(join(dataDir, 'filling-too'), Buffer.alloc(1_048_576)).catch(() => undefined)
      const full = await get('')
      assert.deepEqual([full.status, full.health.status, full.health.disk], [503, 'down', 'down'])
      assert.equal((await portal.send({ method: 'GET', url: '/api/health/ready' })).statusCode, 200)
      await rm(join(dataDir, 'filling-too'))
      await rm(join(dataDir, 'filling'))
      assert.equal((await get('')).status, 200, 'there is space again')
      small.fail()
      assert.deepEqual((await get('')).health.disk, 'down')
    } finally {
      await portal.close().catch(() => undefined)
    }
  } finally {
    await small.close()
  }
})

test('PostgreSQL that has just refused a write for want of space is not ok', () =>
  withPortal(local, async (portal) => {
    const team = await portal.given.user({ role: 'team' })
    const { query } = portal.deps.database
    portal.deps.database.query = () =>
      Promise.reject(Object.assign(new pg.DatabaseError('No space left', 0, 'error'), { code: '53100' }))
    const refused = await portal.send({ method: 'GET', url: '/federation/registry.json' }, team)
    assert.equal(refused.statusCode, 503)
    portal.deps.database.query = query
    const health = async () => Health.parse((await portal.send({ method: 'GET', url: '/api/health' })).json())
    assert.deepEqual([(await health()).status, (await health()).database], ['down', 'disk-full'])
    portal.clock.pass(20_000)
    assert.equal((await health()).status, 'ok')
  }))

test('a store that is down takes only the files away: /api/health/ready says so, /api/health/live does not', () =>
  withPortal(local, async (portal) => {
    portal.deps.store.ping = () => Promise.reject(new Error('no store'))
    const team = await portal.given.user({ role: 'team' })
    assert.equal((await portal.crud(team, { apiPath: 'permits', method: 'GET' })).statusCode, 200)
    assert.equal((await portal.send({ method: 'GET', url: '/api/health/ready' })).statusCode, 503)
    assert.equal((await portal.send({ method: 'GET', url: '/api/health/live' })).statusCode, 200)
  }))
