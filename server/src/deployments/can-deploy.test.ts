import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { CanDeploy, DeployedRemotes, MadeDeployToken, Problem } from '@portal/contract'
import type { BuildUses, PanelDeclaration, ShellOffers } from '@portal/contract'
import { packedBuild } from '#test-support/archives.ts'
import { givenBuilds } from '#test-support/builds.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { registerServer } from '#platform/servers/server-registration.ts'
import { warnOfUnfitRemotes } from './can-deploy.ts'

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

const offers: ShellOffers = { modules: { '@portal/shared-ui': ['RecordPage'] }, shell: ['toast'] }
const shellOf = (provided: string, version = '0.1.0-11111111') => ({
  name: 'shell' as const,
  version,
  provided: { '@portal/shared-ui': provided },
  offers,
})
const giveShell = (provided: string) =>
  writeFile(join(folder, 'shell/dist/portal-build.json'), JSON.stringify(shellOf(provided)))
beforeEach(() => giveShell('0.1.0'))

const version = '1.0.0-aaaaaaaa'
const fitting: BuildUses = {
  modules: { '@portal/shared-ui': ['RecordPage'] },
  shell: ['toast'],
  calls: ['GET /api/health', 'POST /api/federation/remotes/*/rollback'],
}

async function upload(name: string, uses: BuildUses, panels: PanelDeclaration[] = []): Promise<string> {
  const made = await portal.send(
    {
      method: 'POST',
      url: '/api/federation/tokens',
      payload: { remote: name, label: name, scope: 'upload' },
    },
    superadmin,
  )
  const { token } = MadeDeployToken.parse(made.json())
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' }
  const payload = await packedBuild({
    name,
    version,
    uses,
    manifest: { panels },
    shared: { '@portal/shared-ui': '^0.1.0' },
  })
  const url = `/api/federation/remotes/${name}/versions/${version}`
  assert.equal((await portal.send({ method: 'PUT', url, headers, payload })).statusCode, 201)
  return token
}

async function ask(name: string): Promise<CanDeploy> {
  const url = `/api/federation/can-deploy?remote=${name}&version=${version}`
  return CanDeploy.parse((await portal.send({ method: 'GET', url }, superadmin)).json())
}

const activate = (name: string, more: object = {}) =>
  portal.send(
    { method: 'POST', url: `/api/federation/remotes/${name}/activate`, payload: { version, ...more } },
    superadmin,
  )

test('a build that uses only what the portal has can be deployed', async () => {
  await upload('fitting', fitting)
  assert.deepEqual(await ask('fitting'), { ok: true, problems: [], warnings: [] })
  assert.equal((await activate('fitting')).statusCode, 200)
})

test('a build that uses what the shell or the server lacks is not activated, unless anyway, which the history records', async () => {
  await upload('asking', { ...fitting, shell: ['toast', 'flag'], calls: ['GET /api/flags'] })
  const { ok, problems } = await ask('asking')
  assert.equal(ok, false)
  assert.deepEqual(problems, [
    {
      uses: 'flag of the shell',
      missingIn: 'shell 0.1.0-11111111',
      detail: `asking ${version} uses flag of the shell, and shell 0.1.0-11111111 does not have it.`,
    },
    {
      uses: 'GET /api/flags',
      missingIn: 'server with contract 1.0.0',
      detail: `asking ${version} calls GET /api/flags, and the server with contract 1.0.0 does not answer it.`,
    },
  ])
  const refused = await activate('asking')
  assert.equal(refused.statusCode, 409)
  assert.match(
    Problem.parse(refused.json()).detail ?? '',
    /is not activated: asking .* uses flag of the shell/,
  )

  assert.equal((await activate('asking', { note: 'Flags follow.', anyway: true })).statusCode, 200)
  const listed = await portal.send({ method: 'GET', url: '/api/federation/remotes' }, superadmin)
  const remote = DeployedRemotes.parse(listed.json()).remotes.find(({ name }) => name === 'asking')
  assert.match(remote?.history[0]?.note ?? '', /^Flags follow\. Activated anyway\. .*flag of the shell/)
})

test('a slot that a live shell does not have is named', async () => {
  const card: PanelDeclaration = {
    slot: 'record.card',
    collections: ['permits'],
    id: 'card',
    label: 'Card',
    order: 1,
    expose: './card',
  }
  await upload('carded', fitting, [card])
  assert.deepEqual(
    (await ask('carded')).problems.map(({ uses, missingIn }) => [uses, missingIn]),
    [['slot record.card', 'shell 0.1.0-11111111']],
  )
  const shell = { ...shellOf('0.1.0'), offers: { ...offers, slots: ['record.card'] } }
  await writeFile(join(folder, 'shell/dist/portal-build.json'), JSON.stringify(shell))
  assert.equal((await ask('carded')).ok, true)
})

test('a build for another version of a shared package is never activated', async () => {
  await upload('bound', fitting)
  await giveShell('0.2.0')
  const { problems } = await ask('bound')
  assert.deepEqual(
    problems.map(({ uses, missingIn }) => [uses, missingIn]),
    [['@portal/shared-ui ^0.1.0', 'shell 0.1.0-11111111']],
  )
  assert.equal((await activate('bound', { anyway: true })).statusCode, 409)
})

test('the shell of every running server counts, and a new shell names the remotes it would break with their owners', async () => {
  await upload('older', fitting)
  await activate('older')
  const other = await registerServer(portal.deps, null, shellOf('0.3.0', '0.3.0-33333333'))
  assert.deepEqual(
    (await ask('older')).problems.map(({ missingIn }) => missingIn),
    ['shell 0.3.0-33333333'],
  )
  await other.leave()
  assert.equal((await ask('older')).ok, true)

  await giveShell('0.2.0')
  await warnOfUnfitRemotes(portal.deps)
  const line = portal.logged.find((each) => each.includes('older does not fit this release'))
  assert.match(line ?? '', /owner: Tests.*needs @portal\/shared-ui \^0\.1\.0, and shell .* has 0\.2\.0/)
})

test('only administrators and a deploy token of the remote may ask', async () => {
  const token = await upload('mine', fitting)
  const asked = async (remote: string, authorization?: string, person?: Person) => {
    const url = `/api/federation/can-deploy?remote=${remote}&version=${version}`
    const headers = authorization === undefined ? {} : { authorization }
    return (await portal.send({ method: 'GET', url, headers }, person)).statusCode
  }
  assert.equal(await asked('mine', `Bearer ${token}`), 200)
  assert.equal(await asked('fitting', `Bearer ${token}`), 403)
  assert.equal(await asked('mine'), 401)
  assert.equal(await asked('mine', undefined, await portal.given.user({ role: 'team' })), 403)
  assert.equal(await asked('unknown', undefined, superadmin), 404)
})
