import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { openServer } from '#platform/database/server-database.ts'
import { SessionLimiter } from '#platform/http/rate-limit.ts'
import { openStream } from '#test-support/event-stream.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import { startTestApp } from '#test-support/start-test-app.ts'

const log = pino({ level: 'silent' })

test('two servers on one database share events and rate limits', { timeout: 120_000 }, async () => {
  const { database: cluster, url } = await openMigratedPostgres(log)
  try {
    const [one, other] = [
      await startTestApp({ deps: { database: await openServer(url, log) } }),
      await startTestApp({ deps: { database: await openServer(url, log) } }),
    ]
    try {
      assert.equal(one.deps.database.kind, 'server')
      const { admin, team } = await one.given.everyRole()
      const stream = await openStream(one.app, await one.given.cookieOf(admin))
      const written = await other.crud(team, {
        apiPath: '/permits',
        method: 'POST',
        body: { title: 'Porch', org: await other.given.org(), permitType: 'BUILDING' },
      })
      assert.equal(written.statusCode, 201, written.body)
      assert.deepEqual((await stream.next('record')).data, {
        collection: 'permits',
        pid: written.json().pid,
        action: 'create',
        version: 1,
      })
      stream.close()

      const limited = { ...one.deps, environment: { ...one.deps.environment, rateLimitPerMinute: 4 } }
      const [here, there] = [
        new SessionLimiter(limited),
        new SessionLimiter({ ...limited, database: other.deps.database }),
      ]
      for (const limiter of [here, here, there, there]) assert.equal(limiter.take('session'), 0)
      await Promise.all([here.flush(), there.flush()])
      await here.flush()
      assert.equal(there.take('session') > 0 || here.take('session') > 0, true)
    } finally {
      await one.close()
      await other.close()
    }
  } finally {
    await cluster.close()
  }
})
