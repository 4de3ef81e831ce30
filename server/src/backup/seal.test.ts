import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSeal, createUnseal, deriveKey } from './seal.ts'

const key = deriveKey('a key of the office, 2026')
const [saltBytes, chunkBytes, tagBytes] = [32, 65_536, 16]

/** Passes bytes through a step, in parts of any sizes. */
function pass(bytes: Buffer, step: Transform, cuts: readonly number[] = []): Promise<Buffer> {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  const parts = places.slice(1).map((end, index) => bytes.subarray(places[index], end))
  const source = Readable.from(parts, { objectMode: false })
  source.on('error', (error) => step.destroy(error))
  return buffer(source.pipe(step))
}

const seal = (bytes: Buffer, name = 'files/a', cuts?: readonly number[]) =>
  pass(bytes, createSeal(key, name), cuts)
const unseal = (bytes: Buffer, name = 'files/a', cuts?: readonly number[]) =>
  pass(bytes, createUnseal(key, name), cuts)

const sizes = fc.oneof(
  fc.constantFrom(0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 3 * chunkBytes + 7),
  fc.nat(200_000),
)
const cuts = fc.array(fc.nat(300_000), { maxLength: 6 })

test('what is encrypted is read back, whatever its size and the parts it comes in', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, cuts, cuts, async (size, cutsIn, cutsOut) => {
      const bytes = randomBytes(size)
      const sealed = await seal(bytes, 'files/a', cutsIn)
      assert.ok((await unseal(sealed, 'files/a', cutsOut)).equals(bytes))
    }),
    { numRuns: 60 },
  )
})

test('no byte of an encrypted file can be changed, and no end cut off', async () => {
  const sealed = await seal(randomBytes(3 * chunkBytes))
  for (const at of [0, saltBytes, saltBytes + chunkBytes, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    await assert.rejects(unseal(changed), /cannot be decrypted/)
  }
  const firstChunk = saltBytes + chunkBytes + tagBytes
  for (const length of [0, saltBytes, firstChunk, firstChunk + chunkBytes + tagBytes, sealed.length - 1])
    await assert.rejects(unseal(sealed.subarray(0, length)), /cannot be decrypted/)
})

test('chunks cannot change places, and a file cannot take the place of another', async () => {
  const sealed = await seal(randomBytes(2 * chunkBytes))
  const [start, size] = [saltBytes, chunkBytes + tagBytes]
  const swapped = Buffer.concat([
    sealed.subarray(0, start),
    sealed.subarray(start + size),
    sealed.subarray(start, start + size),
  ])
  await assert.rejects(unseal(swapped), /cannot be decrypted/)
  await assert.rejects(unseal(sealed, 'files/b'), /cannot be decrypted/)
})

test('a passphrase gives the same key again only with the same salt', () => {
  const again = deriveKey('a key of the office, 2026', key.salt)
  assert.ok(again.bytes.equals(key.bytes))
  assert.ok(!deriveKey('a key of the office, 2026').bytes.equals(key.bytes))
})
