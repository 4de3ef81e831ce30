import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startOnPostgres } from '#test-support/start-on-postgres.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { readSample } from './austin-rows.ts'
import { seedFirstStart } from './first-start.ts'

/** Every tenth row, so that the test is fast. */
const someRows = async () => (await readSample()).filter((_, index) => index % 10 === 0)

let portal: TestApp
/** The dependencies of a server on an external database, which several servers may share. */
const shared = () => ({ ...portal.deps, database: { ...portal.deps.database, kind: 'server' as const } })
before(async () => {
  portal = await startOnPostgres({ environment: { seedDate: '2026-03-31' } })
})
after(() => portal.close())

test('a server that waits for the seed of another one ends when it is stopped', async () => {
  const stopping = new AbortController()
  const seeding = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  const first = seedFirstStart(shared(), () => undefined, {
    read: async () => {
      seeding.resolve()
      await stopped.promise
      throw new Error('killed')
    },
  })
  await seeding.promise
  const second = seedFirstStart(shared(), () => undefined, { read: someRows, signal: stopping.signal })
  stopping.abort()
  await assert.rejects(second, { name: 'AbortError' })
  stopped.resolve()
  await assert.rejects(first, /killed/)
})

test(
  'of two servers that start at once on an empty database server one fills it, and both go on',
  { timeout: 120_000 },
  async () => {
    const deps = shared()
    const lines: string[] = []
    const start = () => seedFirstStart(deps, (line) => lines.push(line), { read: someRows })
    await Promise.all([start(), start()])
    assert.equal(lines.filter((line) => line.startsWith('Imported ')).length, 1, lines.join('\n'))
  },
)
