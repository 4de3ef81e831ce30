import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import {
  DeployedRemotes,
  DeployTokens,
  MadeDeployToken,
  Problem,
  Registry,
  RemoteUsage,
} from '@portal/contract'
import type { RouteDeclaration } from '@portal/contract'
import { packedBuild } from '#test-support/archives.ts'
import { givenBuilds, givenRemoteBuild } from '#test-support/builds.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { publishOwnBuilds } from '#platform/federation/publish.ts'
import { sweepBuilds } from './sweep-builds.ts'

const dayMs = 24 * 60 * 60_000
const [stable, newer] = ['1.0.0-aaaaaaaa', '1.1.0-bbbbbbbb']
let folder: string
let portal: TestApp
let admin: Person
let team: Person
before(async () => {
  folder = await givenBuilds()
  portal = await startTestApp({ environment: { buildsDir: folder } })
  ;({ admin, team } = await portal.given.everyRole())
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const routesOf = (name: string, path = `/${name}`): RouteDeclaration[] => [
  {
    path,
    guard: 'auth',
    layout: 'default',
    menu: { label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, icon: 'M0 0h24v24H0z', order: 90 },
  },
  { path: `${path}/{pid}`, guard: 'auth', layout: 'default' },
]

async function givenToken(remote: string): Promise<{ authorization: string }> {
  const made = await portal.send(
    { method: 'POST', url: '/api/federation/tokens', payload: { remote, label: `pipeline of ${remote}` } },
    admin,
  )
  return { authorization: `Bearer ${MadeDeployToken.parse(made.json()).token}` }
}

async function upload(name: string, version: string, headers: { authorization: string }, path?: string) {
  const manifest = { routes: routesOf(name, path) }
  const payload = await packedBuild({ name, version, manifest, code: `var ${name}_${version.slice(2, 3)}` })
  const url = `/api/federation/remotes/${name}/versions/${version}`
  return portal.send({
    method: 'PUT',
    url,
    headers: { ...headers, 'content-type': 'application/gzip' },
    payload,
  })
}

/** A deployed remote, and its deploy token. */
async function givenRemote(name: string, path?: string): Promise<{ authorization: string }> {
  const token = await givenToken(name)
  assert.equal((await upload(name, stable, token, path)).statusCode, 201)
  assert.equal((await call('POST', `${name}/activate`, admin, { version: stable })).statusCode, 200)
  return token
}

const call = (method: 'GET' | 'POST', rest: string, person: Person | undefined, payload?: object) =>
  portal.send(
    { method, url: `/api/federation/remotes/${rest}`, ...(payload !== undefined && { payload }) },
    person,
  )
const remove = (name: string, person = admin, confirm = name) =>
  call('POST', `${name}/remove`, person, { confirm })
const restore = (name: string, person = admin) => call('POST', `${name}/restore`, person)

const registry = async () =>
  Registry.parse((await portal.send({ method: 'GET', url: '/federation/registry.json' }, team)).json())
const overview = async () =>
  DeployedRemotes.parse((await portal.send({ method: 'GET', url: '/api/federation/remotes' }, admin)).json())
const isDeployed = async (name: string) => (await registry()).remotes.some((each) => each.name === name)
const isServed = async (name: string, version = stable) =>
  (await portal.send({ method: 'GET', url: `/remotes/${name}/${version}/remoteEntry.js` })).statusCode === 200
const detailOf = (response: { json: () => unknown }) => Problem.parse(response.json()).detail

test('a removed remote is gone from pages, and its addresses, builds, tokens and switches are retired (M12)', async () => {
  const token = await givenRemote('ports')
  await upload('ports', newer, token)
  await call('POST', 'ports/activate', admin, { version: newer, canary: { role: 'team' } })
  assert.equal(await isDeployed('ports'), true)

  const usage = RemoteUsage.parse((await call('GET', 'ports/usage', admin)).json())
  assert.deepEqual(usage, {
    name: 'ports',
    routes: [
      { path: '/ports', label: 'Ports' },
      { path: '/ports/{pid}', label: null },
    ],
    panels: [],
    versions: 2,
    tokens: 1,
    offFor: [],
    people: 4,
    mounts: 0,
    lastAt: null,
    calledBy: [],
  })
  assert.equal((await remove('ports')).statusCode, 204)

  const { removed } = await registry()
  assert.equal(await isDeployed('ports'), false)
  assert.deepEqual(removed, [
    {
      name: 'ports',
      label: 'Ports',
      paths: ['/ports', '/ports/{pid}'],
      removedAt: portal.clock.now().toISOString(),
    },
  ])
  const { removed: listed, remotes } = await overview()
  assert.deepEqual(
    remotes.filter(({ name }) => name === 'ports'),
    [],
  )
  assert.deepEqual(
    listed.map(({ name, owner, version, removedBy }) => ({ name, owner, version, removedBy })),
    [{ name: 'ports', owner: 'Tests', version: stable, removedBy: admin.name }],
  )
  // Open pages still get their chunks, also of the canary.
  assert.deepEqual([await isServed('ports'), await isServed('ports', newer)], [true, true])
  assert.equal((await upload('ports', '1.2.0-cccccccc', token)).statusCode, 401)
  const tokens = DeployTokens.parse(
    (await portal.send({ method: 'GET', url: '/api/federation/tokens' }, admin)).json(),
  )
  assert.deepEqual(
    tokens.tokens.map(({ ended }) => ended),
    ['revoked'],
  )
  const validated = await portal.send({ method: 'GET', url: '/api/routes/validate?path=/ports' }, team)
  assert.equal(validated.statusCode, 404)
  const back = await call('POST', 'ports/rollback', admin, {})
  assert.deepEqual([back.statusCode, detailOf(back)], [404, 'Module ports not found.'])
  const again = await call('POST', 'ports/activate', admin, { version: newer })
  assert.deepEqual(
    [again.statusCode, detailOf(again)],
    [409, 'ports was removed from the portal. An administrator can restore it in Settings, Modules.'],
  )
  assert.equal((await remove('ports')).statusCode, 404)
  const audit = await portal.deps.database.query(
    "select kind, actor from audit where kind in ('remote-removed', 'deploy-token-revoked') order by kind",
    [],
  )
  assert.deepEqual(audit, [
    { kind: 'deploy-token-revoked', actor: admin.pid },
    { kind: 'remote-removed', actor: admin.pid },
  ])
})

test('a restored remote comes back as it was, without its canary and its tokens', async () => {
  assert.equal((await restore('ports')).statusCode, 204)
  const { remotes, removed } = await overview()
  const ports = remotes.find(({ name }) => name === 'ports')
  assert.deepEqual([ports?.active, ports?.canary, removed], [stable, null, []])
  assert.deepEqual([await isDeployed('ports'), (await registry()).removed], [true, []])
  assert.equal((await restore('ports')).statusCode, 404)
  assert.equal((await call('POST', 'ports/activate', admin, { version: newer })).statusCode, 200)
  // Removed and restored once more, without a step of its history in between.
  assert.equal((await remove('ports')).statusCode, 204)
  assert.equal((await restore('ports')).statusCode, 204)
  assert.equal((await remove('ports')).statusCode, 204)
  assert.equal((await restore('ports')).statusCode, 204)
  assert.equal((await overview()).remotes.find(({ name }) => name === 'ports')?.active, newer)
})

test('only administrators remove, after typing the name, and never a part of the portal', async () => {
  const token = await givenRemote('piers')
  for (const person of [team, undefined]) {
    const expected = person === undefined ? 401 : 403
    assert.equal((await call('POST', 'piers/remove', person, { confirm: 'piers' })).statusCode, expected)
    assert.equal((await call('POST', 'piers/restore', person)).statusCode, expected)
    assert.equal((await call('GET', 'piers/usage', person)).statusCode, expected)
  }
  const url = '/api/federation/remotes/piers/remove'
  const byToken = await portal.send({ method: 'POST', url, headers: token, payload: { confirm: 'piers' } })
  assert.equal(byToken.statusCode, 401)
  const mistyped = await remove('piers', admin, 'Piers')
  assert.deepEqual(
    [mistyped.statusCode, detailOf(mistyped)],
    [400, 'Type piers to confirm that it is removed.'],
  )
  for (const payload of [{}, { confirm: 'x'.repeat(101) }, { confirm: 'piers', force: true }])
    assert.equal((await call('POST', 'piers/remove', admin, payload)).statusCode, 400)
  assert.equal((await remove('nothing')).statusCode, 404)
  assert.equal((await call('POST', 'No-Name/remove', admin, { confirm: 'x' })).statusCode, 400)
  assert.equal(await isDeployed('piers'), true)

  await givenRemoteBuild(folder, { name: 'mail' })
  await publishOwnBuilds(portal.deps)
  const own = await remove('mail')
  assert.deepEqual(
    [own.statusCode, detailOf(own)],
    [409, 'mail is part of the portal. Switch it off for the roles that do not need it.'],
  )
})

test('a start does not bring a removed remote back, and a taken address keeps it away', async () => {
  await givenRemoteBuild(folder, { name: 'docks', manifest: { routes: routesOf('docks') } })
  await publishOwnBuilds(portal.deps)
  assert.equal(await isDeployed('docks'), true)
  await remove('docks')
  await publishOwnBuilds(portal.deps)
  await givenRemoteBuild(folder, {
    name: 'docks',
    version: '0.2.0-bbbbbbbb',
    code: 'var docks = 2',
    manifest: { routes: routesOf('docks') },
  })
  await publishOwnBuilds(portal.deps)
  assert.equal(await isDeployed('docks'), false)

  await givenRemote('quays', '/docks')
  const refused = await restore('docks')
  assert.deepEqual(
    [refused.statusCode, /has the address \/docks already/.test(detailOf(refused) ?? '')],
    [409, true],
  )
})

test('after 30 days the builds are gone and the name is free', async () => {
  await givenRemote('locks')
  await remove('locks')
  portal.clock.pass(29 * dayMs)
  assert.deepEqual(await sweepBuilds(portal.deps), [])
  portal.clock.pass(2 * dayMs)
  const fresh = await portal.given.user({ role: 'admin' })
  assert.ok((await sweepBuilds(portal.deps)).includes(`locks ${stable}`))
  assert.equal(await isServed('locks'), false)
  assert.equal((await restore('locks', fresh)).statusCode, 404)
  assert.deepEqual((await registry()).removed, [])
  // Another team may use the name: nothing of the former history is in force.
  admin = fresh
  await givenRemote('locks')
  const locks = (await overview()).remotes.find(({ name }) => name === 'locks')
  assert.deepEqual([locks?.active, locks?.rollbackTo, locks?.history.length], [stable, null, 1])
})
