import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchReads } from './batch-reads.ts'

/** A reader that answers when it is told to. */
function heldReader() {
  const readings: { keys: readonly string[]; answer(): void; fail(): void }[] = []
  const ask = batchReads(
    (keys: readonly string[]) =>
      new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
        const answer = () =>
          resolve(new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `${key}!`])))
        readings.push({ keys, answer, fail: () => reject(new Error('gone')) })
      }),
  )
  return { ask, readings }
}

test('what is asked for while an answer is under way is read together afterwards, never answered by what was read before (decision 0008)', async () => {
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

test('a failure reaches whoever was read with it, and the next are read anew (decision 0008)', async () => {
  const { ask, readings } = heldReader()
  const first = ask('a')
  const next = ask('b')
  readings[0]?.fail()
  await assert.rejects(first, /gone/)
  readings[1]?.answer()
  assert.equal(await next, 'b!')
})
