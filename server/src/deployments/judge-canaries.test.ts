import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { DeployedRemotes } from '@portal/contract'
import type { DeployedVersion, RemoteLoad } from '@portal/contract'
import { givenBuilds } from '#test-support/builds.ts'
import { activateBuild, uploadBuild } from '#test-support/deployments.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { judgeCanaries } from './judge-canaries.ts'
import { saveLoadReports } from './loads.ts'

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

const [stable, canary] = ['1.0.0-aaaaaaaa', '1.1.0-bbbbbbbb']

const activate = (name: string, body: object) => activateBuild(portal, superadmin, name, body)

/** A remote with a stable version and a canary for `to`. */
async function givenCanary(name: string, to: object): Promise<void> {
  for (const version of [stable, canary])
    await uploadBuild(portal, superadmin, { name, version, code: `var ${name}_${version.slice(0, 1)}` })
  await activate(name, { version: stable })
  await activate(name, { version: canary, canary: to })
}

/** Pages that mount the remote, or fail to. */
async function mounts(name: string, version: string, loaded: number, failed = 0): Promise<void> {
  const good: RemoteLoad = { remote: name, version, outcome: 'loaded', phases: { mount: 12 } }
  const bad = (index: number): RemoteLoad => ({
    remote: name,
    version,
    outcome: 'failed',
    phase: 'mount',
    message: `TypeError: part ${index} is missing`,
    path: `/${name}`,
  })
  const loads = [
    ...Array.from({ length: loaded }, () => good),
    ...Array.from({ length: failed }, (_, i) => bad(i)),
  ]
  await saveLoadReports(portal.deps, { loads }, null)
}

async function read(name: string) {
  const listed = await portal.send({ method: 'GET', url: '/api/federation/remotes' }, superadmin)
  const remote = DeployedRemotes.parse(listed.json()).remotes.find((each) => each.name === name)
  const of = (version: string): DeployedVersion | undefined =>
    remote?.versions.find((each) => each.version === version)
  return { remote, stable: of(stable), canary: of(canary) }
}

test('a failing canary is withdrawn by itself, with the evidence, and administrators get its first errors', async () => {
  await givenCanary('plans', { percent: 10 })
  await mounts('plans', stable, 40)
  assert.deepEqual(await judgeCanaries(portal.deps), { withdrawn: 0, advanced: 0 })
  assert.equal((await read('plans')).canary?.verdict, 'running')

  await mounts('plans', canary, 0, 7)
  assert.deepEqual(await judgeCanaries(portal.deps), { withdrawn: 1, advanced: 0 })
  const { remote, ...versions } = await read('plans')
  assert.deepEqual([remote?.active, remote?.canary], [stable, null])
  assert.match(remote?.history[0]?.note ?? '', /7 of 7 mounts failed, 0 of 40 of the stable version/)
  const { verdict, evidence, mounts: attempts, failures } = versions.canary ?? {}
  assert.deepEqual([verdict, attempts, failures], ['withdrawn', 7, 7])
  assert.deepEqual(
    { ...evidence, likelihoodRatio: 0 },
    {
      mounts: 7,
      failures: 7,
      errors: 0,
      stableMounts: 40,
      stableFailures: 0,
      stableErrors: 0,
      likelihoodRatio: 0,
    },
  )
  assert.ok((evidence?.likelihoodRatio ?? 0) >= 100)
  assert.deepEqual([versions.stable?.verdict, versions.stable?.mounts], [undefined, 40])

  const [alert] = await portal.deps.database.kysely
    .selectFrom('alerts')
    .select(['title', 'message'])
    .where('rule', '=', 'canary-withdrawn')
    .where('user', '=', superadmin.pid)
    .execute()
  assert.equal(alert?.title, `Canary withdrawn: plans ${canary}`)
  assert.match(alert?.message ?? '', /Owner: Tests\..*part 0 is missing(.|\n)*part 4 is missing$/s)
  assert.deepEqual(await judgeCanaries(portal.deps), { withdrawn: 0, advanced: 0 })
})

test('an automatic canary that fails no more often goes to 25 %, 50 % and everybody', async () => {
  await givenCanary('plots', { percent: 5, automatic: true })
  for (const percent of [25, 50]) {
    await mounts('plots', stable, 300, 1)
    portal.clock.pass(11_000)
    await mounts('plots', canary, 149, 1)
    assert.deepEqual(await judgeCanaries(portal.deps), { withdrawn: 0, advanced: 1 })
    assert.deepEqual((await read('plots')).remote?.canary, {
      version: canary,
      to: { percent, automatic: true },
    })
    // What one share has seen does not count for the next.
    assert.deepEqual(await judgeCanaries(portal.deps), { withdrawn: 0, advanced: 0 })
    portal.clock.pass(20_000)
  }
  await mounts('plots', stable, 100)
  await mounts('plots', canary, 150)
  assert.deepEqual(await judgeCanaries(portal.deps), { withdrawn: 0, advanced: 1 })
  const { remote, canary: passed } = await read('plots')
  assert.deepEqual([remote?.active, remote?.canary, passed?.verdict], [canary, null, 'passed'])
  assert.equal(passed?.evidence?.mounts, 450)
})

test('a canary with a fixed share or for a role is judged, and stays where it is', async () => {
  await givenCanary('rules', { role: 'team' })
  await mounts('rules', stable, 200)
  portal.clock.pass(11_000)
  await mounts('rules', canary, 200)
  assert.deepEqual(await judgeCanaries(portal.deps), { withdrawn: 0, advanced: 0 })
  assert.deepEqual((await read('rules')).remote?.canary?.to, { role: 'team' })
  await mounts('rules', canary, 0, 40)
  assert.deepEqual(await judgeCanaries(portal.deps), { withdrawn: 1, advanced: 0 })
})
