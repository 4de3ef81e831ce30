import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { createPace } from './pace.ts'

const megabyte = 1_000_000
/** Milliseconds until files of these sizes, read together, have passed. */
async function timeOf(bytesPerSecond: number, sizes: readonly number[]): Promise<number> {
  const pace = createPace(bytesPerSecond)
  const began = performance.now()
  const contents = await Promise.all(
    sizes.map((size) => {
      const parts = Array.from({ length: Math.ceil(size / 100_000) }, (_, index) =>
        Buffer.alloc(Math.min(100_000, size - index * 100_000), index),
      )
      return buffer(Readable.from(parts, { objectMode: false }).pipe(pace.through()))
    }),
  )
  assert.deepEqual(
    contents.map(({ length }) => length),
    sizes,
  )
  return performance.now() - began
}

test('all files together are read at most as fast as the pace', async () => {
  assert.ok((await timeOf(4 * megabyte, [megabyte / 2, megabyte / 2])) >= 245)
})

test('a small file costs as much as 64 KiB', async () => {
  assert.ok((await timeOf(megabyte, [1, 1, 1, 1])) >= 255)
})

test('a pace of 0 is no limit', async () => {
  const content = Buffer.alloc(3 * megabyte, 7)
  const read = await buffer(Readable.from([content], { objectMode: false }).pipe(createPace(0).through()))
  assert.ok(read.equals(content))
})
