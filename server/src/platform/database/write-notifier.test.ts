import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { WriteNotifier } from './write-notifier.ts'

for (let steps = 0; steps < 6; steps += 1)
  test(`a write ${steps} steps after the last announcement is announced too`, async () => {
    const sent = Promise.withResolvers<void>()
    let announced = 0
    const query = async () => {
      announced += 1
      if (announced === 1) sent.resolve()
      return []
    }
    const notifier = new WriteNotifier({ query })
    notifier.notify()
    await sent.promise
    for (let step = 0; step < steps; step += 1) await Promise.resolve()
    notifier.notify()
    await pause(200)
    await notifier.flush()
    assert.equal(announced, 2)
  })
