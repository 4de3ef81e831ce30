import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { MadeDeployToken, RemoteHealth, SourceMapsResult } from '@portal/contract'
import { packed, packedBuild } from '#test-support/archives.ts'
import { givenBuilds } from '#test-support/builds.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { judgeCanaries } from './judge-canaries.ts'
import { saveLoadReports } from './loads.ts'

const [version, canary] = ['1.0.0-aaaaaaaa', '1.1.0-bbbbbbbb']
const file = 'assets/one.0a1b2c3d4e.js'
/** Column 1 is line 12, column 5 of the first source; offset 8 is the second one. */
const map = {
  version: 3,
  sources: ['webpack://plots_aaaaaaaa/./src/pages/Plots.tsx', 'webpack://plots_aaaaaaaa/./src/other.ts'],
  sourcesContent: ['the secret of the team', 'more'],
  names: [],
  mappings: 'AAWI,QCXJ',
}
let folder: string
let portal: TestApp
let superadmin: Person
let headers: Record<string, string>
before(async () => {
  folder = await givenBuilds()
  portal = await startTestApp({ environment: { buildsDir: folder } })
  superadmin = await portal.given.user({ role: 'superadmin' })
  headers = await tokenOf('plots')
  for (const each of [version, canary]) {
    const payload = await packedBuild({ name: 'plots', version: each, code: `var plots_${each.slice(2, 3)}` })
    const sent = {
      method: 'PUT',
      url: `/api/federation/remotes/plots/versions/${each}`,
      headers,
      payload,
    } as const
    assert.equal((await portal.send(sent)).statusCode, 201)
  }
  await activate({ version })
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

async function tokenOf(remote: string) {
  const payload = { remote, label: remote }
  const made = await portal.send({ method: 'POST', url: '/api/federation/tokens', payload }, superadmin)
  const { token } = MadeDeployToken.parse(made.json())
  return { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' }
}

async function activate(payload: object): Promise<void> {
  const url = '/api/federation/remotes/plots/activate'
  assert.equal((await portal.send({ method: 'POST', url, payload }, superadmin)).statusCode, 200)
}

const upload = async (entries: { name: string; content: string }[], of = version, by = headers) =>
  portal.send({
    method: 'PUT',
    url: `/api/federation/remotes/plots/versions/${of}/maps`,
    headers: by,
    payload: await packed(entries),
  })

const entryOf = (content: object, name = `${file}.map`) => ({ name, content: JSON.stringify(content) })

const errorAt = (place: string, of = version) =>
  ({
    remote: 'plots',
    version: of,
    kind: 'error',
    message: `Error: at ${place}`,
    place,
    path: '/plots',
  }) as const

test('errors are shown with their place in the source, once the team has uploaded the maps', async () => {
  const errors = [errorAt(`${file}:1:3`), errorAt(`${file}:1:12`), errorAt('remoteEntry.js:1:3'), errorAt('')]
  await saveLoadReports(portal.deps, { loads: [], errors }, null)
  const sources = async () => {
    const url = '/api/federation/remotes/plots/health'
    const answer = await portal.send({ method: 'GET', url }, superadmin)
    const health = RemoteHealth.parse(answer.json())
    return Object.fromEntries(health.errors.map(({ place, source }) => [place, source]))
  }
  assert.ok(Object.values(await sources()).every((source) => source === null))
  const stored = await upload([entryOf(map)])
  assert.deepEqual(SourceMapsResult.parse(stored.json()), { name: 'plots', version, maps: 1 })
  assert.deepEqual(await sources(), {
    [`${file}:1:3`]: 'src/pages/Plots.tsx:12:5',
    [`${file}:1:12`]: 'src/other.ts:1:1',
    'remoteEntry.js:1:3': null,
    '': null,
  })
})

test('source maps are never served, and the text of the sources is not even stored', async () => {
  await upload([entryOf(map)])
  for (const url of [
    `/remotes/plots/${version}/${file}.map`,
    `/api/federation/remotes/plots/versions/${version}/maps`,
  ])
    assert.equal((await portal.send({ method: 'GET', url }, superadmin)).statusCode, 404)
  const [row] = await portal.deps.database.kysely
    .selectFrom('remote_source_maps')
    .select(['packed', 'size'])
    .execute()

  assert.doesNotMatch(gunzipSync(row?.packed ?? '').toString(), /secret of the team/)
})

test('maps in the archive of a build are set apart', async () => {
  const [name, of] = ['sheds', '1.0.0-cccccccc']
  const manifest = {
    name,
    owner: 'Tests',
    contract: '^1.0.0',
    routes: [],
    panels: [],
    collections: [],
    apis: [],
  }
  const record = { name, version: of, entry: 'remoteEntry.js', manifest }
  const payload = await packed([
    { name: 'remoteEntry.js', content: 'var sheds' },
    { name: 'remoteEntry.js.map', content: JSON.stringify(map) },
    { name: 'portal-build.json', content: JSON.stringify(record) },
  ])
  const url = `/api/federation/remotes/${name}/versions/${of}`
  const sent = await portal.send({ method: 'PUT', url, headers: await tokenOf(name), payload })
  assert.equal(sent.statusCode, 201, sent.body)
  const served = (path: string) => portal.send({ method: 'GET', url: `/remotes/${name}/${of}/${path}` })
  assert.equal((await served('remoteEntry.js')).statusCode, 200)
  assert.equal((await served('remoteEntry.js.map')).statusCode, 404)
})

test('what is no map, or of no file of the build, is refused', async () => {
  const wrong = [
    [entryOf(map, 'assets/unknown.js.map')],
    [entryOf(map, file)],
    [{ name: `${file}.map`, content: 'not json' }],
    [entryOf({ version: 2, sources: [], mappings: '' })],
    [entryOf({ ...map, mappings: 'A'.repeat(9 * 1_048_576) })],
  ]
  for (const entries of wrong) {
    const answer = await upload(entries)
    assert.equal(answer.statusCode, 400, answer.body)
  }
  assert.equal((await upload([entryOf(map)], '9.9.9-99999999')).statusCode, 404)
  assert.equal((await upload([entryOf(map)], version, await tokenOf('docks'))).statusCode, 403)
  const url = `/api/federation/remotes/plots/versions/${version}/maps`
  assert.equal((await portal.send({ method: 'PUT', url }, superadmin)).statusCode, 401)
})

test('a map that cannot be decoded hides no error', async () => {
  await upload([entryOf({ ...map, mappings: '!!!' })], canary)
  await saveLoadReports(portal.deps, { loads: [], errors: [errorAt(`${file}:1:3`, canary)] }, null)
  const url = '/api/federation/remotes/plots/health'
  const answer = await portal.send({ method: 'GET', url }, superadmin)
  assert.equal(answer.statusCode, 200, answer.body)
})

test('the alert about a withdrawn canary names the places in the source', async () => {
  const of = '1.2.0-dddddddd'
  const payload = await packedBuild({ name: 'plots', version: of, code: 'var plots_d' })
  await portal.send({ method: 'PUT', url: `/api/federation/remotes/plots/versions/${of}`, headers, payload })
  await upload([entryOf(map)], of)
  await activate({ version: of, canary: { percent: 50 } })
  const load = (each: string, isFailed: boolean) =>
    isFailed
      ? ({
          remote: 'plots',
          version: each,
          outcome: 'failed',
          phase: 'mount',
          message: 'x',
          path: '/',
        } as const)
      : ({ remote: 'plots', version: each, outcome: 'loaded', phases: { mount: 9 } } as const)
  await saveLoadReports(portal.deps, { loads: [], errors: [errorAt(`${file}:1:3`, of)] }, null)
  for (let index = 0; index < 20; index += 1)
    await saveLoadReports(portal.deps, { loads: [load(of, true), load(version, false)] }, null)
  assert.equal((await judgeCanaries(portal.deps)).withdrawn, 1)
  const [alert] = await portal.deps.database.kysely
    .selectFrom('alerts')
    .select('message')
    .where('rule', '=', 'canary-withdrawn')
    .where('user', '=', superadmin.pid)
    .execute()
  assert.match(alert?.message ?? '', /\(src\/pages\/Plots\.tsx:12:5\)/)
})
