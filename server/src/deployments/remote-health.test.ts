import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { CanDeploy, RemoteHealth } from '@portal/contract'
import type { RemoteLoad } from '@portal/contract'
import { givenBuilds } from '#test-support/builds.ts'
import { activateBuild, uploadBuild } from '#test-support/deployments.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { watchErrorBudgets } from './error-budgets.ts'
import { retainLoads, saveLoadReports } from './loads.ts'

const version = '1.0.0-aaaaaaaa'
let folder: string
let portal: TestApp
let superadmin: Person
before(async () => {
  folder = await givenBuilds()
  portal = await startTestApp({ environment: { buildsDir: folder } })
  superadmin = await portal.given.user({ role: 'superadmin' })
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

async function givenRemote(name: string, manifest: object = {}, more: object = {}): Promise<void> {
  await uploadBuild(portal, superadmin, { name, version, code: `var ${name}`, manifest, ...more })
  await activateBuild(portal, superadmin, name, { version, anyway: true })
}

async function healthOf(name: string): Promise<RemoteHealth> {
  const answer = await portal.send(
    { method: 'GET', url: `/api/federation/remotes/${name}/health` },
    superadmin,
  )
  assert.equal(answer.statusCode, 200, answer.body)
  return RemoteHealth.parse(answer.json())
}

const mounted = (remote: string, ms = 100): RemoteLoad => ({
  remote,
  version,
  outcome: 'loaded',
  phases: { mount: ms },
})
const failed = (remote: string): RemoteLoad => ({
  remote,
  version,
  outcome: 'failed',
  phase: 'mount',
  message: 'Error: broken',
  path: '/plots',
})

const report = (loads: RemoteLoad[]) => saveLoadReports(portal.deps, { loads }, null)
const setTarget = (name: string, target: unknown, person: Person) =>
  portal.send({ method: 'PATCH', url: `/api/federation/remotes/${name}/target`, payload: { target } }, person)

async function alertsAbout(name: string): Promise<string[]> {
  const rows = await portal.deps.database.kysely
    .selectFrom('alerts')
    .select('title')
    .where('user', '=', superadmin.pid)
    .where('title', 'like', `%${name}%`)
    .orderBy('title')
    .execute()
  return rows.map(({ title }) => title ?? '')
}

test('a version has the quantiles of its time to mount', async () => {
  await givenRemote('plots')
  for (const ms of [100, 100, 100, 400]) await report([mounted('plots', ms)])
  const [measured] = (await healthOf('plots')).measured
  const { count, p50, p75 } = measured?.timings.mount ?? { count: 0, p50: 0, p75: 0 }
  assert.equal(count, 4)
  assert.ok(Math.abs(p50 - 100) <= 7 && Math.abs(p75 - 100) <= 7, `${p50} ${p75}`)
  for (const ms of [400, 400, 400, 400]) await report([mounted('plots', ms)])
  const later = (await healthOf('plots')).measured[0]?.timings.mount
  assert.ok(Math.abs((later?.p75 ?? 0) - 400) <= 28, JSON.stringify(later))
})

test('a mount with an error within a minute spends the budget, one that failed later does not', async () => {
  await givenRemote('docks')
  const error = {
    remote: 'docks',
    version,
    kind: 'error',
    message: 'Error: late',
    place: '',
    path: '/docks',
  } as const
  await report([mounted('docks'), mounted('docks'), mounted('docks')])
  await saveLoadReports(portal.deps, { loads: [], errors: [{ ...error, sinceMountMs: 4_000 }, error] }, null)
  const { budget } = await healthOf('docks')
  assert.deepEqual([budget.mounts, budget.failures, budget.allowed, budget.spent], [3, 1, 5, 20])
})

test('administrators are alerted once at half of the budget and once when it is spent', async () => {
  await givenRemote('piers')
  const { alerted } = await watchErrorBudgets(portal.deps)
  assert.equal(alerted, 0)
  await report(Array.from({ length: 3 }, () => failed('piers')))
  assert.equal((await watchErrorBudgets(portal.deps)).alerted, 1)
  assert.equal((await watchErrorBudgets(portal.deps)).alerted, 0)
  assert.deepEqual(await alertsAbout('piers'), ['Half of the error budget of piers is spent'])
  await report(Array.from({ length: 3 }, () => failed('piers')))
  await watchErrorBudgets(portal.deps)
  await watchErrorBudgets(portal.deps)
  assert.deepEqual(await alertsAbout('piers'), [
    'Error budget of piers is spent',
    'Half of the error budget of piers is spent',
  ])
})

test('a deployment warns of a spent budget and is not refused', async () => {
  await givenRemote('sheds')
  const url = `/api/federation/can-deploy?remote=sheds&version=${version}`
  const ask = async () => CanDeploy.parse((await portal.send({ method: 'GET', url }, superadmin)).json())
  assert.deepEqual((await ask()).warnings, [])
  await report(Array.from({ length: 6 }, () => failed('sheds')))
  const { ok, warnings } = await ask()
  assert.ok(ok)
  assert.deepEqual(warnings, [
    'The error budget of sheds is spent: 6 of 6 loads failed in 28 days, and the target is 99.5 % without failure.',
  ])
})

test('an administrator sets the target of a remote, in bounds', async () => {
  await givenRemote('barns')
  await report(Array.from({ length: 10 }, () => mounted('barns')))
  const set = await setTarget('barns', 90, superadmin)
  assert.equal(RemoteHealth.parse(set.json()).budget.target, 90)
  for (const wrong of [100, 0, '99', undefined])
    assert.equal((await setTarget('barns', wrong, superadmin)).statusCode, 400, String(wrong))
  assert.equal((await setTarget('nothing', 99, superadmin)).statusCode, 404)
  const admin = await portal.given.user({ role: 'admin' })
  assert.equal((await setTarget('barns', 99, admin)).statusCode, 200)
  assert.equal((await setTarget('admin', 99, admin)).statusCode, 403)
  await setTarget('barns', null, superadmin)
  const { target, isUsualTarget } = (await healthOf('barns')).budget
  assert.deepEqual([target, isUsualTarget], [99.5, true])
})

test('the overview of a remote names its callers, its size and its errors alone', async () => {
  await givenRemote('ports', { apis: ['/api/ports'] })
  const uses = { modules: {}, shell: [], calls: ['POST /api/ports/*/move', 'GET /api/auth/me'] }
  await givenRemote('cranes', {}, { uses })
  await report([failed('ports'), failed('cranes')])
  const { usedBy, sizes, failures, uses: own, owner, sizeLimitBytes } = await healthOf('ports')
  assert.deepEqual(usedBy, [{ name: 'cranes', calls: ['POST /api/ports/*/move'] }])
  assert.deepEqual(
    sizes.map(({ version: each, bytes }) => [each, bytes > 0 && bytes < sizeLimitBytes]),
    [[version, true]],
  )
  assert.deepEqual(
    failures.map(({ remote }) => remote),
    ['ports'],
  )
  assert.deepEqual([own, owner], [null, 'Tests'])
  assert.deepEqual((await healthOf('cranes')).uses, uses)
})

const frame = (remote: string, more: object = {}) => ({
  remote,
  version,
  place: 'assets/78.js:20',
  count: 2,
  totalMs: 400,
  longestMs: 220,
  ...more,
})
const sendVitals = (payload: object, person?: Person) =>
  portal.send({ method: 'POST', url: '/api/federation/vitals', payload }, person)

test('web vitals and long frames are charged to the version that pages name', async () => {
  await givenRemote('lofts')
  const client = await portal.given.user()
  const vitals = [
    { remote: 'lofts', version, name: 'inp', value: 240 },
    { remote: 'invented', version, name: 'inp', value: 240 },
  ]
  for (const place of ['assets/78.js:20', 'assets/78.js:20', 'assets/9.js:1'])
    assert.equal((await sendVitals({ vitals, frames: [frame('lofts', { place })] }, client)).statusCode, 204)
  const { measured, longFrames } = await healthOf('lofts')
  assert.equal(measured[0]?.timings.inp?.count, 3)
  assert.deepEqual(measured[0]?.longFrames, { count: 6, totalMs: 1200, longestMs: 220 })
  assert.deepEqual(
    longFrames.map(({ place, count }) => [place, count]),
    [
      ['assets/78.js:20', 4],
      ['assets/9.js:1', 2],
    ],
  )
})

test('measurements are taken from signed-in pages alone, in bounds', async () => {
  const client = await portal.given.user()
  const vital = { remote: 'lofts', version, name: 'lcp', value: 900 }
  assert.equal((await sendVitals({ vitals: [vital], frames: [] })).statusCode, 401)
  const wrong = [
    { vitals: [], frames: [] },
    { vitals: [{ ...vital, value: -1 }], frames: [] },
    { vitals: [{ ...vital, name: 'fid' }], frames: [] },
    { vitals: [{ ...vital, text: 'of a record' }], frames: [] },
    { vitals: Array.from({ length: 21 }, () => vital), frames: [] },
    { vitals: [], frames: [frame('lofts', { place: 'javascript:alert(1)' })] },
    { vitals: [], frames: [frame('lofts', { longestMs: 10 })] },
    { vitals: [], frames: [frame('lofts', { totalMs: 1e9 })] },
  ]
  for (const body of wrong)
    assert.equal((await sendVitals(body, client)).statusCode, 400, JSON.stringify(body))
  const answers = await Promise.all(
    Array.from({ length: 31 }, () => sendVitals({ vitals: [vital], frames: [] }, client)),
  )
  assert.ok(answers.some(({ statusCode }) => statusCode === 429))
})

test('measurements go with the load reports they stand beside', async () => {
  await givenRemote('mills')
  await report([mounted('mills')])
  const later = new Date(portal.deps.clock.now().getTime() + 48 * 60 * 60_000)
  await retainLoads(portal.deps, later, new AbortController().signal)
  const { measured, budget } = await healthOf('mills')
  assert.deepEqual([measured, budget.mounts], [[], 0])
})
