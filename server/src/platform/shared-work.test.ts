import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SharedWork } from './shared-work.ts'

test('those who find work running share the next run, which begins after their question', async () => {
  const work = new SharedWork<number>()
  const runs: PromiseWithResolvers<number>[] = []
  const start = () => {
    const run = Promise.withResolvers<number>()
    runs.push(run)
    return run.promise
  }
  const asked = [1, 2, 3].map(() => work.runNext('a', start))
  const other = work.runNext('b', async () => 9)
  runs[0]?.resolve(1)
  assert.equal(await asked[0], 1)
  assert.equal(await other, 9)
  runs[1]?.resolve(2)
  assert.deepEqual(await Promise.all(asked), [1, 2, 2])
  assert.equal(runs.length, 2)
})

test('an error reaches all who wait for the work, and the next who asks starts anew', async () => {
  const work = new SharedWork<number>()
  const failing = Promise.withResolvers<number>()
  const asked = [1, 2].map(() => work.runNext('a', () => failing.promise))
  failing.reject(new Error('failed'))
  for (const each of asked) await assert.rejects(each, /failed/)
  assert.equal(await work.runNext('a', async () => 3), 3)
})

test('nobody joins work that was aborted, even before it has ended', async () => {
  const work = new SharedWork<number>()
  const leaving = new AbortController()
  let isAborted = false
  const endless = (signal: AbortSignal) =>
    new Promise<number>(() => signal.addEventListener('abort', () => (isAborted = true)))
  const left = work.runNext('a', endless, leaving.signal)
  leaving.abort()
  await assert.rejects(left, { name: 'AbortError' })
  assert.equal(isAborted, true)
  assert.equal(await work.runNext('a', async () => 4), 4)
})

test('work that has ended is not aborted', async () => {
  const work = new SharedWork<AbortSignal>()
  const signal = await work.runNext('a', async (given) => given)
  assert.equal(signal.aborted, false)
})
