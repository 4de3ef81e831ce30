import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { ActivateResult, Problem, Registry, RemoteOrigins } from '@portal/contract'
import { MadeDeployToken } from '@portal/contract'
import { manifestOf, packed } from '#test-support/archives.ts'
import { givenBuilds } from '#test-support/builds.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { checkOrigins } from './origin-checks.ts'

/** The other origin: what it serves by path, with or without the header that lets pages read it. */
const served = new Map<string, string>()
let allows = true
const elsewhere = createServer((request, response) => {
  const text = served.get(request.url ?? '')
  if (allows) response.setHeader('access-control-allow-origin', '*')
  response.writeHead(text === undefined ? 404 : 200).end(text)
})

let folder: string
let portal: TestApp
let superadmin: Person
let origin: string
before(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const address = elsewhere.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  folder = await givenBuilds()
  portal = await startTestApp({ environment: { buildsDir: folder, allowPrivateSources: true } })
  superadmin = await portal.given.user({ role: 'superadmin' })
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
  await new Promise((resolve) => elsewhere.close(resolve))
})
afterEach(() => {
  allows = true
})

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, person = superadmin) =>
  portal.send({ method, url, ...(payload === undefined ? {} : { payload }) }, person)
const allow = () => send('POST', '/api/federation/origins', { origin })
const forbid = () => send('DELETE', `/api/federation/origins?origin=${encodeURIComponent(origin)}`)
const listed = async () => RemoteOrigins.parse((await send('GET', '/api/federation/origins')).json()).origins
const detailOf = (response: { json(): unknown }) => Problem.parse(response.json()).detail ?? ''

const chunk = 'console.log("a chunk")'
const hashOf = (text: string, algorithm = 'sha256') =>
  createHash(algorithm).update(text).digest('base64').replace(/=$/, '')

/** Uploads a build that the other origin serves, and puts its files there. */
async function upload(name: string, version: string, entry = `var it = "7.js=${hashOf(chunk)}"`) {
  const files = { 'remoteEntry.js': entry, 'assets/7.js': chunk }
  for (const [path, text] of Object.entries(files)) served.set(`/remotes/${name}/${version}/${path}`, text)
  const made = await send('POST', '/api/federation/tokens', { remote: name, label: 'CI' })
  const { token } = MadeDeployToken.parse(made.json())
  const record = { name, version, entry: 'remoteEntry.js', manifest: manifestOf(name), servedFrom: origin }
  const payload = await packed([
    ...Object.entries(files).map(([path, content]) => ({ name: path, content })),
    { name: 'portal-build.json', content: JSON.stringify(record) },
  ])
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' }
  return portal.send({
    method: 'PUT',
    url: `/api/federation/remotes/${name}/versions/${version}`,
    headers,
    payload,
  })
}
const activate = (name: string, version: string) =>
  send('POST', `/api/federation/remotes/${name}/activate`, { version })
const entryOf = async (name: string) => {
  const registry = Registry.parse((await send('GET', '/federation/registry.json')).json())
  const found = registry.remotes.find((remote) => remote.name === name)
  return found?.state === 'on' ? found.entry : null
}
const policy = async () => String((await send('GET', '/login')).headers['content-security-policy'])
const check = () => checkOrigins(portal.deps, new AbortController().signal)

test('only superadmins with a recent sign-in list origins, administrators read them', async () => {
  const admin = await portal.given.user({ role: 'admin' })
  assert.equal((await send('POST', '/api/federation/origins', { origin }, admin)).statusCode, 403)
  assert.equal((await send('GET', '/api/federation/origins', undefined, admin)).statusCode, 200)
  const team = await portal.given.user({ role: 'team' })
  assert.equal((await send('GET', '/api/federation/origins', undefined, team)).statusCode, 403)
  assert.equal((await allow()).statusCode, 204)
  assert.deepEqual(
    (await listed()).map((each) => each.origin),
    [origin],
  )
  assert.equal((await forbid()).statusCode, 204)
  assert.deepEqual(await listed(), [])
})

test('an address with a path, and the origin of the portal itself, are refused', async () => {
  for (const wrong of [`${origin}/builds`, 'ftp://parts.example', 'javascript:alert(1)', 'parts.example', ''])
    assert.equal((await send('POST', '/api/federation/origins', { origin: wrong })).statusCode, 400, wrong)
  const own = await send('POST', '/api/federation/origins', {
    origin: portal.deps.environment.publicOrigin,
  })
  assert.match(detailOf(own), /is the origin of this portal\./)
})

test('chunks may be pinned by SHA-384 too, as older builds pin them', async () => {
  const entry = `var it = "7.js=${hashOf(chunk, 'sha384')}"`
  assert.equal((await upload('pins', '1.0.0-aaaaaaaa', entry)).statusCode, 201)
})

