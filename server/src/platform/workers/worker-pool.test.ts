import assert from 'node:assert/strict'
import { join } from 'node:path'
import { constants, getPriority, tmpdir } from 'node:os'
import { after, test } from 'node:test'
import { WorkerLimitError, createWorkerPool } from './worker-pool.ts'

const options = {
  file: join(import.meta.dirname, 'test-support/sample-tasks.ts'),
  timeoutMs: 3_000,
  memoryMb: 64,
}
const pool = createWorkerPool(options)
after(() => pool.close())

const limitOf = (limit: 'time' | 'memory') => (error: unknown) =>
  error instanceof WorkerLimitError && error.limit === limit

test('a task gets bytes and returns bytes', async () => {
  assert.deepEqual(await pool.run('echo', { bytes: new Uint8Array([1, 2]) }), {
    bytes: new Uint8Array([1, 2]),
  })
})

test('an endless task fails, and a task queued behind it succeeds', async () => {
  const [endless, echo] = await Promise.allSettled([
    pool.run('loopForever', null),
    pool.run('echo', 'still here'),
  ])
  assert.ok(endless.status === 'rejected' && limitOf('time')(endless.reason))
  assert.deepEqual(echo, { status: 'fulfilled', value: 'still here' })
})

test('a task that uses too much memory fails, and a task queued behind it succeeds', async () => {
  // On a busy machine the memory is full only after a while.
  const patient = createWorkerPool({ ...options, timeoutMs: 120_000 })
  try {
    const [greedy, echo] = await Promise.allSettled([
      patient.run('fillMemory', null),
      patient.run('echo', 'still here'),
    ])
    assert.ok(greedy.status === 'rejected' && limitOf('memory')(greedy.reason))
    assert.deepEqual(echo, { status: 'fulfilled', value: 'still here' })
  } finally {
    await patient.close()
  }
})

test('the processes of a background pool run at low priority', async () => {
  const background = createWorkerPool({ ...options, isBackground: true })
  try {
    assert.equal(await background.run('readPriority', null), constants.priority.PRIORITY_BELOW_NORMAL)
    assert.equal(await pool.run('readPriority', null), getPriority())
  } finally {
    await background.close()
  }
})

test('a task cannot read the server’s secrets or write files', async () => {
  const names = await pool.run('readEnvironment', null)
  assert.deepEqual(names, ['TINYPOOL_WORKER_ID'])
  await assert.rejects(pool.run('writeFile', join(tmpdir(), 'written-by-a-task')), {
    code: 'ERR_ACCESS_DENIED',
  })
})

test('a task with parts is one part ahead; time spent waiting for the caller does not count', async () => {
  const taken: unknown[] = []
  for await (const part of pool.parts('countTo', 5)) {
    taken.push(part)
    if (part === 2) await new Promise((resolve) => setTimeout(resolve, 3_200))
  }
  assert.deepEqual(taken, [1, 2, 3, 4, 5])
})

test('an endless task with parts times out, an abandoned one is ended, and the next task runs', async () => {
  const endless = pool.parts('countThenLoop', null)
  assert.equal((await endless.next()).value, 1)
  await assert.rejects(endless.next(), limitOf('time'))
  for await (const part of pool.parts('countTo', 1_000_000)) if (part === 3) break
  assert.equal(await pool.run('echo', 'still here'), 'still here')
})
