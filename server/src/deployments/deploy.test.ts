import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  ActivateResult,
  DeployTokens,
  DeployedRemotes,
  LatestBuild,
  Registry,
  UploadResult,
  contractVersion,
  maxUploadBytes,
  manifestText,
} from '@portal/contract'
import type { RegistryEntry, Role } from '@portal/contract'
import type { InjectOptions } from 'fastify'
import { manifestOf, packed, packedBuild } from '#test-support/archives.ts'
import type { BuildOptions } from '#test-support/archives.ts'
import { givenBuilds } from '#test-support/builds.ts'
import { newDeployToken, putArchive } from '#test-support/deployments.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { publishOwnBuilds } from '#platform/federation/publish.ts'
import { refusedArchives, refusedVersion } from './test-support/refused-archives.ts'

let folder: string
let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  folder = await givenBuilds()
  const shell = { name: 'shell', version: '0.1.0-5e115e11', provided: { react: '19.3.1' } }
  await writeFile(join(folder, 'shell/dist/portal-build.json'), JSON.stringify(shell))
  portal = await startTestApp({ environment: { buildsDir: folder } })
  people = await portal.given.everyRole()
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const version = '1.0.0-aaaaaaaa'
const json = { 'content-type': 'application/json' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const tokenFor = (remote: string, label = `CI of ${remote}`) =>
  newDeployToken(portal, people.admin, remote, label)
const put = (name: string, version: string, token: string, payload: Buffer) =>
  putArchive(portal, token, name, version, payload)
const get = (url: string, person?: Person) => portal.send({ method: 'GET', url }, person)

async function upload(token: string, build: BuildOptions): Promise<void> {
  const response = await put(build.name, build.version, token, await packedBuild(build))
  assert.equal(response.statusCode, 201, response.body)
}

const post = (path: string, body: object, by: string | Person) => {
  const request: InjectOptions = {
    method: 'POST',
    url: `/api/federation/remotes/${path}`,
    payload: JSON.stringify(body),
  }
  return typeof by === 'string'
    ? portal.send({ ...request, headers: { ...json, ...bearer(by) } })
    : portal.send({ ...request, headers: json }, by)
}

async function entryOf(name: string, person?: Person): Promise<RegistryEntry | undefined> {
  const { remotes } = Registry.parse((await get('/federation/registry.json', person)).json())
  return remotes.find((remote) => remote.name === name)
}
const versionOf = async (name: string, person?: Person) => (await entryOf(name, person))?.version
const deployed = async (name: string) =>
  DeployedRemotes.parse((await get('/api/federation/remotes', people.admin)).json()).remotes.find(
    (remote) => remote.name === name,
  )
const latestBuild = async () => LatestBuild.parse((await get('/builds/latest.json')).json()).id
const asset = (path: string, headers: Record<string, string> = {}) =>
  portal.send({ method: 'GET', url: `/remotes/${path}`, headers })

test('a team deploys its remote with a token; the registry has the hashes of entry and manifest (contract 8)', async () => {
  const token = await tokenFor('ports')
  const archive = await packedBuild({ name: 'ports', version, code: 'var ports = 1' })
  const uploaded = await put('ports', version, token, archive)
  assert.equal(uploaded.statusCode, 201, uploaded.body)
  const integrity = `sha384-${createHash('sha384').update('var ports = 1').digest('base64')}`
  assert.deepEqual([UploadResult.parse(uploaded.json()).integrity, uploaded.json().files], [integrity, 3])
  assert.equal(await entryOf('ports'), undefined, 'an upload puts nothing in force')

  const activated = await post('ports/activate', { version, note: 'First one' }, token)
  assert.deepEqual(ActivateResult.parse(activated.json()), {
    name: 'ports',
    version,
    from: null,
    canary: null,
  })
  const entry = await entryOf('ports')
  assert.equal(entry?.state === 'on' && entry.integrity, integrity)
  const manifest = manifestText(manifestOf('ports'))
  assert.equal(entry?.manifestIntegrity, `sha384-${createHash('sha384').update(manifest).digest('base64')}`)
  assert.equal((await asset(`ports/${version}/remoteEntry.js`)).body, 'var ports = 1')

  const remote = await deployed('ports')
  assert.deepEqual(remote?.versions[0]?.deployedBy, { kind: 'token', name: 'CI of ports' })
  assert.deepEqual(
    [remote?.versions[0]?.share, remote?.versions[0]?.note, remote?.versions[0]?.state],
    [100, 'First one', 'active'],
  )
  assert.deepEqual([remote?.history[0]?.action, remote?.history[0]?.by.name], ['deploy', 'CI of ports'])
})

test('uploading the same bytes again changes nothing, and other bytes under the same version are 409', async () => {
  const token = await tokenFor('twice')
  const again = async (code?: string) => {
    const build = { name: 'twice', version, ...(code !== undefined && { code }) }
    return put('twice', version, token, await packedBuild(build))
  }
  assert.equal((await again()).statusCode, 201)
  assert.equal((await again()).statusCode, 200)
  const other = await again('var other')
  assert.deepEqual([other.statusCode, other.json().type], [409, 'duplicate'])
  assert.equal((await asset(`twice/${version}/remoteEntry.js`)).body, 'var twice')
})

test('build files have a type, are cached forever, sent compressed if available, and 304 if known', async () => {
  const token = await tokenFor('typed')
  const record = { name: 'typed', version, entry: 'remoteEntry.js', manifest: manifestOf('typed') }
  const archive = await packed([
    { name: 'remoteEntry.js', content: 'var typed' },
    { name: 'remoteEntry.js.gz', content: gzipSync('var typed') },
    { name: 'portal-build.json', content: JSON.stringify(record) },
  ])
  assert.equal((await put('typed', version, token, archive)).statusCode, 201)
  const url = `typed/${version}/remoteEntry.js`
  const plain = await asset(url, { 'accept-encoding': 'gzip;q=0' })
  assert.match(String(plain.headers['cache-control']), /max-age=31536000.*immutable/)
  assert.match(String(plain.headers['content-type']), /javascript/)
  assert.deepEqual([plain.headers['content-encoding'], plain.body], [undefined, 'var typed'])
  assert.equal((await asset(url, { 'accept-encoding': 'br, gzip' })).headers['content-encoding'], 'gzip')
  assert.equal((await asset(url, { 'if-none-match': String(plain.headers.etag) })).statusCode, 304)
  assert.equal((await asset(`typed/${version}/absent.js`)).statusCode, 404)
})

test('a build file changed in store and database is not served, and the error is logged (issue 8)', async () => {
  const token = await tokenFor('flipped')
  await upload(token, { name: 'flipped', version })
  const { kysely } = portal.deps.database
  await portal.deps.store.delete(`remotes/flipped/${version}/remoteEntry.js`)
  await kysely
    .updateTable('remote_files')
    .set({ bytes: Buffer.from('var flippeD') })
    .where('name', '=', 'flipped')
    .where('path', '=', 'remoteEntry.js')
    .execute()
  assert.equal((await asset(`flipped/${version}/remoteEntry.js`)).statusCode, 503)
  assert.equal((await asset(`flipped/${version}/assets/one.0a1b2c3d4e.js`)).statusCode, 200)
  assert.ok(
    portal.logged.some(
      (line) => line.includes('was changed since it was published') && line.includes('flipped'),
    ),
  )
})

for (const [words, archive, sentence] of refusedArchives) {
  test(`an upload with ${words} is 400 with a readable reason and stores nothing`, async () => {
    const response = await put('bad', refusedVersion, await tokenFor('bad'), await archive())
    assert.deepEqual([response.statusCode, response.json().type], [400, 'validation-failed'], response.body)
    assert.match(response.json().detail, sentence)
    assert.equal((await asset(`bad/${refusedVersion}/remoteEntry.js`)).statusCode, 404)
  })
}

test('a build for another contract is accepted only if its range includes this portal’s version (issue 8)', async () => {
  const token = await tokenFor('ages')
  const send = async (number: string, contract: string) => {
    const build = { name: 'ages', version: `${number}-aaaaaaaa`, manifest: { contract } }
    return put('ages', build.version, token, await packedBuild(build))
  }
  assert.equal((await send('0.8.0', '>=0.8.0 <2.0.0')).statusCode, 201)
  assert.equal((await send('3.0.0', '^1.0.0 || ^3.0.0')).statusCode, 201)
  for (const [number, range] of [
    ['0.8.1', '^0.8.0'],
    ['1.2.0', '^1.2.0'],
  ] as const) {
    const response = await send(number, range)
    assert.equal(response.statusCode, 400, response.body)
    assert.ok(
      response.json().detail.includes(`needs contract ${range}, this portal has ${contractVersion}`),
      response.body,
    )
  }
})

test('a build above its size budget (150 kB compressed, or its own) is 400 with both sizes (issue 8)', async () => {
  const token = await tokenFor('heavy')
  const send = async (number: string, code: string, sizeBudgetKb?: number) => {
    const build = { name: 'heavy', version: `${number}-aaaaaaaa`, code, sizeBudgetKb }
    return put('heavy', build.version, token, await packedBuild(build))
  }
  // Random data cannot be compressed. The second file of the build contains the first one.
  const noise = randomBytes(90_000).toString('base64')
  const refused = await send('1.0.0', noise)
  assert.deepEqual([refused.statusCode, refused.json().type], [400, 'validation-failed'])
  assert.match(
    refused.json().detail,
    /^The build 1\.0\.0-aaaaaaaa of heavy is not published: its scripts and styles weigh 18\d kB as they are sent, and its budget is 150 kB\.$/,
  )
  assert.equal((await send('1.0.0', noise, 180)).json().detail.includes('its budget is 180 kB'), true)
  assert.equal((await send('1.0.0', noise, 190)).statusCode, 201)
  assert.equal(
    (await send('1.1.0', 'var words; '.repeat(50_000))).statusCode,
    201,
    'half a megabyte that is sent as a few kB',
  )
  const sent = await asset('heavy/1.1.0-aaaaaaaa/remoteEntry.js', { 'accept-encoding': 'gzip' })
  assert.equal(sent.headers['content-encoding'], 'gzip')
})

test('an upload above 20 MB, or above 100 MB unpacked, is 413', async () => {
  const token = await tokenFor('bad')
  assert.equal((await put('bad', version, token, Buffer.alloc(maxUploadBytes + 1))).statusCode, 413)
  const zeros = gzipSync(Buffer.alloc(1_048_576))
  const bomb = Buffer.concat(Array.from({ length: 101 }, () => zeros))
  assert.equal((await put('bad', version, token, bomb)).statusCode, 413)
})

test('a token is shown once, works for its own remote and ends when revoked; the list reveals no secret', async () => {
  const token = await tokenFor('mine', 'A token to list')
  const archive = await packedBuild({ name: 'mine', version })
  assert.equal((await put('theirs', version, token, archive)).statusCode, 403)
  assert.equal((await put('mine', version, 'deploy_made-up', archive)).statusCode, 401)
  const url = `/api/federation/remotes/mine/versions/${version}`
  const bySession = await portal.send({ method: 'PUT', url, payload: archive }, people.superadmin)
  assert.equal(bySession.statusCode, 401)
  assert.equal((await put('mine', 'latest', token, archive)).statusCode, 400)
  assert.equal((await put('mine', version, token, archive)).statusCode, 201)
  assert.equal((await post('theirs/activate', { version }, token)).statusCode, 403)
  assert.equal((await post('mine/activate', { version, canary: { percent: 0 } }, token)).statusCode, 400)
  assert.equal((await post('mine/activate', { version: '9.9.9-99999999' }, token)).statusCode, 404)

  const list = async () => (await get('/api/federation/tokens', people.superadmin)).body
  const listed = DeployTokens.parse(JSON.parse(await list())).tokens.find(
    ({ label }) => label === 'A token to list',
  )
  assert.ok(listed && listed.lastUsedAt !== null && listed.createdBy === people.admin.name)
  assert.ok(!(await list()).includes(token) && !portal.logged.some((line) => line.includes(token)))
  const revoke = (pid: string) =>
    portal.send({ method: 'DELETE', url: `/api/federation/tokens/${pid}` }, people.admin)
  for (let turn = 0; turn < 2; turn += 1) assert.equal((await revoke(listed.pid)).statusCode, 204)
  assert.equal((await post('mine/activate', { version }, token)).statusCode, 401)
  assert.equal((await revoke('unknown')).statusCode, 404)
  const audit = (await get('/api/auth/audit?kind=deploy-token-revoked', people.admin)).json()
  assert.deepEqual(audit.entries[0].detail, { remote: 'mine', label: 'A token to list' })
})

test('lists, tokens, activation and rollback are for administrators: anonymous 401, team and client 403', async () => {
  const calls: readonly (InjectOptions & { url: string })[] = [
    { method: 'GET', url: '/api/federation/remotes' },
    { method: 'GET', url: '/api/federation/tokens' },
    { method: 'POST', url: '/api/federation/tokens', headers: json, payload: '{}' },
    { method: 'DELETE', url: '/api/federation/tokens/any' },
    { method: 'POST', url: '/api/federation/remotes/mail/activate', headers: json, payload: '{}' },
    { method: 'POST', url: '/api/federation/remotes/mail/rollback', headers: json, payload: '{}' },
    { method: 'GET', url: '/api/federation/loads' },
  ]
  for (const call of calls) {
    assert.equal((await portal.send(call)).statusCode, 401, call.url)
    for (const person of [people.team, people.client])
      assert.equal((await portal.send(call, person)).statusCode, 403, call.url)
    assert.notEqual((await portal.send(call, people.admin)).statusCode, 403, call.url)
  }
  const unreadable = {
    method: 'POST',
    url: '/api/federation/remotes/mail/activate',
    payload: '{"version":',
  } as const
  assert.equal((await portal.send({ ...unreadable, headers: json })).statusCode, 401)
  assert.equal((await portal.send({ ...unreadable, headers: json }, people.admin)).statusCode, 400)
  assert.equal(
    (await portal.send({ ...unreadable, headers: { 'content-type': 'text/plain' } }, people.admin))
      .statusCode,
    415,
  )
  const foreign = {
    method: 'POST',
    url: '/api/federation/tokens',
    headers: { ...json, origin: 'https://evil.example' },
    payload: '{}',
  } as const
  assert.equal((await portal.send(foreign, people.admin)).statusCode, 403)
})

test('a rollback returns by one version and takes effect immediately; 409 without an earlier version', async () => {
  const token = await tokenFor('steps')
  const versions = ['1.0.0-aaaaaaaa', '1.1.0-bbbbbbbb', '1.2.0-cccccccc']
  for (const each of versions) {
    await upload(token, { name: 'steps', version: each })
    assert.equal((await post('steps/activate', { version: each }, token)).statusCode, 200)
  }
  const entry = await entryOf('steps')
  assert.equal(entry?.state === 'on' && entry.previous?.version, versions[1])
  const before = await latestBuild()
  assert.equal((await post('steps/rollback', { note: 'It was slow' }, people.admin)).statusCode, 200)
  assert.equal(await versionOf('steps'), versions[1])
  assert.notEqual(await latestBuild(), before)
  assert.deepEqual(
    [(await deployed('steps'))?.history[0]?.note, (await deployed('steps'))?.rollbackTo],
    ['It was slow', versions[0]],
  )
  const url = '/api/federation/remotes/steps/rollback'
  const withoutBody = await portal.send({ method: 'POST', url, headers: bearer(token) })
  assert.equal(withoutBody.statusCode, 200)
  assert.equal(await versionOf('steps'), versions[0])
  const last = await post('steps/rollback', {}, token)
  assert.deepEqual([last.statusCode, last.json().type], [409, 'transition-refused'])
  assert.equal((await post('nothing/rollback', {}, people.admin)).statusCode, 404)
  await publishOwnBuilds(portal.deps)
  assert.equal(await versionOf('steps'), versions[0])
})

test('a canary serves its role or a fixed share of people; everyone else keeps the active version', async () => {
  const token = await tokenFor('tried')
  for (const each of ['1.0.0-aaaaaaaa', '2.0.0-bbbbbbbb'])
    await upload(token, { name: 'tried', version: each })
  assert.equal(
    (await post('tried/activate', { version: '2.0.0-bbbbbbbb', canary: { percent: 10 } }, token)).statusCode,
    409,
    'nobody had one before',
  )
  await post('tried/activate', { version }, token)
  await post('tried/activate', { version: '2.0.0-bbbbbbbb', canary: { role: 'team' } }, people.admin)
  assert.deepEqual(
    [
      await versionOf('tried', people.team),
      await versionOf('tried', people.client),
      await versionOf('tried'),
    ],
    ['2.0.0-bbbbbbbb', '1.0.0-aaaaaaaa', '1.0.0-aaaaaaaa'],
  )

  const viewers = await Promise.all(Array.from({ length: 40 }, () => portal.given.user()))
  const chosen = async () =>
    (await Promise.all(viewers.map((viewer) => versionOf('tried', viewer)))).map(
      (each) => each === '2.0.0-bbbbbbbb',
    )
  await post('tried/activate', { version: '2.0.0-bbbbbbbb', canary: { percent: 30 } }, token)
  const some = await chosen()
  assert.deepEqual(await chosen(), some)
  assert.ok(some.includes(true) && some.includes(false))
  await post('tried/activate', { version: '2.0.0-bbbbbbbb', canary: { percent: 70 } }, token)
  const more = await chosen()
  assert.ok(
    some.every((had, index) => !had || more[index]),
    'nobody is taken out while the part grows',
  )
  const remote = await deployed('tried')
  assert.deepEqual(remote?.canary, { version: '2.0.0-bbbbbbbb', to: { percent: 70 } })
  assert.deepEqual(
    remote.versions.map(({ state, share }) => [state, share]),
    [
      ['canary', 70],
      ['active', 30],
    ],
  )

  assert.equal((await post('tried/rollback', {}, token)).json().version, '1.0.0-aaaaaaaa')
  assert.deepEqual((await deployed('tried'))?.canary, null)
  assert.ok(!(await chosen()).includes(true))
})

test('activating a remote with a route of another one is refused with a readable reason', async () => {
  const token = await tokenFor('mine')
  const routes = [{ path: '/ports', guard: 'auth', layout: 'default' } as const]
  await upload(token, { name: 'mine', version: '3.0.0-dddddddd', manifest: { routes } })
  const response = await post('mine/activate', { version: '3.0.0-dddddddd' }, token)
  assert.deepEqual(
    [response.statusCode, response.json().unmet],
    [409, ['ports has the address /ports already']],
  )
})