test('a build is served from a listed origin, as any version: canary, rollback, and policy of exactly that origin', async () => {
  assert.equal((await upload('parts', '1.0.0-aaaaaaaa')).statusCode, 201)
  const refused = await activate('parts', '1.0.0-aaaaaaaa')
  assert.equal(refused.statusCode, 409)
  assert.match(detailOf(refused), /is not on the list of this portal: a superadmin adds it/)
  assert.ok(!(await policy()).includes(origin))

  await allow()
  ActivateResult.parse((await activate('parts', '1.0.0-aaaaaaaa')).json())
  assert.equal(await entryOf('parts'), `${origin}/remotes/parts/1.0.0-aaaaaaaa/remoteEntry.js`)
  const allowed = await policy()
  assert.ok(allowed.includes(`script-src 'self' ${origin};`), allowed)
  assert.match(allowed, new RegExp(`connect-src 'self' ${origin};`))

  await upload('parts', '2.0.0-bbbbbbbb')
  const canary = { version: '2.0.0-bbbbbbbb', canary: { role: 'superadmin' } }
  const tried = await send('POST', '/api/federation/remotes/parts/activate', canary)
  assert.equal(tried.statusCode, 200)
  assert.equal(await entryOf('parts'), `${origin}/remotes/parts/2.0.0-bbbbbbbb/remoteEntry.js`)
  await send('POST', '/api/federation/remotes/parts/rollback', {})
  assert.equal(await entryOf('parts'), `${origin}/remotes/parts/1.0.0-aaaaaaaa/remoteEntry.js`)
  await activate('parts', '2.0.0-bbbbbbbb')
  assert.equal(await entryOf('parts'), `${origin}/remotes/parts/2.0.0-bbbbbbbb/remoteEntry.js`)
  const back = await send('POST', '/api/federation/remotes/parts/rollback', {})
  assert.equal(ActivateResult.parse(back.json()).version, '1.0.0-aaaaaaaa')
  assert.equal(await entryOf('parts'), `${origin}/remotes/parts/1.0.0-aaaaaaaa/remoteEntry.js`)

  await forbid()
  assert.equal(await entryOf('parts'), '/remotes/parts/1.0.0-aaaaaaaa/remoteEntry.js')
  assert.ok(!(await policy()).includes(origin))
})

test('files that are missing, changed or unreadable for pages at the origin keep a build from being activated', async () => {
  await allow()
  await upload('missing', '1.0.0-cccccccc')
  const path = '/remotes/missing/1.0.0-cccccccc/assets/7.js'
  served.delete(path)
  assert.match(detailOf(await activate('missing', '1.0.0-cccccccc')), /assets\/7\.js answers 404/)
  served.set(path, `${chunk};`)
  assert.match(
    detailOf(await activate('missing', '1.0.0-cccccccc')),
    /assets\/7\.js is not the published file/,
  )
  served.set(path, 'x'.repeat(100_000))
  assert.match(detailOf(await activate('missing', '1.0.0-cccccccc')), /is not the published file/)
  served.set(path, chunk)
  allows = false
  assert.match(
    detailOf(await activate('missing', '1.0.0-cccccccc')),
    /has no header Access-Control-Allow-Origin for/,
  )
  allows = true
  assert.equal((await activate('missing', '1.0.0-cccccccc')).statusCode, 200)
  await forbid()
})

test('a build whose entry does not hold the hashes of its chunks is not published for another origin', async () => {
  const refused = await upload('loose', '1.0.0-dddddddd', 'var it = 1')
  assert.equal(refused.statusCode, 400)
  assert.match(detailOf(refused), /its entry has no hash of assets\/7\.js: build it with remoteConfig/)
})

test('a file that changes later is told to administrators with its owner once, and the portal serves its copy until it is right', async () => {
  await allow()
  await upload('drifts', '1.0.0-eeeeeeee')
  await activate('drifts', '1.0.0-eeeeeeee')
  await check()
  const own = '/remotes/drifts/1.0.0-eeeeeeee/remoteEntry.js'
  assert.equal(await entryOf('drifts'), origin + own)
  const path = '/remotes/drifts/1.0.0-eeeeeeee/assets/7.js'
  served.set(path, 'stolen()')
  await check()
  await check()
  assert.equal(await entryOf('drifts'), own)
  const [found] = (await listed()).flatMap(({ builds }) => builds).filter(({ remote }) => remote === 'drifts')
  assert.equal(found?.owner, 'Tests')
  assert.match(found.problem ?? '', /assets\/7\.js is not the published file/)
  const alerts = await portal.deps.database.kysely
    .selectFrom('alerts')
    .select(['title', 'message'])
    .where('rule', '=', 'remote-origin')
    .where('user', '=', superadmin.pid)
    .execute()
  assert.equal(alerts.length, 1)
  assert.match(alerts[0]?.message ?? '', /Owner: Tests.*\n.*assets\/7\.js is not the published file/)
  served.set(path, chunk)
  await check()
  assert.equal(await entryOf('drifts'), origin + own)
  await forbid()
})
