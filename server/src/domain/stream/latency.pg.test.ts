import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { openStream } from '#test-support/event-stream.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/** `PROVE=1` makes the full number of changes. */
const isFull = process.env['PROVE'] === '1'
const trials = isFull ? 100 : 15
/** Another person's change appears within a second. The limit is higher when all tests run in parallel. */
const withinMs = isFull ? 1_000 : 10_000

/**
 * Changes a record on one server repeatedly. Returns the sorted delays between each response and the event on
 * an open page of the other server.
 */
async function waits(here: TestApp, there: TestApp): Promise<number[]> {
  const { admin, team } = await here.given.everyRole()
  const body = { title: 'Porch', org: await here.given.org(), permitType: 'BUILDING' }
  const made = await here.crud(team, { apiPath: 'permits', method: 'POST', body })
  const { pid } = made.json<{ pid: string }>()
  const stream = await openStream(there.app, await here.given.cookieOf(admin))
  const found: number[] = []
  for (let trial = 0; trial < trials; trial += 1) {
    const response = await here.crud(team, {
      apiPath: `permits/${pid}`,
      method: 'PATCH',
      body: { city: `City ${trial}` },
    })
    assert.equal(response.statusCode, 200, response.body)
    const answeredMs = performance.now()
    const { data } = await stream.next('record', withinMs)
    found.push(performance.now() - answeredMs)
    assert.deepEqual(data, { collection: 'permits', pid, action: 'update', version: trial + 2 })
  }
  stream.close()
  return found.toSorted((a, other) => a - other)
}

function inWords(sorted: readonly number[]): string {
  const at = (part: number) =>
    `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)} ms`
  return `${sorted.length} changes heard of after ${at(0.5)} (half), ${at(0.95)} (95 %), ${at(1)} (all)`
}

test(
  'a change on one server reaches an open page of another one within a second, on PostgreSQL',
  { timeout: 240_000 },
  async (t) => {
    const { database } = await openMigratedPostgres(pino({ level: 'silent' }))
    const [one, other] = [
      await startTestApp({ deps: { database } }),
      await startTestApp({ deps: { database } }),
    ]
    try {
      t.diagnostic(inWords(await waits(one, other)))
    } finally {
      await other.app.close()
      await one.close()
    }
  },
)

test('a change reaches an open page within a second, on PGlite', { timeout: 240_000 }, async (t) => {
  const portal = await startTestApp()
  try {
    t.diagnostic(inWords(await waits(portal, portal)))
  } finally {
    await portal.close()
  }
})
