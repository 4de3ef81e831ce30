import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { execFile } from 'node:child_process'
import { execPath } from 'node:process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { DeployedRemotes, LatestBuild, MadeDeployToken, Registry } from '@portal/contract'
import { pino } from 'pino'
import { publishOwnBuilds } from '#platform/federation/publish.ts'
import { systemClock } from '#platform/clock.ts'
import { packedBuild } from '#test-support/archives.ts'
import { listenAnywhere, openStream } from '#test-support/event-stream.ts'
import { startServer, untilReady } from '#test-support/server-process.ts'
import type { StartedServer } from '#test-support/server-process.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

const repository = join(import.meta.dirname, '../../..')
const [older, newer] = ['1.0.0-aaaaaaaa', '2.0.0-bbbbbbbb']
const json = { 'content-type': 'application/json' }

let folder: string
let portal: TestApp
let other: StartedServer
/** Changes are made on one server and checked on the other, which is a separate process. */
let [here, there] = ['', '']
/** Session cookies. */
let [admin, team, client] = ['', '', '']

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-drill-'))
  const { database, url } = await openMigratedPostgres(pino({ level: 'silent' }))
  portal = await startTestApp({ deps: { database, clock: systemClock } })
  await publishOwnBuilds(portal.deps)
  // Both servers run in demo mode, because these tests open demo sessions.
  other = await startServer({
    DEMO: '1',
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'process'),
    SECRET_KEY: randomBytes(32).toString('base64'),
  })
  const [people, address] = await Promise.all([
    portal.given.everyRole(),
    listenAnywhere(portal.app),
    untilReady(other),
  ])
  ;[here, there] = [address, `http://localhost:${other.port}`]
  const { cookieOf } = portal.given
  ;[admin, team, client] = [
    await cookieOf(people.admin),
    await cookieOf(people.team),
    await cookieOf(people.client),
  ]
})
after(async () => {
  other.child.kill('SIGTERM')
  await other.exit
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

async function tokenFor(remote: string): Promise<string> {
  const asked = {
    method: 'POST',
    headers: { ...json, cookie: admin },
    body: JSON.stringify({ remote, label: 'Drill' }),
  }
  return MadeDeployToken.parse(await (await fetch(`${here}/api/federation/tokens`, asked)).json()).token
}

/** The registry of the other server, for the session of `cookie`. */
async function entriesFor(cookie = ''): Promise<Map<string, Registry['remotes'][number]>> {
  const { remotes } = Registry.parse(
    await (await fetch(`${there}/federation/registry.json`, { headers: { cookie } })).json(),
  )
  return new Map(remotes.map((remote) => [remote.name, remote]))
}

/** The shell and all other remotes, with their versions and hashes. */
async function restWithout(name: string) {
  const { shell } = LatestBuild.parse(await (await fetch(`${there}/builds/latest.json`)).json())
  return { shell, remotes: [...(await entriesFor()).values()].filter((entry) => entry.name !== name) }
}

test('drill: deployments, a canary and rollbacks on one server take effect on the other immediately (issue 8)', async (t) => {
  const authorization = `Bearer ${await tokenFor('drill')}`
  const call = async (
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = json,
  ) => {
    const response = await fetch(`${here}/api/federation/remotes/drill/${path}`, {
      method,
      headers: { ...headers, authorization },
      body,
    })
    assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`)
  }
  const versionFor = async (cookie = '') => (await entriesFor(cookie)).get('drill')?.version
  const rest = await restWithout('drill')
  const news = await openStream(there, client)
  assert.equal(news.response.status, 200)

  const deployedAt = performance.now()
  for (const version of [older, newer]) {
    const archive = await packedBuild({ name: 'drill', version, code: `var drill = '${version}'` })
    await call('PUT', `versions/${version}`, new Uint8Array(archive), { 'content-type': 'application/gzip' })
    await call('POST', 'activate', JSON.stringify({ version }))
    assert.equal(await versionFor(), version)
  }
  assert.deepEqual((await news.next('registry', 20_000)).data, { name: 'drill', action: 'activate' })
  news.close()
  const served = await fetch(`${there}/remotes/drill/${older}/remoteEntry.js`)
  assert.deepEqual([served.status, await served.text()], [200, `var drill = '${older}'`])

  const backAt = performance.now()
  await call('POST', 'rollback', '{}')
  assert.equal(await versionFor(client), older)
  t.diagnostic(
    `two deployments ${Math.round(backAt - deployedAt)} ms, a rollback seen on the other server after ${Math.round(performance.now() - backAt)} ms`,
  )

  await call('POST', 'activate', JSON.stringify({ version: newer, canary: { role: 'team' } }))
  assert.deepEqual([await versionFor(team), await versionFor(client)], [newer, older])
  await call('POST', 'rollback', '{}')
  assert.equal(await versionFor(team), older)

  assert.deepEqual(await restWithout('drill'), rest)
  const listed = DeployedRemotes.parse(
    await (await fetch(`${there}/api/federation/remotes`, { headers: { cookie: admin } })).json(),
  )
  const steps = listed.remotes.find(({ name }) => name === 'drill')?.history.map(({ action }) => action)
  assert.deepEqual(steps, ['end-canary', 'canary', 'rollback', 'deploy', 'deploy'])
})

test('one command deploys a remote and one rolls it back; shell and other remotes do not change (issue 8)', async () => {
  const [rest, before] = [await restWithout('records'), (await entriesFor()).get('records')?.version ?? '']
  const token = await tokenFor('records')
  const run = (...args: string[]) =>
    promisify(execFile)(execPath, ['scripts/deploy.ts', 'records', '--to', here, '--token', token, ...args], {
      cwd: repository,
    })
  // The trial in a page is tested by the journey of previews.
  assert.match(
    (await run('--version', '9.9.9', '--note', 'Drill', '--no-trial')).stdout,
    /records 9\.9\.9-[0-9a-f]{8} is live at http:\/\/127\.0\.0\.1:\d+, after/,
  )
  assert.match((await entriesFor()).get('records')?.version ?? '', /^9\.9\.9-/)
  assert.deepEqual(await restWithout('records'), rest)
  const refused = assert.rejects(
    run('--token', 'deploy_made-up'),
    /The deploy token is invalid or was revoked/,
  )
  assert.ok((await run('--rollback')).stdout.startsWith(`records is back at ${before} `))
  assert.equal((await entriesFor()).get('records')?.version, before)
  await refused
})
