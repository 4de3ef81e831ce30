import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GatheredPids } from './gathered-pids.ts'

const fail = (error: unknown) => {
  throw error
}

test('pids close together share one batch of at most a hundred, each of them once', async () => {
  const batches: (readonly string[])[] = []
  const all = Promise.withResolvers<void>()
  const pids = Array.from({ length: 150 }, (_, at) => `P${at}`)
  const gathered = new GatheredPids(async (batch) => {
    batches.push(batch)
    if (batches.flat().length === pids.length) all.resolve()
  }, fail)
  gathered.add(pids)
  gathered.add(pids)
  await all.promise
  assert.deepEqual(batches, [pids.slice(0, 100), pids.slice(100)])
})

test('a batch that fails does not hold up the next one', async () => {
  const errors: unknown[] = []
  const second = Promise.withResolvers<readonly string[]>()
  const gathered = new GatheredPids(
    async (batch) => {
      if (batch.includes('FIRST')) throw new Error('no database')
      second.resolve(batch)
    },
    (error) => {
      errors.push(error)
      gathered.add(['SECOND'])
    },
  )
  gathered.add(['FIRST'])
  assert.deepEqual(await second.promise, ['SECOND'])
  assert.match(String(errors), /no database/)
})

for (let steps = 0; steps < 6; steps += 1)
  test(`a pid that is added ${steps} steps after the last batch is not left waiting`, async () => {
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<readonly string[]>()
    const gathered = new GatheredPids(async (batch) => {
      if (batch.includes('SECOND')) second.resolve(batch)
      else first.resolve()
    }, fail)
    gathered.add(['FIRST'])
    await first.promise
    for (let step = 0; step < steps; step += 1) await Promise.resolve()
    gathered.add(['SECOND'])
    assert.deepEqual(await second.promise, ['SECOND'])
  })

test('nothing is worked on after the close', async () => {
  const batches: (readonly string[])[] = []
  const gathered = new GatheredPids(async (batch) => void batches.push(batch), fail)
  gathered.add(['BEFORE'])
  await gathered.close()
  gathered.add(['AFTER'])
  await gathered.close()
  assert.deepEqual(batches, [['BEFORE']])
})
