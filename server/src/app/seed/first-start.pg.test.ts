import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startOnPostgres } from '#test-support/start-on-postgres.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { readSample } from './austin-rows.ts'
import { seedFirstStart } from './first-start.ts'

/** Every tenth row, so that the test is fast. */
const someRows = async () => (await readSample()).filter((_, index) => index % 10 === 0)

let portal: TestApp
before(async () => {
  portal = await startOnPostgres({ environment: { seedDate: '2026-03-31' } })
})
after(() => portal.close())

test(
  'of two servers that start at once on an empty database server one fills it, and both go on',
  { timeout: 120_000 },
  async () => {
    const deps = { ...portal.deps, database: { ...portal.deps.database, kind: 'server' as const } }
    const lines: string[] = []
    const start = () => seedFirstStart(deps, (line) => lines.push(line), someRows)
    await Promise.all([start(), start()])
    assert.equal(lines.filter((line) => line.startsWith('Imported ')).length, 1, lines.join('\n'))
  },
)
