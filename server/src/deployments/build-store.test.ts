import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { retentionDays, retainedVersions } from '@portal/contract'
import { levelStore } from '#platform/federation/build-store.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { openStoreIn } from '#files/test-support/open-store.ts'
import type { DomainDeps } from '#domain/deps.ts'
import { manifestOf, packed, packedBuild } from '#test-support/archives.ts'
import { givenBuilds } from '#test-support/builds.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { BuildFiles } from './build-files.ts'
import { sweepBuilds } from './sweep-builds.ts'
import { publishUpload } from './upload.ts'

let buildsDir: string
let otherFolder: string
let portal: TestApp
before(async () => {
  buildsDir = await givenBuilds()
  otherFolder = await mkdtemp(join(tmpdir(), 'portal-other-store-'))
  portal = await startTestApp({ environment: { buildsDir } })
})
after(async () => {
  await portal.close()
  for (const folder of [buildsDir, otherFolder]) await rm(folder, { recursive: true, force: true })
})

const nobody = { person: null, token: null }
const first = '1.0.0-aaaaaaaa'
const publish = async (name: string, version = first, deps: DomainDeps = portal.deps) =>
  publishUpload(deps, { name, version, archive: await packedBuild({ name, version }), by: nobody })

const asset = (path: string) => portal.send({ method: 'GET', url: `/remotes/${path}` })
const stored = async (key: string, store: FileStore = portal.deps.store) => text((await store.get(key)).body)
const below = async (name: string, store: FileStore = portal.deps.store) =>
  (await Array.fromAsync(store.listBuilds())).filter((key) => key.startsWith(`remotes/${name}/`)).toSorted()
const isLogged = (words: RegExp, name: string) =>
  portal.logged.some((line) => words.test(line) && line.includes(`"${name}"`))

/** What a newly started server serves: with an empty cache, and the store of `deps`. */
const servedBy = async (deps: DomainDeps, name: string, path = 'remoteEntry.js') =>
  (await new BuildFiles(deps).find(name, first, path, undefined))?.bytes.toString()

/** A store whose bucket is unavailable. */
const whileStoreIsDown = (): DomainDeps => {
  const fail = () => Promise.reject(new Error('The store went away.'))
  const store = new Proxy(portal.deps.store, { get: () => fail })
  return { ...portal.deps, store }
}

test('a published build is stored under its name, version and path and served from there (issue 8)', async () => {
  await publish('ports')
  assert.deepEqual(await below('ports'), [
    `remotes/ports/${first}/assets/one.0a1b2c3d4e.js`,
    `remotes/ports/${first}/portal-build.json`,
    `remotes/ports/${first}/remoteEntry.js`,
  ])
  assert.equal(await stored(`remotes/ports/${first}/remoteEntry.js`), 'var ports')
  const { kysely } = portal.deps.database
  await kysely
    .updateTable('remote_files')
    .set({ bytes: Buffer.from('x') })
    .where('name', '=', 'ports')
    .execute()
  assert.equal(
    (await asset(`ports/${first}/remoteEntry.js`)).body,
    'var ports',
    'the store has it, so the database is not asked for it',
  )
  const { store } = portal.deps
  await store.delete(`remotes/ports/${first}/portal-build.json`)
  assert.equal(
    (await levelStore(portal.deps)).lost,
    1,
    'what was changed in the database is never written into the store',
  )
})

test('a file missing from the store is still served, and is restored', async () => {
  await publish('lost')
  const key = `remotes/lost/${first}/remoteEntry.js`
  await portal.deps.store.delete(key)
  assert.equal((await asset(`lost/${first}/remoteEntry.js`)).body, 'var lost')
  assert.equal(await stored(key), 'var lost')
  assert.ok(isLogged(/is missing in the file store/, 'lost'))
})

