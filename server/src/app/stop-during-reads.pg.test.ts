import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { startKillable } from '#test-support/killable-server.ts'
import type { KillableServer } from '#test-support/killable-server.ts'

const Problem = z.object({ detail: z.string() })

let server: KillableServer
before(async () => {
  server = await startKillable('stop')
})
after(() => server.close())

const slowSql = `create or replace function text_order(value text) returns text
  language plpgsql immutable parallel safe as $$ begin perform pg_sleep(60); return value; end $$`
const sleepingSql = `select 1 from pg_stat_activity where wait_event = 'PgSleep'`

/** Counts the urgent permits of a city of its own. Returns the sentence of the refusal. */
async function count(cookie: string, n: number): Promise<string> {
  const match = { city: `City ${n}`, priority: 'HIGH' }
  const query = { collection: 'permits', aggregate: [{ match }, { count: 'total' }] }
  const response = await fetch(server.url('/api/crud'), {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ apiPath: 'count', method: 'GET', query }),
  })
  return Problem.parse(await response.json()).detail
}

test('a stop cancels counts that take too long, running and waiting, and ends in order', async () => {
  const counts = await server.besides(async ({ database, given }) => {
    const cookie = await given.cookieOf((await given.everyRole()).admin)
    await database.query(slowSql, [])
    const sent = Array.from({ length: 5 }, (_, n) => count(cookie, n))
    const sleeping = async () => (await database.query(sleepingSql, [])).length
    for (let tries = 0; tries < 400 && (await sleeping()) < 3; tries += 1) await wait(50)
    assert.equal(await sleeping(), 3)
    return sent
  })
  const ended = server.close()
  const details = new Set(await Promise.all(counts))
  assert.deepEqual([...details], ['The server is stopping. Try again in a few seconds.'])
  assert.deepEqual(await ended, { code: 0, logged: '' })
})
