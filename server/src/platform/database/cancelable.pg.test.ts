import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { z } from 'zod'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import type { Database } from './database.ts'
import { createPooledDatabase } from './server-database.ts'

const log = pino({ level: 'silent' })
const Row = z.looseObject({})
let cluster: Database
let database: Database

before(async () => {
  const opened = await openMigratedPostgres(log)
  cluster = opened.database
  database = createPooledDatabase({
    kind: 'server',
    connection: { connectionString: opened.url },
    log,
    closeServer: async () => undefined,
    limits: { pageMs: 600_000, slowMs: 600_000, connectMs: 60_000 },
  })
})
after(async () => {
  await database.close()
  await cluster.close()
})

const sleep = (signal: AbortSignal) => database.searchQuery('select pg_sleep($1)', [600], Row, signal)

test(
  'a statement ends whenever its reader leaves, also in the moment in which it is sent',
  { timeout: 60_000 },
  async () => {
    // The pages' connections, which carry the request to cancel, are open: it arrives as early as it can.
    await Promise.all(Array.from({ length: 12 }, () => database.query('select pg_sleep(0.1)', [])))
    for (let round = 0; round < 60; round += 1) {
      const page = new AbortController()
      const reads = [sleep(page.signal), sleep(page.signal), sleep(page.signal)]
      // From before the connection is there to after the statement has begun.
      await wait(round % 6)
      page.abort()
      for (const ended of await Promise.allSettled(reads)) assert.equal(ended.status, 'rejected')
    }
  },
)
