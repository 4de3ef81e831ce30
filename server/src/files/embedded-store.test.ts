import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { fileStorePromises } from './file-store-suite.ts'
import { makeStoreKey } from '#platform/storage/file-store.ts'
import { signedUploadPromises } from './signed-upload-suite.ts'
import { openListeningStore, openStoreIn } from './test-support/open-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'portal-files-'))
after(() => rm(folder, { recursive: true, force: true }))

/** File names below a folder at any depth, without their paths. */
async function filesBelow(start: string): Promise<string[]> {
  const entries = await readdir(start, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name)
}

const listening = await openListeningStore()
after(() => listening.close())
for (const [promise, keep] of Object.entries({ ...fileStorePromises, ...signedUploadPromises })) {
  test(`embedded store: ${promise}`, () => keep(async () => listening.store))
}

test('a server killed in the middle of an upload leaves no partial file that can be read', async () => {
  const home = join(folder, 'killed')
  const key = makeStoreKey(randomBytes(16))
  const server = spawn(
    process.execPath,
    [join(import.meta.dirname, 'test-support/put-and-hang.ts'), home, key],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(server.stdout, 'data')
  const ended = once(server, 'exit')
  server.kill('SIGKILL')
  await ended

  const store = await openStoreIn(home)
  assert.equal(await store.head(key), null)
  assert.deepEqual(await filesBelow(join(home, 'objects')), [])
  await store.put(key, Readable.from([Buffer.from('whole')], { objectMode: false }), { size: 5 })
  assert.equal((await store.head(key))?.size, 5)
})

test('temporary files of a killed server are removed after a day, but not while another server may still write them', async () => {
  const home = join(folder, 'abandoned')
  await mkdir(join(home, 'incoming'), { recursive: true })
  await writeFile(join(home, 'incoming', 'old'), 'x')
  await writeFile(join(home, 'incoming', 'young'), 'x')
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000)
  await utimes(join(home, 'incoming', 'old'), twoDaysAgo, twoDaysAgo)
  // Stands for a file that another server removes between the listing and the look at it.
  await symlink(join(home, 'gone'), join(home, 'incoming', 'removed'))
  await openStoreIn(home)
  assert.deepEqual((await readdir(join(home, 'incoming'))).toSorted(), ['removed', 'young'])
})

test('files are spread over folders by their keys, readable only by the server', async () => {
  const home = join(folder, 'sharded')
  const store = await openStoreIn(home)
  const key = makeStoreKey(Buffer.from('0123456789abcdef0123456789abcdef', 'hex'))
  await store.put(key, Readable.from([Buffer.from('plan')], { objectMode: false }), { size: 4 })
  const { mode } = await stat(join(home, 'objects', '01', '23', key))
  assert.equal(mode & 0o077, 0)
  assert.deepEqual(await readdir(join(home, 'incoming')), [])
})

test('75: planted links lead nowhere, and case variants, reserved names and paths never collide on the disk', async () => {
  const home = join(folder, 'links')
  const store = await openStoreIn(home)
  const key = makeStoreKey(randomBytes(16))
  await mkdir(join(home, 'objects', key.slice(0, 2), key.slice(2, 4)), { recursive: true })
  await symlink('/etc/passwd', join(home, 'objects', key.slice(0, 2), key.slice(2, 4), key))
  assert.equal(await store.head(key), null)
  await assert.rejects(store.get(key), { reason: 'missing' })

  // The server's keys are the only names written to the disk.
  const other = join(folder, 'case')
  const strict = await openStoreIn(other)
  const keys = [makeStoreKey(randomBytes(16)), makeStoreKey(randomBytes(16))]
  for (const key of keys)
    await strict.put(key, Readable.from([Buffer.from(key)], { objectMode: false }), { size: 32 })
  assert.deepEqual((await filesBelow(other)).toSorted(), keys.toSorted())
  for (const key of keys)
    await assert.rejects(strict.put(key.toUpperCase(), Readable.from([]), { size: 0 }), { reason: 'bad-key' })
})
