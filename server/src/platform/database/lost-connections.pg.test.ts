import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Crew } from '#test-support/crew.ts'
import type { Worker } from '#test-support/crew.ts'
import { startKillable } from '#test-support/killable-server.ts'
import type { KillableServer } from '#test-support/killable-server.ts'
import { isTransient } from './unavailable.ts'

const rounds = process.env['PROVE'] === '1' ? 60 : 8
const people = 6
/** Maximum time after which PostgreSQL must be back. */
const maxWaitMs = 10_000

let server: KillableServer
let workers: Worker[]

before(
  async () => {
    server = await startKillable('lost-connections')
    await server.besides(async ({ database, given }) => {
      const org = await given.org({ name: 'Acme' })
      await database.query(
        `insert into permits (pid, ref_no, title, org, permit_type, status, bucket) select 'WORK' || n, 'PM-1999-' || n, 'Work ' || n, $1, 'SIGN', 'NEW', 'processing'
         from generate_series(1, 50) n returning pid`,
        [org],
      )
      workers = []
      for (let n = 1; n <= people; n += 1)
        workers.push({ cookie: await given.cookieOf(await given.user({ role: 'team' })), permit: `WORK${n}` })
    })
  },
  { timeout: 180_000 },
)
after(() => server.close())

/** Ends the connections of the server to PostgreSQL, as a restart of PostgreSQL does. */
const endConnections = () =>
  server.besides(({ database }) =>
    database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = current_user',
      [],
    ),
  )

test('a connection that ends within a transaction fails the transaction as unavailable, and nothing else', async () => {
  await server.besides(async ({ database }) => {
    const failed = database.kysely.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await database.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await wait(200)
      await sql`select 1`.execute(trx)
    })
    await assert.rejects(failed, isTransient)
    assert.deepEqual(await database.query('select 1 as one', []), [{ one: 1 }])
  })
})

/** Waits until PostgreSQL answers calls again. */
async function untilItResponds(): Promise<void> {
  const beganMs = performance.now()
  const list = () =>
    fetch(server.url('/api/crud'), {
      method: 'POST',
      headers: {
        cookie: workers[0]?.cookie ?? '',
        'content-type': 'application/json',
        origin: server.url(''),
      },
      body: JSON.stringify({ apiPath: 'permits', method: 'GET', query: { pageSize: 1 } }),
    })
  while ((await list()).status !== 200) {
    assert.ok(performance.now() - beganMs < maxWaitMs, 'PostgreSQL is not back')
    await wait(100)
  }
}

/** Runs work beside the crew; afterwards every call gets 200 again, and none got anything but 200 or 503. */
async function underLoad(context: TestContext, work: () => Promise<void>): Promise<void> {
  const crew = new Crew(server.url(''), workers)
  await work()
  await untilItResponds()
  const endedMs = performance.now()
  const later = () => crew.calls.filter(({ beganMs }) => beganMs > endedMs)
  for (let tries = 0; tries < 300 && later().length < workers.length; tries += 1) await wait(100)
  await crew.stop()
  const counts = Map.groupBy(crew.calls, ({ status }) => status)
  context.diagnostic([...counts].map(([status, calls]) => `${status}: ${calls.length}`).join(', '))
  assert.deepEqual(
    [...counts.keys()].filter((status) => status !== 200 && status !== 503),
    [],
  )
  assert.ok(later().length > 0)
  assert.deepEqual(
    later().filter(({ status }) => status !== 200),
    [],
  )
}

test('the server survives the loss of all its connections under load; calls get 200 or 503', (context) =>
  underLoad(context, async () => {
    for (let round = 0; round < rounds; round += 1) {
      await wait(150)
      await endConnections()
    }
  }))

test('the server survives kills of its PostgreSQL under load and starts it again', (context) =>
  underLoad(context, async () => {
    for (let round = 0; round < rounds / 4; round += 1) {
      await wait(300)
      await server.killDatabase()
      await wait(100)
      await untilItResponds()
    }
  }))