test('a file altered in the store is never served, whatever its length, and is restored', async () => {
  for (const [name, bytes] of [
    ['flipped', 'var flippeD'],
    ['grown', 'var grown, more'],
  ] as const) {
    await publish(name)
    const key = `remotes/${name}/${first}/remoteEntry.js`
    await portal.deps.store.delete(key)
    await portal.deps.store.put(key, Readable.from([bytes], { objectMode: false }), { size: bytes.length })
    assert.equal((await asset(`${name}/${first}/remoteEntry.js`)).body, `var ${name}`)
    assert.equal(await stored(key), `var ${name}`)
    assert.ok(isLogged(/is altered in the file store/, name))
  }
})

test('uploading a published version again, with other or recompressed files, does not change the store', async () => {
  const record = { name: 'twice', version: first, entry: 'remoteEntry.js', manifest: manifestOf('twice') }
  const send = async (code: string, copy: string) => {
    const files = {
      'remoteEntry.js': code,
      'remoteEntry.js.gz': copy,
      'portal-build.json': JSON.stringify(record),
    }
    const archive = await packed(Object.entries(files).map(([path, content]) => ({ name: path, content })))
    return publishUpload(portal.deps, { name: 'twice', version: first, archive, by: nobody })
  }
  assert.equal((await send('var twice', 'one copy')).isNew, true)
  await assert.rejects(send('var other', 'one copy'), { type: 'duplicate' })
  assert.equal((await send('var twice', 'another copy')).isNew, false)
  assert.equal(await stored(`remotes/twice/${first}/remoteEntry.js`), 'var twice')
  assert.equal(await stored(`remotes/twice/${first}/remoteEntry.js.gz`), 'one copy')
})

test('while the store is down, the database serves builds; the log says so and the files are stored later', async () => {
  const deps = whileStoreIsDown()
  assert.equal((await publish('quiet', first, deps)).isNew, true)
  assert.ok(isLogged(/the file store did not take its files/, 'quiet'))
  assert.equal(await servedBy(deps, 'quiet'), 'var quiet')
  assert.ok(isLogged(/the file store does not serve/, 'quiet'))
  assert.deepEqual(await below('quiet'), [])
  await levelStore(portal.deps)
  assert.equal((await below('quiet')).length, 3)
})

test('a second server with its own data folder serves builds of the first one and stores them', async () => {
  await publish('shared')
  const deps = { ...portal.deps, store: await openStoreIn(otherFolder) }
  assert.equal(await servedBy(deps, 'shared'), 'var shared')
  assert.deepEqual(await below('shared', deps.store), [`remotes/shared/${first}/remoteEntry.js`])
  await levelStore(deps)
  assert.equal((await below('shared', deps.store)).length, 3)
})

test('unneeded builds are removed from the store of each server, and no others (20 versions or 30 days)', async () => {
  const other = { ...portal.deps, store: await openStoreIn(otherFolder) }
  const versions = Array.from({ length: retainedVersions + 1 }, (_, place) => `1.0.${place}-aaaaaaaa`)
  for (const version of versions) {
    await publish('aged', version)
    portal.clock.pass(1_000)
  }
  await levelStore(other)
  portal.clock.pass((retentionDays + 1) * 86_400_000)
  assert.ok((await sweepBuilds(portal.deps)).includes(`aged ${versions[0]}`))
  for (const deps of [portal.deps, other]) {
    assert.ok((await levelStore(deps)).removed >= 3)
    const kept = new Set((await below('aged', deps.store)).map((key) => key.split('/')[2]))
    assert.deepEqual(
      [kept.size, versions.filter((version) => !kept.has(version))],
      [retainedVersions, versions.slice(0, 1)],
    )
    const { removed, written } = await levelStore(deps)
    assert.deepEqual([removed, written], [0, 0])
  }
  assert.ok(
    !(await readdir(join(otherFolder, 'remotes/aged'))).includes('1.0.0-aaaaaaaa'),
    'no empty folder stays',
  )
  assert.equal((await asset(`aged/${versions[0]}/remoteEntry.js`)).statusCode, 404)
})
