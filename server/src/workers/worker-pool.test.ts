import assert from 'node:assert/strict'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { after, test } from 'node:test'
import { WorkerLimitError, createWorkerPool } from './worker-pool.ts'

const pool = createWorkerPool({ file: join(import.meta.dirname, 'test-support/sample-tasks.ts'), timeoutMs: 3_000, memoryMb: 64 })
after(() => pool.close())

const limitOf = (limit: 'time' | 'memory') => (error: unknown) => error instanceof WorkerLimitError && error.limit === limit

test('a task gets bytes and returns bytes', async () => {
  assert.deepEqual(await pool.run('echo', { bytes: new Uint8Array([1, 2]) }), { bytes: new Uint8Array([1, 2]) })
})

test('a task that never ends and one that fills the memory fail alone; tasks that wait behind them are done', async () => {
  const results = await Promise.allSettled([pool.run('loopForever', null), pool.run('fillMemory', null), pool.run('echo', 'still here')])
  const [endless, greedy, echo] = results
  assert.ok(endless.status === 'rejected' && limitOf('time')(endless.reason))
  assert.ok(greedy.status === 'rejected' && limitOf('memory')(greedy.reason))
  assert.deepEqual(echo, { status: 'fulfilled', value: 'still here' })
})

test('a task sees no secret of the server and writes no file', async () => {
  const names = await pool.run('readEnvironment', null)
  assert.deepEqual(names, ['TINYPOOL_WORKER_ID'])
  await assert.rejects(pool.run('writeFile', join(tmpdir(), 'written-by-a-task')), { code: 'ERR_ACCESS_DENIED' })
})
