import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DeployedRemotes, MadeDeployToken, Registry } from '@portal/contract'
import { pino } from 'pino'
import { openEmbedded } from '#database/embedded-database.ts'
import { migrate } from '#database/migrate.ts'
import { createIds, systemClock } from '../../deps.ts'
import { packedBuild } from '../../test-support/archives.ts'
import { embeddedUrl } from '../../test-support/embedded-url.ts'
import { openStream } from '../../test-support/event-stream.ts'
import { createGiven } from '../../test-support/given.ts'
import { startServer, untilReady } from '../../test-support/server-process.ts'
import type { StartedServer } from '../../test-support/server-process.ts'

const [older, newer] = ['1.0.0-aaaaaaaa', '2.0.0-bbbbbbbb']
const json = { 'content-type': 'application/json' }

async function started(url: string, dataDir: string): Promise<StartedServer> {
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: 'x'.repeat(32) })
  await untilReady(server)
  return server
}

async function entriesAt(origin: string, cookie = ''): Promise<Map<string, Registry['remotes'][number]>> {
  const { remotes } = Registry.parse(await (await fetch(`${origin}/federation/registry.json`, { headers: { cookie } })).json())
  return new Map(remotes.map((each) => [each.name, each]))
}

test(
  'drill: a remote is deployed twice, tried out and taken back on one server, and every step is in force on the other at once (issue 8)',
  { timeout: 240_000 },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-drill-'))
    await chmod(folder, 0o711)
    const cluster = await openEmbedded(folder, pino({ level: 'silent' }))
    const servers: StartedServer[] = []
    try {
      await migrate(cluster.kysely)
      const url = await embeddedUrl(folder)
      servers.push(await started(url, join(folder, 'one')))
      servers.push(await started(url, join(folder, 'other')))
      const [here = '', there = ''] = servers.map(({ port }) => `http://localhost:${port}`)
      const given = createGiven({ database: cluster, clock: systemClock, ids: createIds(systemClock) })
      const { admin, team, client } = await given.everyRole()
      const [asAdmin, asTeam, asClient] = [await given.cookieOf(admin), await given.cookieOf(team), await given.cookieOf(client)]

      const asked = { method: 'POST', headers: { ...json, cookie: asAdmin }, body: JSON.stringify({ remote: 'drill', label: 'Drill' }) }
      const { token } = MadeDeployToken.parse(await (await fetch(`${here}/api/federation/tokens`, asked)).json())
      const authorization = `Bearer ${token}`
      const call = async (method: string, path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) => {
        const answer = await fetch(`${here}/api/federation/remotes/drill/${path}`, { method, headers: { ...headers, authorization }, body })
        assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`)
      }
      const before = await entriesAt(there)
      const news = await openStream(there, asClient)

      const deployedAt = performance.now()
      for (const version of [older, newer]) {
        const archive = await packedBuild({ name: 'drill', version, code: `var drill = '${version}'` })
        await call('PUT', `versions/${version}`, new Uint8Array(archive), { 'content-type': 'application/gzip' })
        await call('POST', 'activate', JSON.stringify({ version }))
        assert.equal((await entriesAt(there)).get('drill')?.version, version)
      }
      assert.deepEqual((await news.next('registry', 20_000)).data, { name: 'drill', action: 'activate' })
      const served = await fetch(`${there}/remotes/drill/${older}/remoteEntry.js`)
      assert.deepEqual([served.status, await served.text()], [200, `var drill = '${older}'`])

      const backAt = performance.now()
      await call('POST', 'rollback', '{}')
      const forClient = (await entriesAt(there, asClient)).get('drill')
      assert.equal(forClient?.version, older)
      const doneAt = performance.now()

      await call('POST', 'activate', JSON.stringify({ version: newer, canary: { role: 'team' } }))
      assert.equal((await entriesAt(there, asTeam)).get('drill')?.version, newer)
      assert.equal((await entriesAt(there, asClient)).get('drill')?.version, older)
      await call('POST', 'rollback', '{}')
      assert.equal((await entriesAt(there, asTeam)).get('drill')?.version, older)

      const after = await entriesAt(there)
      after.delete('drill')
      assert.deepEqual(after, before)
      const listed = DeployedRemotes.parse(await (await fetch(`${there}/api/federation/remotes`, { headers: { cookie: asAdmin } })).json())
      const steps = listed.remotes.find(({ name }) => name === 'drill')?.history.map(({ action }) => action)
      assert.deepEqual(steps, ['end-canary', 'canary', 'rollback', 'deploy', 'deploy'])
      news.close()
      t.diagnostic(`two deployments ${Math.round(backAt - deployedAt)} ms, rollback seen on the other server after ${Math.round(doneAt - backAt)} ms`)
    } finally {
      for (const { child } of servers) child.kill('SIGTERM')
      await Promise.all(servers.map(({ exit }) => exit))
      await cluster.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
