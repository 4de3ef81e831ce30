import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SharedWork } from './shared-work.ts'

test('an error reaches all who wait for the work, and the next who asks starts anew', async () => {
  const work = new SharedWork<number>()
  const failing = Promise.withResolvers<number>()
  const asked = [1, 2].map(() => work.run('a', () => failing.promise))
  failing.reject(new Error('failed'))
  for (const each of asked) await assert.rejects(each, /failed/)
  assert.deepEqual(await work.run('a', async () => 3), { result: 3, isOwn: true })
})

test('nobody joins work that was aborted, even before it has ended', async () => {
  const work = new SharedWork<number>()
  const leaving = new AbortController()
  let isAborted = false
  const endless = (signal: AbortSignal) =>
    new Promise<number>(() => signal.addEventListener('abort', () => (isAborted = true)))
  const left = work.run('a', endless, leaving.signal)
  leaving.abort()
  await assert.rejects(left, { name: 'AbortError' })
  assert.equal(isAborted, true)
  assert.deepEqual(await work.run('a', async () => 4), { result: 4, isOwn: true })
})
