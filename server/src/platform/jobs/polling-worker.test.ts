import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PollingWorker } from './polling-worker.ts'

for (let steps = 0; steps < 6; steps += 1)
  test(`a worker that is woken ${steps} steps after its last item looks for work again`, async () => {
    const lastItem = Promise.withResolvers<boolean>()
    let looked = 0
    const worker = new PollingWorker({
      pollIntervalMs: 60_000,
      next: () => {
        looked += 1
        return looked === 1 ? lastItem.promise : Promise.resolve(false)
      },
      onError: (error) => {
        throw error
      },
    })
    worker.wake()
    lastItem.resolve(false)
    for (let step = 0; step < steps; step += 1) await Promise.resolve()
    worker.wake()
    await nextTurn()
    await worker.stop()
    assert.equal(looked, 2)
  })
