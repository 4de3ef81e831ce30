import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { LatestBuild, Registry, RemoteManifest } from '@portal/contract'
import { sql } from 'kysely'
import { patchConfiguration } from '#domain/configuration/change-configuration.ts'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { givenBuilds, givenRemoteBuild } from '#test-support/builds.ts'
import { actorFor } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { publishOwnBuilds } from '#platform/federation/publish.ts'
import { closedCollections } from '#platform/federation/registry.ts'
import { findRoute } from '#platform/federation/route-checks.ts'

let folder: string
let portal: TestApp
beforeEach(async () => {
  folder = await givenBuilds()
  portal = await startTestApp({ environment: { buildsDir: folder } })
})
afterEach(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

async function registry(): Promise<Registry> {
  return Registry.parse((await portal.send({ method: 'GET', url: '/federation/registry.json' })).json())
}

test('a bundled build is published at start with the integrity of its entry, and is not changed', async () => {
  await givenRemoteBuild(folder, { code: 'var one' })
  await publishOwnBuilds(portal.deps)
  const [entry] = (await registry()).remotes
  const integrity = `sha384-${createHash('sha384').update('var one').digest('base64')}`
  assert.deepEqual(
    { name: entry?.name, version: entry?.version, state: entry?.state },
    { name: 'mail', version: '0.1.0-aaaaaaaa', state: 'on' },
  )
  assert.equal(entry?.state === 'on' && entry.integrity, integrity)
  assert.equal(entry?.state === 'on' && entry.entry, '/remotes/mail/0.1.0-aaaaaaaa/remoteEntry.js')

  await givenRemoteBuild(folder, { code: 'var two' })
  await publishOwnBuilds(portal.deps)
  const response = await portal.send({ method: 'GET', url: '/remotes/mail/0.1.0-aaaaaaaa/remoteEntry.js' })
  assert.equal(response.body, 'var one')
  assert.match(String(response.headers['cache-control']), /max-age=31536000.*immutable/)
  assert.match(String(response.headers['content-type']), /javascript/)
  assert.equal(
    portal.logged.some((line) => line.includes('another build has that version already')),
    true,
  )
})

test('a newer bundled build is activated, and the older one is kept', async () => {
  await givenRemoteBuild(folder)
  await publishOwnBuilds(portal.deps)
  const before = LatestBuild.parse((await portal.send({ method: 'GET', url: '/builds/latest.json' })).json())
  await givenRemoteBuild(folder, { version: '0.1.0-bbbbbbbb', code: 'var newer' })
  await publishOwnBuilds(portal.deps)
  assert.equal((await registry()).remotes[0]?.version, '0.1.0-bbbbbbbb')
  assert.equal(
    (await portal.send({ method: 'GET', url: '/remotes/mail/0.1.0-aaaaaaaa/remoteEntry.js' })).statusCode,
    200,
  )
  const latest = LatestBuild.parse((await portal.send({ method: 'GET', url: '/builds/latest.json' })).json())
  assert.deepEqual(latest.remotes, { mail: '0.1.0-bbbbbbbb' })
  assert.notEqual(latest.id, before.id)
  assert.equal(latest.shell, before.shell)
})

test('a start activates nothing after a person has deployed or rolled back', async () => {
  await givenRemoteBuild(folder)
  await publishOwnBuilds(portal.deps)
  await sql`insert into remote_activations (name, version, reason, at) values ('mail', '0.1.0-aaaaaaaa', 'rollback', now())`.execute(
    portal.deps.database.kysely,
  )
  await givenRemoteBuild(folder, { version: '0.1.0-bbbbbbbb' })
  await publishOwnBuilds(portal.deps)
  assert.equal((await registry()).remotes[0]?.version, '0.1.0-aaaaaaaa')
})

const refusedBuilds: readonly { manifest: Partial<RemoteManifest>; sentence: string }[] = [
  {
    manifest: { routes: [{ path: '/x', guard: 'nobody-knows', layout: 'default' }] },
    sentence: 'unknown guard nobody-knows',
  },
  {
    manifest: { routes: [{ path: '/x', guard: 'auth', layout: 'default', validate: 'mystery' }] },
    sentence: 'unknown check mystery',
  },
  { manifest: { contract: '^2.0.0' }, sentence: 'needs contract ^2.0.0' },
  { manifest: { contract: 'whatever' }, sentence: 'is no version range' },
]
for (const { manifest, sentence } of refusedBuilds) {
  test(`one invalid build is refused and logged without affecting the others: ${sentence}`, async () => {
    await givenRemoteBuild(folder, { manifest })
    await givenRemoteBuild(folder, { name: 'files' })
    await publishOwnBuilds(portal.deps)
    assert.deepEqual(
      (await registry()).remotes.map((remote) => remote.name),
      ['files'],
    )
    assert.equal(
      portal.logged.some((line) => line.includes(sentence)),
      true,
    )
  })
}

test('a module that is off for a role hides its entry and closes its calls for that role only', async () => {
  await givenRemoteBuild(folder, {
    name: 'mail',
    manifest: { collections: ['notifications'], apis: ['/api/mail'] },
  })
  await publishOwnBuilds(portal.deps)
  const { admin, team } = await portal.given.everyRole()
  const config = await currentConfiguration(portal.deps)
  config.roles.team.modules['mail'] = false
  await patchConfiguration(portal.deps, actorFor(admin), config)

  const seenBy = async (person: typeof team) =>
    Registry.parse((await portal.send({ method: 'GET', url: '/federation/registry.json' }, person)).json())
      .remotes[0]
  const forTeam = await seenBy(team)
  assert.deepEqual(
    [forTeam?.state, forTeam?.manifest.name, forTeam && 'entry' in forTeam],
    ['off', 'mail', false],
  )
  assert.equal((await seenBy(admin))?.state, 'on')
  assert.equal((await registry()).remotes[0]?.state, 'on')

  assert.equal((await portal.send({ method: 'GET', url: '/api/mail/folders' }, team)).statusCode, 403)
  assert.equal((await portal.send({ method: 'GET', url: '/api/mail/folders' }, admin)).statusCode, 200)
  assert.equal((await portal.send({ method: 'GET', url: '/api/mailing' }, team)).statusCode, 404)
  assert.deepEqual([...(await closedCollections(portal.deps, team))], ['notifications'])
  assert.deepEqual([...(await closedCollections(portal.deps, admin))], [])
  const menu = async (person: typeof team) =>
    (await portal.crud(person, { apiPath: 'menu-counts', method: 'GET' })).json()
  assert.deepEqual(
    [await menu(team), (await menu(admin)).mail],
    [{ mail: null, tasks: 0, notifications: null }, 0],
  )
  assert.equal((await portal.send({ method: 'GET', url: '/api/auth/me' }, team)).json().modules.mail, false)
})

test('a deployed remote that is not part of the portal build can be switched off for a role (issue 8)', async () => {
  const { admin, team } = await portal.given.everyRole()
  const config = structuredClone(await currentConfiguration(portal.deps))
  config.roles.team.modules['ports'] = false
  await assert.rejects(patchConfiguration(portal.deps, actorFor(admin), config), /ports is not a module/)
  await givenRemoteBuild(folder, { name: 'ports', manifest: { apis: ['/api/ports'] } })
  await publishOwnBuilds(portal.deps)
  await patchConfiguration(portal.deps, actorFor(admin), config)
  const stateFor = async (person: typeof team) =>
    Registry.parse(
      (await portal.send({ method: 'GET', url: '/federation/registry.json' }, person)).json(),
    ).remotes.map(({ state }) => state)
  assert.deepEqual([await stateFor(team), await stateFor(admin)], [['off'], ['on']])
  assert.equal((await portal.send({ method: 'GET', url: '/api/ports/all' }, team)).statusCode, 403)
})

test('a missing asset, or a path out of the folder, is 404 and never the document', async () => {
  await givenRemoteBuild(folder)
  await publishOwnBuilds(portal.deps)
  const urls = [
    '/remotes/mail/0.1.0-aaaaaaaa/missing.js',
    '/remotes/mail/9.9.9-cccccccc/remoteEntry.js',
    '/remotes/mail/0.1.0-aaaaaaaa/..%2f..%2f..%2fsecret.key',
    '/remotes/mail/..%2f..%2fsecret.key',
    '/remotes/mail',
    '/main.00000000.js',
    '/assets/',
    '/.env',
    '/index.html',
  ]
  for (const url of urls) {
    const response = await portal.send({ method: 'GET', url })
    assert.equal(
      response.statusCode === 404 || response.statusCode === 403,
      true,
      `${url} ${response.statusCode}`,
    )
    assert.equal(response.body.includes('id="portal"'), false, url)
  }
})

test('a route without parameters wins over one with parameters, and an invalid pid is refused', async () => {
  const routes = [
    { path: '/mail/{id}', guard: 'auth', layout: 'mail' },
    { path: '/mail/drafts', guard: 'auth', layout: 'mail' },
    { path: '/letters/{pid}', guard: 'auth', layout: 'mail', validate: 'pid' },
  ] as const
  await givenRemoteBuild(folder, { manifest: { routes: [...routes] } })
  await publishOwnBuilds(portal.deps)
  const manifests = (await registry()).remotes.map((remote) => remote.manifest)
  assert.equal(findRoute(manifests, '/mail/drafts')?.route.path, '/mail/drafts')
  assert.equal(findRoute(manifests, '/mail/drafts/')?.route.path, '/mail/drafts')
  assert.deepEqual(findRoute(manifests, '/mail/abc')?.parameters, { id: 'abc' })
  assert.equal(findRoute(manifests, '/mail/abc/def'), undefined)

  const team = await portal.given.user()
  const ask = (path: string) =>
    portal.send({ method: 'GET', url: `/api/routes/validate?path=${encodeURIComponent(path)}` }, team)
  assert.equal((await ask('/mail/abc')).statusCode, 204)
  assert.equal((await ask(`/letters/${portal.deps.ids.pid()}`)).statusCode, 204)
  const missing = await ask('/letters/nonsense')
  assert.deepEqual([missing.statusCode, missing.json().detail], [404, 'Page Not Found: /letters/nonsense'])
})

test('/mail/inbox redirects to the inbox, and a notification with an invalid pid is 404 (issue 8)', async () => {
  for (const name of ['mail', 'records']) {
    const file = join(import.meta.dirname, `../../../mfe-${name}/portal.json`)
    await givenRemoteBuild(folder, {
      name,
      manifest: RemoteManifest.parse(JSON.parse(await readFile(file, 'utf8'))),
    })
  }
  await publishOwnBuilds(portal.deps)
  const inbox = await portal.send({ method: 'GET', url: '/mail/inbox' })
  assert.deepEqual([inbox.statusCode, inbox.headers.location], [302, '/mail'])
  const team = await portal.given.user()
  const ask = (path: string) => portal.send({ method: 'GET', url: `/api/routes/validate?path=${path}` }, team)
  assert.equal((await ask(`/notifications/${portal.deps.ids.pid()}`)).statusCode, 204)
  assert.equal((await ask('/notifications/made-up')).json().detail, 'Page Not Found: /notifications/made-up')
  assert.equal((await portal.send({ method: 'GET', url: '/notifications/made-up' })).statusCode, 404)
})
