import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, test } from 'node:test'
import { DeployedRemotes, Problem, Registry } from '@portal/contract'
import { z } from 'zod'
import { givenBuilds } from '#test-support/builds.ts'
import { activateBuild, uploadBuild } from '#test-support/deployments.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let folder: string
let portal: TestApp
let superadmin: Person
let team: Person
before(async () => {
  folder = await givenBuilds()
  await giveShell('0.1.0')
  portal = await startTestApp({ environment: { buildsDir: folder } })
  superadmin = await portal.given.user({ role: 'superadmin' })
  team = await portal.given.user({ role: 'team' })
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => giveShell('0.1.0'))

/** A shell with this version of shared-ui, as the next release of the portal brings it. */
const giveShell = (provided: string) =>
  writeFile(
    join(folder, 'shell/dist/portal-build.json'),
    JSON.stringify({
      name: 'shell',
      version: '0.1.0-11111111',
      provided: { '@portal/shared-ui': provided },
    }),
  )

const [first, second, third] = ['1.0.0-aaaaaaaa', '1.1.0-bbbbbbbb', '1.2.0-cccccccc'] as const

/** Deploys versions one after the other, each for the shell of its time. */
async function deployed(name: string, versions: Readonly<Record<string, string>>): Promise<void> {
  for (const [version, needs] of Object.entries(versions)) {
    await giveShell(needs)
    await uploadBuild(portal, superadmin, { name, version, shared: { '@portal/shared-ui': `^${needs}` } })
    await activateBuild(portal, superadmin, name, { version })
  }
}

/** The portal after a restart of its server, which is when a release changes. */
const restarted = () => {
  delete portal.deps.memory.deployed
}

const rollback = (name: string) =>
  portal.send({ method: 'POST', url: `/api/federation/remotes/${name}/rollback`, payload: {} }, superadmin)

async function entryOf(name: string, person: Person = superadmin) {
  const answer = await portal.send({ url: '/federation/registry.json' }, person)
  const entry = Registry.parse(answer.json()).remotes.find((remote) => remote.name === name)
  assert.ok(entry?.state === 'on')
  return { version: entry.version, fallback: entry.previous?.version ?? null }
}

async function remoteOf(name: string) {
  const answer = await portal.send({ url: '/api/federation/remotes' }, superadmin)
  const remote = DeployedRemotes.parse(answer.json()).remotes.find((each) => each.name === name)
  assert.ok(remote)
  return remote
}

/** Stores a manifest for a contract that this server no longer serves, as a former release accepted it. */
const needContract = (name: string, version: string, range: string) =>
  portal.deps.database.query(
    `update remote_versions set manifest = jsonb_set(manifest::jsonb, '{contract}', to_jsonb($3::text))
     where name = $1 and version = $2`,
    [name, version, range],
    z.unknown(),
  )

test('a rollback to a build for an older shared-ui is refused with what it needs, and nothing changes', async () => {
  await deployed('older', { [first]: '0.1.0', [second]: '0.2.0' })
  restarted()
  const refused = await rollback('older')
  assert.equal(refused.statusCode, 409)
  assert.equal(
    Problem.parse(refused.json()).detail,
    `The build ${first} of older is not activated: older ${first} needs @portal/shared-ui ^0.1.0, and shell 0.1.0-11111111 has 0.2.0.`,
  )
  assert.equal((await remoteOf('older')).history.length, 2)
  assert.deepEqual(await entryOf('older'), { version: second, fallback: null })
})

test('a rollback to a build for a contract that is no longer served is refused with both versions', async () => {
  await deployed('contracted', { [first]: '0.1.0', [second]: '0.1.0' })
  assert.deepEqual(await entryOf('contracted'), { version: second, fallback: first })
  await needContract('contracted', first, '^0.9.0')
  restarted()
  const refused = await rollback('contracted')
  assert.equal(refused.statusCode, 409)
  assert.match(
    Problem.parse(refused.json()).detail ?? '',
    /^The build 1\.0\.0-aaaaaaaa of contracted is not activated: .* it needs contract \^0\.9\.0, this portal has \d/,
  )
  assert.deepEqual(await entryOf('contracted'), { version: second, fallback: null })
})

test('a rollback that ends a canary goes on, since everybody else has that version already', async () => {
  await deployed('canary', { [first]: '0.1.0' })
  await giveShell('0.2.0')
  await uploadBuild(portal, superadmin, {
    name: 'canary',
    version: second,
    shared: { '@portal/shared-ui': '^0.2.0' },
  })
  await activateBuild(portal, superadmin, 'canary', { version: second, canary: { role: 'team' } })
  restarted()
  // The version of everybody else does not start with this shell either.
  assert.deepEqual(await entryOf('canary', team), { version: second, fallback: null })
  assert.deepEqual(await entryOf('canary'), { version: first, fallback: null })
  assert.equal((await rollback('canary')).statusCode, 200)
  assert.deepEqual(await entryOf('canary', team), { version: first, fallback: null })
})

test('pages of an active build that does not start fall back to the version before it, if that one starts', async () => {
  await deployed('ahead', { [first]: '0.1.0', [second]: '0.1.0' })
  await needContract('ahead', second, '^0.9.0')
  restarted()
  assert.deepEqual(await entryOf('ahead'), { version: second, fallback: first })
  const { problems, rollbackTo } = await remoteOf('ahead')
  assert.equal(rollbackTo, first)
  assert.match(JSON.stringify(problems), /ahead 1\.1\.0-bbbbbbbb .*it needs contract \^0\.9\.0/)
  assert.equal((await rollback('ahead')).statusCode, 200)
  assert.deepEqual(await entryOf('ahead'), { version: first, fallback: null })
})

test('with an unfit build between, the fallback is the version to which a rollback would lead', async () => {
  await deployed('between', { [first]: '0.1.0', [second]: '0.1.0', [third]: '0.1.0' })
  await needContract('between', second, '^0.9.0')
  restarted()
  assert.deepEqual(await entryOf('between'), { version: third, fallback: null })
  assert.equal((await rollback('between')).statusCode, 409)
  await activateBuild(portal, superadmin, 'between', { version: first })
  assert.equal((await entryOf('between')).version, first)
})
