import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { LoadOverview } from '@portal/contract'
import type { RemoteLoad, Role } from '@portal/contract'
import { givenBuilds, givenRemoteBuild } from '#test-support/builds.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { publishOwnBuilds } from '#platform/federation/publish.ts'
import { retainLoads } from './loads.ts'
import { sweepBuilds } from './sweep-builds.ts'

const metricsToken = 'metrics-token-of-the-test'
const dayMs = 24 * 60 * 60_000
let folder: string
let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  folder = await givenBuilds()
  await givenRemoteBuild(folder, { manifest: { owner: 'Mail team' } })
  portal = await startTestApp({ environment: { buildsDir: folder, metricsToken } })
  await publishOwnBuilds(portal.deps)
  people = await portal.given.everyRole()
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const tell = (loads: unknown, person?: Person) =>
  portal.send(
    {
      method: 'POST',
      url: '/api/federation/loads',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ loads }),
    },
    person,
  )
const overview = async () =>
  LoadOverview.parse(
    (await portal.send({ method: 'GET', url: '/api/federation/loads' }, people.admin)).json(),
  )
const failed = {
  remote: 'mail',
  version: '0.1.0-aaaaaaaa',
  outcome: 'failed',
  phase: 'entry',
  message: 'Error: 404',
  path: '/mail',
} satisfies RemoteLoad
const loaded = {
  remote: 'mail',
  version: '0.1.0-aaaaaaaa',
  outcome: 'loaded',
  phases: { resolve: 2, entry: 30, mount: 8 },
} satisfies RemoteLoad

test('load reports show version, owner and phase, and equal failures are one entry (issue 8)', async () => {
  assert.equal((await tell([failed, loaded, failed], people.client)).statusCode, 204)
  assert.equal(
    (
      await tell(
        [
          { ...failed, remote: 'invented' },
          { ...failed, version: '9.9.9-99999999' },
        ],
        people.client,
      )
    ).statusCode,
    204,
  )
  const { remotes, errors } = await overview()
  assert.deepEqual(
    remotes.map(({ lastAt: _at, ...said }) => said),
    [
      {
        remote: 'mail',
        version: '0.1.0-aaaaaaaa',
        owner: 'Mail team',
        loads: 1,
        failures: 2,
        errors: 0,
        meanMs: 40,
        slowestMs: 40,
      },
    ],
  )
  assert.deepEqual(
    errors.map(({ firstAt: _first, lastAt: _last, ...said }) => said),
    [
      {
        remote: 'mail',
        version: '0.1.0-aaaaaaaa',
        owner: 'Mail team',
        phase: 'entry',
        message: 'Error: 404',
        path: '/mail',
        count: 2,
      },
    ],
  )
})

test('an invalid load report is 400, an anonymous one 401, and one too many per minute and person 429', async () => {
  for (const loads of [
    [],
    [{}],
    [{ ...failed, phase: 'lunch' }],
    [{ ...failed, path: 'https://evil.example' }],
    [{ ...loaded, phases: { mount: -1 } }],
  ]) {
    assert.equal((await tell(loads, people.team)).statusCode, 400, JSON.stringify(loads))
  }
  assert.equal((await tell([failed])).statusCode, 401)
  const many = await portal.given.user()
  for (let told = 0; told < 60; told += 1) assert.equal((await tell([loaded], many)).statusCode, 204)
  const last = await tell([loaded], many)
  assert.deepEqual([last.statusCode, last.headers['retry-after'] !== undefined], [429, true])
})

test('S-21: /metrics needs METRICS_TOKEN or an administrator, also from the same machine', async () => {
  const metrics = (person?: Person, headers: Record<string, string> = {}) =>
    portal.send({ method: 'GET', url: '/metrics', headers }, person)
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  await tell([failed], people.team)
  assert.equal((await metrics()).statusCode, 401)
  assert.equal((await metrics(undefined, bearer('metrics-token-wrong'))).statusCode, 401)
  assert.equal((await metrics(undefined, { authorization: metricsToken })).statusCode, 401)
  assert.deepEqual(
    [(await metrics(people.team)).statusCode, (await metrics(people.client)).statusCode],
    [401, 401],
  )
  assert.equal((await metrics(people.admin)).statusCode, 200)
  const told = await metrics(undefined, bearer(metricsToken))
  assert.equal(told.statusCode, 200)
  assert.match(
    told.body,
    /portal_remote_failures_total\{remote="mail",version="0\.1\.0-aaaaaaaa",owner="Mail team",phase="entry"\} \d/,
  )
  assert.match(
    told.body,
    /portal_http_request_seconds_count\{method="POST",route="\/api\/federation\/loads",status="204"\} \d/,
  )
  assert.match(told.body, /process_cpu_seconds_total/)
})

test('S-21: if METRICS_TOKEN is not set, no token is accepted by /metrics', async () => {
  const other = await startTestApp()
  try {
    for (const authorization of ['Bearer ', 'Bearer null', 'Bearer undefined'])
      assert.equal(
        (await other.send({ method: 'GET', url: '/metrics', headers: { authorization } })).statusCode,
        401,
      )
  } finally {
    await other.close()
  }
})

test('load reports are deleted when they are older than the retention, and not before', async () => {
  await tell([failed], people.team)
  assert.notDeepEqual((await overview()).errors, [])
  const now = portal.clock.now().getTime()
  const { signal } = new AbortController()
  assert.equal(await retainLoads(portal.deps, new Date(now - dayMs), signal), 0)
  assert.notDeepEqual((await overview()).errors, [])
  assert.ok((await retainLoads(portal.deps, new Date(now + 1), signal)) > 0)
  assert.deepEqual(
    (
      await portal.deps.database.query(
        'select 1 from remote_loads union all select 1 from remote_load_errors',
        [],
      )
    ).length,
    0,
  )
})

test('inactive builds are kept for 20 versions or 30 days, whichever is longer; rollback targets always', async () => {
  for (let number = 0; number < 25; number += 1) {
    portal.clock.pass(1_000)
    await givenRemoteBuild(folder, {
      name: 'swept',
      version: `1.${number}.0-aaaaaaaa`,
      code: `var swept = ${number}`,
    })
    await publishOwnBuilds(portal.deps)
  }
  const isServed = async (number: number) =>
    (await portal.send({ method: 'GET', url: `/remotes/swept/1.${number}.0-aaaaaaaa/portal-build.json` }))
      .statusCode === 200
  assert.deepEqual(await sweepBuilds(portal.deps), [])
  portal.clock.pass(31 * dayMs)
  const swept = await sweepBuilds(portal.deps)
  assert.deepEqual(
    swept.toSorted(),
    [0, 1, 2, 3, 4].map((number) => `swept 1.${number}.0-aaaaaaaa`),
  )
  assert.deepEqual([await isServed(4), await isServed(5), await isServed(24)], [false, true, true])
  await givenRemoteBuild(folder, { name: 'swept', version: '1.4.0-aaaaaaaa', code: 'var swept = 4' })
  await publishOwnBuilds(portal.deps)
  assert.equal(await isServed(4), true)
})
