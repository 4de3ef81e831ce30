import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchReads } from './batch-reads.ts'

/** A reader whose results the test releases by hand. */
function heldReader() {
  const readings: { keys: readonly string[]; answer(): void; fail(): void }[] = []
  const ask = batchReads(
    (keys: readonly string[]) =>
      new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
        const result = () =>
          resolve(new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `${key}!`])))
        readings.push({ keys, answer: result, fail: () => reject(new Error('gone')) })
      }),
  )
  return { ask, readings }
}

test('keys requested during a read share the next read and never get an older result (decision 0008)', async () => {
  const { ask, readings } = heldReader()
  const first = ask('a')
  const others = Promise.all([ask('a'), ask('b'), ask('nobody')])
  assert.deepEqual(
    readings.map(({ keys }) => keys),
    [['a']],
  )
  readings[0]?.answer()
  assert.equal(await first, 'a!')
  assert.deepEqual(readings[1]?.keys, ['a', 'b', 'nobody'])
  readings[1]?.answer()
  assert.deepEqual(await others, ['a!', 'b!', undefined])
})

test('a failed read rejects only the keys it contained, and the next keys are read again (decision 0008)', async () => {
  const { ask, readings } = heldReader()
  const first = ask('a')
  const next = ask('b')
  readings[0]?.fail()
  await assert.rejects(first, /gone/)
  readings[1]?.answer()
  assert.equal(await next, 'b!')
})
