import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, beforeEach, test } from 'node:test'
import {
  DeployedRemotes,
  LatestBuild,
  LoadOverview,
  MadeDeployToken,
  MadePreview,
  Problem,
  Registry,
  previewCookie,
} from '@portal/contract'
import type { RemoteLoads, RouteDeclaration } from '@portal/contract'
import { packedBuild } from '#test-support/archives.ts'
import { givenBuilds } from '#test-support/builds.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { sweepBuilds } from './sweep-builds.ts'
import { sweepPreviews } from './sweep-previews.ts'

const dayMs = 24 * 60 * 60_000
const [stable, first, second] = ['1.0.0-aaaaaaaa', '1.1.0-bbbbbbbb', '1.2.0-cccccccc']
let folder: string
let portal: TestApp
let admin: Person
let superadmin: Person
let team: Person
let token: string
let number = 0
let name = ''
before(async () => {
  folder = await givenBuilds()
  portal = await startTestApp({ environment: { buildsDir: folder } })
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const json = { 'content-type': 'application/json' }
const send = (
  method: 'POST' | 'DELETE',
  url: string,
  payload: object | undefined,
  by: Person | string | undefined,
  cookie?: string,
) => {
  const auth = typeof by === 'string' ? { authorization: `Bearer ${by}` } : {}
  const headers = { ...(payload !== undefined && json), ...auth, ...(cookie !== undefined && { cookie }) }
  const request = { method, url, headers, ...(payload !== undefined && { payload }) }
  return typeof by === 'string' ? portal.send(request) : portal.send(request, by)
}

async function upload(version: string, routes?: RouteDeclaration[]) {
  const manifest = routes === undefined ? {} : { routes }
  const payload = await packedBuild({ name, version, manifest, code: `var ${name}_${version.slice(-2)}` })
  const url = `/api/federation/remotes/${name}/versions/${version}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' }
  return portal.send({ method: 'PUT', url, headers, payload })
}

const activate = (version: string, more: object = {}) =>
  send('POST', `/api/federation/remotes/${name}/activate`, { version, ...more }, token)
const preview = (branch: string, version: string, more: object = {}) =>
  send('POST', `/api/federation/remotes/${name}/previews`, { branch, version, ...more }, token)

// Sessions end when the clock passes, so each test has its own people.
beforeEach(async () => {
  admin = await portal.given.user({ role: 'admin' })
  superadmin = await portal.given.user({ role: 'superadmin' })
  team = await portal.given.user({ role: 'team' })
  number += 1
  name = `docks${'abcdefghijklmnopqrstuvwxyz'.charAt(number)}`
  const made = await send('POST', '/api/federation/tokens', { remote: name, label: 'CI' }, superadmin)
  token = MadeDeployToken.parse(made.json()).token
  assert.equal((await upload(stable)).statusCode, 201)
  assert.equal((await activate(stable)).statusCode, 200)
})

/** The cookies of a person who has opened a preview. */
async function opened(person: Person, branch: string, of = name): Promise<string> {
  const response = await send('POST', '/api/federation/preview', { preview: `${of}@${branch}` }, person)
  assert.equal(response.statusCode, 204, response.body)
  const cookie = response.cookies.find((each) => each.name === previewCookie)
  assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.maxAge], [true, 'Strict', 7 * 24 * 60 * 60])
  return `${await portal.given.cookieOf(person)}; ${previewCookie}=${encodeURIComponent(cookie?.value ?? '')}`
}

async function entry(cookie: string) {
  const response = await portal.send({ method: 'GET', url: '/federation/registry.json', headers: { cookie } })
  const found = Registry.parse(response.json()).remotes.find((remote) => remote.name === name)
  return found?.state === 'on' ? found : undefined
}
const overview = async () =>
  DeployedRemotes.parse(
    (await portal.send({ method: 'GET', url: '/api/federation/remotes' }, superadmin)).json(),
  )
const isServed = async (version: string) =>
  (await portal.send({ method: 'GET', url: `/remotes/${name}/${version}/remoteEntry.js` })).statusCode === 200

test('a preview is seen by those who opened it and nobody else, and redeploying the branch replaces it', async () => {
  assert.equal((await upload(first)).statusCode, 201)
  const made = await preview('feature/x', first)
  assert.equal(made.statusCode, 201, made.body)
  assert.equal(MadePreview.parse(made.json()).path, `/${name}?preview=${name}%40feature%2Fx`)

  const cookie = await opened(admin, 'feature/x')
  const seen = await entry(cookie)
  assert.deepEqual(
    [seen?.version, seen?.preview?.branch, seen?.previous?.version],
    [first, 'feature/x', stable],
  )
  assert.equal((await entry(await portal.given.cookieOf(admin)))?.version, stable, 'other sessions')
  assert.equal((await entry(await portal.given.cookieOf(team)))?.version, stable)
  const latest = await portal.send({ method: 'GET', url: '/builds/latest.json', headers: { cookie } })
  assert.equal(LatestBuild.parse(latest.json()).remotes[name], first)

  await upload(second)
  assert.equal((await preview('feature/x', second)).statusCode, 201)
  assert.equal((await entry(cookie))?.version, second, 'the same link, without a new consent')
  assert.deepEqual(
    (await overview()).previews
      .filter((each) => each.name === name)
      .map(({ branch, version }) => [branch, version]),
    [['feature/x', second]],
  )
})

test('a preview of a remote that was never deployed has its own page', async () => {
  const [deployed, known] = [name, token]
  name = `${name}new`
  token = MadeDeployToken.parse(
    (await send('POST', '/api/federation/tokens', { remote: name, label: 'CI' }, superadmin)).json(),
  ).token
  await upload(first)
  assert.equal((await preview('main', first)).statusCode, 201)
  const cookie = await opened(admin, 'main')
  assert.equal((await entry(cookie))?.version, first)
  const page = (headers: { cookie: string }) =>
    portal.send({ method: 'GET', url: `/api/routes/validate?path=/${name}`, headers })
  assert.equal((await page({ cookie })).statusCode, 204)
  assert.equal((await page({ cookie: await portal.given.cookieOf(admin) })).statusCode, 404)
  ;[name, token] = [deployed, known]
})

test('only who may deploy sees a preview, unless its deployer opened it to the roles with the module', async () => {
  await upload(first)
  await preview('x', first)
  const ask = (person: Person | undefined, branch: string) =>
    send('POST', '/api/federation/preview', { preview: `${name}@${branch}` }, person)
  assert.equal((await ask(team, 'x')).statusCode, 403)
  assert.equal((await ask(undefined, 'x')).statusCode, 401)
  for (const wrong of ['', 'nonsense', `${name}@`, `${name}@none`, `${name}@../x`, 'x'.repeat(300)])
    assert.ok(
      [400, 404].includes(
        (await send('POST', '/api/federation/preview', { preview: wrong }, admin)).statusCode,
      ),
    )

  await preview('x', first, { forRoles: true })
  const cookie = await opened(team, 'x')
  assert.equal((await entry(cookie))?.version, first)
})

test('a cookie of another session, and one that was changed, show nothing', async () => {
  await upload(first)
  await preview('x', first)
  const cookie = await opened(admin, 'x')
  const own = cookie.split('; ').at(-1) ?? ''
  const other = await portal.given.user({ role: 'admin' })
  for (const each of [
    `${await portal.given.cookieOf(other)}; ${own}`,
    cookie.replace(encodeURIComponent(`${name}@x`), encodeURIComponent(`${name}@y`)),
    own,
  ])
    assert.equal((await entry(each))?.version, stable)
})

test('a preview runs all checks of a deployment', async () => {
  await upload(first, [{ path: '/mine', guard: 'auth', layout: 'default' }])
  assert.equal((await activate(first)).statusCode, 200)
  const taken = name
  name = `${name}other`
  token = MadeDeployToken.parse(
    (await send('POST', '/api/federation/tokens', { remote: name, label: 'CI' }, superadmin)).json(),
  ).token
  await upload(second, [{ path: '/mine', guard: 'auth', layout: 'default' }])
  const clash = await preview('x', second)
  assert.equal(clash.statusCode, 409)
  assert.match(
    Problem.parse(clash.json()).detail ?? '',
    new RegExp(`can’t be previewed: ${taken} has the address /mine`),
  )
  assert.equal((await preview('x', '9.9.9-dddddddd')).statusCode, 404)
  assert.equal((await preview('-x', second)).statusCode, 400)
  assert.equal((await preview('a b', second)).statusCode, 400)
})

test('after seven days, or when it is ended, a preview is gone, with its files when nothing else uses them', async () => {
  await upload(first)
  await preview('x', first, { removeBuild: true })
  await upload(second)
  await preview('y', second, { removeBuild: true })
  const cookie = await opened(admin, 'x')
  const listed = (await overview()).previews.filter((each) => each.name === name)
  const ended = listed.find(({ branch }) => branch === 'x')
  assert.equal(
    (await send('DELETE', `/api/federation/previews/${ended?.pid}`, undefined, team)).statusCode,
    403,
  )
  assert.equal(
    (await send('DELETE', `/api/federation/previews/${ended?.pid}`, undefined, admin)).statusCode,
    204,
  )
  assert.equal((await entry(cookie))?.version, stable)
  assert.ok((await sweepPreviews(portal.deps)).includes(`${name} ${first}`))
  assert.deepEqual(
    [await isServed(first), await isServed(second), await isServed(stable)],
    [false, true, true],
  )

  // A build that went live meanwhile stays.
  assert.equal((await activate(second)).statusCode, 200)
  portal.clock.pass(7 * dayMs + 1)
  superadmin = await portal.given.user({ role: 'superadmin' })
  const late = await send('POST', '/api/federation/preview', { preview: `${name}@y` }, superadmin)
  assert.equal(late.statusCode, 404)
  assert.ok(!(await sweepPreviews(portal.deps)).includes(`${name} ${second}`))
  assert.equal(await isServed(second), true)
  assert.deepEqual(
    (await overview()).previews.filter((each) => each.name === name),
    [],
  )
})

test('a redeployed branch leaves no build behind, and an old build that is previewed is not swept', async () => {
  await upload(first)
  await preview('x', first, { removeBuild: true })
  await upload(second)
  await preview('x', second, { removeBuild: true })
  assert.ok((await sweepPreviews(portal.deps)).includes(`${name} ${first}`))
  assert.equal((await upload(first)).statusCode, 201, 'it can be uploaded again')
  portal.clock.pass(6 * dayMs)
  assert.ok(!(await sweepPreviews(portal.deps)).includes(`${name} ${second}`))
  assert.ok(!(await sweepBuilds(portal.deps)).includes(`${name} ${second}`))
})

test('a preview counts neither for the live version nor for a canary, and opening it is a trial', async () => {
  await upload(first)
  assert.equal((await activate(first, { canary: { percent: 50 } })).statusCode, 200)
  await preview('x', first)
  const cookie = await opened(admin, 'x')
  const reports: RemoteLoads = {
    loads: [
      {
        remote: name,
        version: first,
        outcome: 'failed',
        phase: 'mount',
        message: 'TypeError: x',
        path: '/x',
      },
    ],
    errors: [{ remote: name, version: first, kind: 'error', message: 'Error: y', place: '', path: '/x' }],
  }
  assert.equal((await send('POST', '/api/federation/loads', reports, undefined, cookie)).statusCode, 204)
  const loads = LoadOverview.parse(
    (await portal.send({ method: 'GET', url: '/api/federation/loads' }, superadmin)).json(),
  )
  assert.ok(loads.remotes.every(({ remote }) => remote !== name))
  assert.ok([...loads.errors, ...loads.pageErrors].every(({ remote }) => remote !== name))
  const remote = (await overview()).remotes.find((each) => each.name === name)
  const version = remote?.versions.find((each) => each.version === first)
  assert.deepEqual([version?.mounts, version?.evidence?.mounts], [0, 0])
  assert.equal(version?.trial?.failure, 'mount: TypeError: x')
  assert.equal(remote?.versions.find((each) => each.version === stable)?.trial, null, 'not tried')
})

test('a build that failed its trial goes live only with anyway, which the history records (M13)', async () => {
  await upload(first)
  const trial = (body: object, version = first) =>
    send('POST', `/api/federation/remotes/${name}/versions/${version}/trial`, body, token)
  const failed = { outcome: 'failed', phase: 'mount', message: 'TypeError: no document' }
  assert.equal((await trial(failed)).statusCode, 204)
  assert.equal((await trial(failed, '9.9.9-dddddddd')).statusCode, 404)
  assert.equal((await trial({ outcome: 'perhaps' })).statusCode, 400)
  for (const more of [{}, { canary: { percent: 10 } }]) {
    const refused = await activate(first, more)
    assert.equal(refused.statusCode, 409)
    assert.match(
      Problem.parse(refused.json()).detail ?? '',
      /not activated: it failed when it was tried in a page \(mount: TypeError: no document\)/,
    )
  }
  assert.equal((await preview('look', first)).statusCode, 201, 'it can still be looked at')
  assert.equal((await activate(first, { anyway: true })).statusCode, 200)
  const remote = (await overview()).remotes.find((each) => each.name === name)
  assert.match(
    remote?.history[0]?.note ?? '',
    /Activated anyway. It failed when it was tried in a page: mount/,
  )

  await upload(second)
  await trial(failed, second)
  await trial({ outcome: 'mounted' }, second)
  assert.equal((await activate(second)).statusCode, 200, 'the last trial counts')
})
