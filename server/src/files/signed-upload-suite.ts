import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { StoreRefusal, makeStoreKey } from '#platform/storage/file-store.ts'
import type { FileStore, StoreRefusalReason } from '#platform/storage/file-store.ts'
import type { StorePromise } from './file-store-suite.ts'

const newKey = () => makeStoreKey(randomBytes(16))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const refused = (reason: StoreRefusalReason) => (error: unknown) =>
  error instanceof StoreRefusal && error.reason === reason
const mimeType = 'application/pdf'

async function signed(store: FileStore, key: string, size: number, at = new Date()): Promise<string> {
  return store.signUpload({ key, size, mimeType, at, lifetimeMs: 600_000 })
}

async function send(
  url: string,
  bytes: Buffer,
  type = mimeType,
  method = 'PUT',
): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': type },
    body: Uint8Array.from(bytes),
  })
  return { status: response.status, text: await response.text() }
}

/** For each of these positions, sends bytes to the URL with that byte changed, and expects a refusal. */
async function refuseAltered(url: string, places: readonly number[]): Promise<void> {
  for (const at of places) {
    const { status } = await send(
      url.slice(0, at) + (url[at] === '1' ? '2' : '1') + url.slice(at + 1),
      randomBytes(10),
    )
    assert.ok(
      status === 403 || status === 400,
      `${status} with byte ${at} changed, behind ${url.slice(Math.max(0, at - 20), at)}`,
    )
  }
}

async function bytesOf(store: FileStore, key: string): Promise<Buffer> {
  return buffer((await store.get(key)).body)
}

