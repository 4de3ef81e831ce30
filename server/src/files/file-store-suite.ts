import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { StoreRefusal, makeBuildKey, makeStoreKey } from '#platform/storage/file-store.ts'
import type { FileStore, StoreRefusalReason } from '#platform/storage/file-store.ts'

const newKey = () => makeStoreKey(randomBytes(16))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const refused = (reason: StoreRefusalReason) => (error: unknown) =>
  error instanceof StoreRefusal && error.reason === reason

/** A stream of small parts, as from a browser, that can fail with an error. */
function streamOf(bytes: Buffer, failure?: Error): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.byteLength; at += 1000) yield bytes.subarray(at, at + 1000)
      if (failure) throw failure
    })(),
    { objectMode: false },
  )
}

/** A requirement on every file store, tested against the store that `open` returns. */
export type StorePromise = (open: () => Promise<FileStore>) => Promise<void>

/**
 * Requirements on every file store, whichever adapter it is, as tests by name. `open` returns a store to
 * test; it may be the same one each time.
 */
export const fileStorePromises: Readonly<Record<string, StorePromise>> = {
  'what was put is got back, byte for byte, with its size and hash': async (open) => {
    const [store, key, bytes] = [await open(), newKey(), randomBytes(100_001)]
    assert.deepEqual(
      await store.put(key, streamOf(bytes), { size: bytes.byteLength, sha256: sha256(bytes) }),
      {
        size: 100_001,
        sha256: sha256(bytes),
      },
    )
    const { size, body } = await store.get(key)
    assert.equal(size, 100_001)
    assert.deepEqual(await buffer(body), bytes)
    assert.equal((await store.head(key))?.size, 100_001)
  },

  'an empty file is a file': async (open) => {
    const [store, key] = [await open(), newKey()]
    await store.put(key, streamOf(Buffer.alloc(0)), { size: 0 })
    assert.equal((await buffer((await store.get(key)).body)).byteLength, 0)
  },

  'a range answers exactly those bytes and the whole size': async (open) => {
    const [store, key, bytes] = [await open(), newKey(), randomBytes(5000)]
    await store.put(key, streamOf(bytes), { size: 5000 })
    for (const [start, end] of [
      [0, 99],
      [1200, 3399],
      [4999, 4999],
    ] as const) {
      const { size, body } = await store.get(key, { start, end })
      assert.equal(size, 5000)
      assert.deepEqual(await buffer(body), bytes.subarray(start, end + 1))
    }
  },

  'the first byte alone can be asked for': async (open) => {
    const [store, key, bytes] = [await open(), newKey(), randomBytes(5000)]
    await store.put(key, streamOf(bytes), { size: 5000 })
    assert.deepEqual(await buffer((await store.get(key, { start: 0, end: 0 })).body), bytes.subarray(0, 1))
  },

  'fewer or more bytes than announced, or other ones, leave nothing behind': async (open) => {
    const [store, bytes] = [await open(), randomBytes(5000)]
    const attempts = [
      { expected: { size: 5001 }, reason: 'size-mismatch' },
      { expected: { size: 4999 }, reason: 'size-mismatch' },
      { expected: { size: 5000, sha256: sha256(randomBytes(8)) }, reason: 'hash-mismatch' },
    ] as const
    for (const { expected, reason } of attempts) {
      const key = newKey()
      await assert.rejects(store.put(key, streamOf(bytes), expected), refused(reason))
      assert.equal(await store.head(key), null)
      await assert.rejects(store.get(key), refused('missing'))
    }
  },

  'an upload that breaks off leaves nothing behind, and its key may be tried again': async (open) => {
    const [store, key, bytes] = [await open(), newKey(), randomBytes(5000)]
    await assert.rejects(
      store.put(key, streamOf(bytes.subarray(0, 3000), new Error('the line broke')), { size: 5000 }),
      /the line broke/,
    )
    assert.equal(await store.head(key), null)
    await store.put(key, streamOf(bytes), { size: 5000 })
    assert.deepEqual(await buffer((await store.get(key)).body), bytes)
  },

  'stored bytes never change: a second put of the key is refused': async (open) => {
    const [store, key, bytes] = [await open(), newKey(), randomBytes(5000)]
    await store.put(key, streamOf(bytes), { size: 5000 })
    await assert.rejects(store.put(key, streamOf(randomBytes(5000)), { size: 5000 }), refused('exists'))
    assert.deepEqual(await buffer((await store.get(key)).body), bytes)
  },

  'of two puts of one key at once exactly one wins, and its hash is that of the bytes kept': async (open) => {
    const [store, key] = [await open(), newKey()]
    const both = [randomBytes(200_000), randomBytes(200_000)]
    const ends = await Promise.allSettled(
      both.map((bytes) => store.put(key, streamOf(bytes), { size: 200_000 })),
    )
    const kept = sha256(await buffer((await store.get(key)).body))
    assert.deepEqual(
      ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.sha256] : [])),
      [kept],
    )
  },

  'a deleted object is gone, and deleting it again is no error': async (open) => {
    const [store, key] = [await open(), newKey()]
    await store.put(key, streamOf(randomBytes(10)), { size: 10 })
    await store.delete(key)
    await store.delete(key)
    assert.equal(await store.head(key), null)
  },

  'a file of a build lies under its name, version and path, is listed there and apart from the files, never changes, and goes':
    async (open) => {
      const [store, version, bytes] = [
        await open(),
        `1.0.0-${randomBytes(4).toString('hex')}`,
        randomBytes(3000),
      ]
      const keys = ['remoteEntry.js', 'assets/one.0a1b2c3d4e.js.br'].map((path) =>
        makeBuildKey('ports', version, path),
      )
      for (const key of keys) await store.put(key, streamOf(bytes), { size: 3000, sha256: sha256(bytes) })
      const listed = async () =>
        (await Array.fromAsync(store.listBuilds())).filter((key) => key.includes(version)).toSorted()
      assert.deepEqual(await listed(), keys.toSorted())
      const [key = ''] = keys
      await assert.rejects(store.put(key, streamOf(randomBytes(3000)), { size: 3000 }), refused('exists'))
      assert.deepEqual(await buffer((await store.get(key)).body), bytes)
      for (const each of [...keys, key]) await store.delete(each)
      assert.deepEqual([await listed(), await store.head(key)], [[], null])
    },

  'nothing but a key opens the store: paths, names and drives are refused by every call': async (open) => {
    const store = await open()
    for (const key of [
      '',
      '..',
      '../../etc/passwd',
      '/etc/passwd',
      'a'.repeat(31),
      'A'.repeat(32),
      `${'a'.repeat(31)}/`,
      `${'a'.repeat(32)}\0`,
      'C:\\boot.ini',
      'remotes',
      'remotes/ports',
      'remotes/ports/1.0.0-aaaaaaaa',
      'remotes/ports/1.0.0-aaaaaaaa/../../../secret.key',
      'remotes/ports/../remoteEntry.js',
      'remotes/ports/1.0.0-aaaaaaaa//remoteEntry.js',
      'remotes/ports/1.0.0-aaaaaaaa/.hidden',
      'remotes/ports/1.0.0-aaaaaaaa/a\\b.js',
    ]) {
      await assert.rejects(
        async () => store.put(key, streamOf(randomBytes(1)), { size: 1 }),
        refused('bad-key'),
      )
      await assert.rejects(async () => store.get(key), refused('bad-key'))
      await assert.rejects(async () => store.head(key), refused('bad-key'))
      await assert.rejects(async () => store.delete(key), refused('bad-key'))
    }
  },

  'an object in the bin is read there alone, for a backup that began before it went': async (open) => {
    const store = await open()
    const [key, bytes] = [newKey(), randomBytes(3000)]
    await store.put(key, streamOf(bytes), { size: 3000 })
    await assert.rejects(store.getFromBin(key), refused('missing'))
    await store.moveToBin(key, 'object')
    await assert.rejects(store.get(key), refused('missing'))
    const { size, body } = await store.getFromBin(key)
    assert.deepEqual([size, await buffer(body)], [3000, bytes])
    await store.purge(key, 'object')
    await assert.rejects(store.getFromBin(key), refused('missing'))
  },

  'it says when asked that it can serve': async (open) => {
    await (await open()).ping()
  },
}