/** Requirements on every file store for uploads through signed URLs. */
export const signedUploadPromises: Readonly<Record<string, StorePromise>> = {
  'bytes sent to a signed address are frozen as they came, with size and hash, and asking again answers the same':
    async (open) => {
      const [store, key, bytes] = [await open(), newKey(), randomBytes(300_001)]
      assert.equal((await send(await signed(store, key, bytes.byteLength), bytes)).status, 200)
      const frozen = await store.freeze(key, { size: bytes.byteLength, mimeType })
      assert.deepEqual([frozen.size, frozen.sha256], [bytes.byteLength, sha256(bytes)])
      assert.deepEqual(await bytesOf(store, frozen.key), bytes)
      const again = await store.freeze(key, { size: bytes.byteLength, mimeType })
      assert.deepEqual([again.size, again.sha256], [frozen.size, frozen.sha256])
    },

  'an empty file is sent and frozen like any other': async (open) => {
    const [store, key] = [await open(), newKey()]
    assert.equal((await send(await signed(store, key, 0), Buffer.alloc(0))).status, 200)
    assert.equal((await store.freeze(key, { size: 0, mimeType })).size, 0)
  },

  'what was not sent cannot be frozen, and is not there to be read': async (open) => {
    const [store, key] = [await open(), newKey()]
    await assert.rejects(store.freeze(key, { size: 5, mimeType }), refused('missing'))
    assert.equal(await store.head(key), null)
  },

  'an upload that is not frozen is no object yet': async (open) => {
    const [store, key, bytes] = [await open(), newKey(), randomBytes(100)]
    await send(await signed(store, key, 100), bytes)
    assert.equal(await store.head(key), null)
    await assert.rejects(store.get(key), refused('missing'))
  },

  'a byte too many or too few, another type and another method are refused, and the address takes the right bytes afterwards':
    async (open) => {
      const [store, key, bytes] = [await open(), newKey(), randomBytes(5000)]
      const url = await signed(store, key, 5000)
      for (const wrong of [randomBytes(4999), randomBytes(5001), Buffer.alloc(0)])
        assert.equal((await send(url, wrong)).status, 403)
      assert.equal((await send(url, bytes, 'text/html')).status, 403)
      assert.equal((await send(url, bytes, mimeType, 'POST')).status >= 400, true)
      await assert.rejects(store.freeze(key, { size: 5000, mimeType }), refused('missing'))
      assert.equal((await send(url, bytes)).status, 200)
      assert.equal((await store.freeze(key, { size: 5000, mimeType })).sha256, sha256(bytes))
    },

  'no value in a signed address can be altered': async (open) => {
    const [store, key] = [await open(), newKey()]
    const url = await signed(store, key, 10)
    await refuseAltered(
      url,
      [...url.matchAll(/=[^&]*/g)].flatMap(({ 0: value, index }) => [index + 1, index + value.length - 1]),
    )
    await assert.rejects(store.freeze(key, { size: 10, mimeType }), refused('missing'))
  },

  'no name in a signed address can be altered, and nothing added to it': async (open) => {
    const [store, key] = [await open(), newKey()]
    const url = await signed(store, key, 10)
    await refuseAltered(
      url,
      [...url.matchAll(/[?&][^=]*/g)].map(({ index }) => index + 1),
    )
    for (const more of ['&more=1', '%20', '&', '&signature=1'])
      assert.equal((await send(url + more, randomBytes(10))).status, 403)
    await assert.rejects(store.freeze(key, { size: 10, mimeType }), refused('missing'))
  },

  'an address signed for one key opens no other': async (open) => {
    const [store, key, other] = [await open(), newKey(), newKey()]
    const { status } = await send((await signed(store, key, 10)).replace(key, other), randomBytes(10))
    assert.equal(status, 403)
    await assert.rejects(store.freeze(other, { size: 10, mimeType }), refused('missing'))
  },

  'an address signed too long ago says that the request has expired': async (open) => {
    const [store, key] = [await open(), newKey()]
    const { status, text } = await send(
      await signed(store, key, 10, new Date(Date.now() - 3_600_000)),
      randomBytes(10),
    )
    assert.equal(status, 403)
    assert.match(text, /Request has expired/)
  },

  'a PUT repeated after the freezing changes nothing': async (open) => {
    const [store, key, bytes] = [await open(), newKey(), randomBytes(5000)]
    const url = await signed(store, key, 5000)
    await send(url, bytes)
    const frozen = await store.freeze(key, { size: 5000, mimeType })
    await send(url, randomBytes(5000))
    await send(url, bytes)
    assert.deepEqual(await bytesOf(store, frozen.key), bytes)
  },

  'of two uploads to one address at once one wins, and its hash is that of the bytes kept': async (open) => {
    const [store, key] = [await open(), newKey()]
    const url = await signed(store, key, 200_000)
    const both = [randomBytes(200_000), randomBytes(200_000)]
    const responses = await Promise.all(both.map((bytes) => send(url, bytes)))
    assert.ok(responses.some(({ status }) => status === 200))
    const frozen = await store.freeze(key, { size: 200_000, mimeType })
    const kept = await bytesOf(store, frozen.key)
    assert.equal(frozen.sha256, sha256(kept))
    assert.ok(both.some((bytes) => bytes.equals(kept)))
  },

  'an upload of another size than the one to be frozen is thrown away': async (open) => {
    const [store, key] = [await open(), newKey()]
    await send(await signed(store, key, 100), randomBytes(100))
    await assert.rejects(store.freeze(key, { size: 101, mimeType }), refused('size-mismatch'))
    await assert.rejects(store.freeze(key, { size: 100, mimeType }), refused('missing'))
  },

  'an upload can be discarded, twice even': async (open) => {
    const [store, key] = [await open(), newKey()]
    await send(await signed(store, key, 100), randomBytes(100))
    await store.discardUpload(key)
    await store.discardUpload(key)
    await assert.rejects(store.freeze(key, { size: 100, mimeType }), refused('missing'))
  },

  'all that lies in the store is listed, uploads apart from objects': async (open) => {
    const [store, kept, waiting] = [await open(), newKey(), newKey()]
    for (const key of [kept, waiting]) await send(await signed(store, key, 100), randomBytes(100))
    const frozen = await store.freeze(kept, { size: 100, mimeType })
    const listed = await Array.fromAsync(store.list())
    const kindOf = (key: string) => listed.find((entry) => entry.key === key)?.kind
    assert.deepEqual([kindOf(frozen.key), kindOf(waiting)], ['object', 'upload'])
    assert.ok(listed.every(({ storedAt }) => Math.abs(Date.now() - storedAt.getTime()) < 3_600_000))
  },
}
