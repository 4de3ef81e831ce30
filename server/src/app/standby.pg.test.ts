import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { Health } from '@portal/contract'
import pLimit from 'p-limit'
import { pino } from 'pino'
import { z } from 'zod'
import { openPglite } from '#platform/database/pglite-database.ts'
import { openServer, openStandbyDatabase } from '#platform/database/server-database.ts'
import { Standby } from '#platform/database/standby.ts'
import type { ReadTarget } from '#platform/database/standby.ts'
import { startStandbyPair } from '#test-support/standby-pair.ts'
import type { StandbyPair } from '#test-support/standby-pair.ts'
import type { Person } from '#test-support/given.ts'
import { startServer, untilReady } from '#test-support/server-process.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/** `PROVE=1` runs the full number of sessions, or `SESSIONS=n`, and the full delay. */
const isFull = process.env['PROVE'] === '1'
const sessions = Number(process.env['SESSIONS'] ?? (isFull ? 10_000 : 40))
const maxDelayMs = isFull ? 5_000 : 1_000
const atOnce = 20

const log = pino({ level: 'silent' })
let pair: StandbyPair
let portal: TestApp
let standby: Standby

before(
  async () => {
    pair = await startStandbyPair()
    const database = await openServer(pair.primaryUrl, log)
    standby = new Standby(database, openStandbyDatabase(pair.standbyUrl, log), log)
    // All sessions are also read by one, whose calls would reach the limit in a proof.
    portal = await startTestApp({
      deps: { database, standby, log },
      environment: { rateLimitPerMinute: 0 },
    })
  },
  { timeout: 180_000 },
)
after(async () => {
  await portal.close()
  await standby.close()
  await pair.close()
})

/** Counts reads from here on. */
function countReads(): () => Record<ReadTarget, number> {
  const from = standby.counts
  return () => ({
    standby: standby.counts.standby - from.standby,
    'primary-late': standby.counts['primary-late'] - from['primary-late'],
    'primary-down': standby.counts['primary-down'] - from['primary-down'],
  })
}

const Org = z.object({ pid: z.string(), legalName: z.string() })
const Listed = z.object({ orgs: z.array(Org), metadata: z.object({ count: z.number() }) })

async function call(person: Person, method: string, apiPath: string, more: object = {}): Promise<unknown> {
  const response = await portal.crud(person, { apiPath, method, ...more })
  assert.ok(response.statusCode < 300, `${method} ${apiPath}: ${response.statusCode} ${response.body}`)
  return response.json()
}

/**
 * A session creates and changes a record and looks for it in each way, and so does another. Returns what
 * they missed.
 */
async function readOwnWrites(person: Person, name: string, other: Person): Promise<string[]> {
  const { pid } = z
    .object({ pid: z.string() })
    .parse(await call(person, 'POST', 'orgs', { body: { legalName: `${name} first` } }))
  const missed: string[] = []
  const look = async (what: string, isThere: () => Promise<boolean>) => {
    if (!(await isThere())) missed.push(`${name}: ${what}`)
  }
  const filter = { legalName: name }
  await look('new in the list', async () =>
    Listed.parse(
      await call(person, 'GET', 'orgs', { query: { filter: { legalName: `${name} first` } } }),
    ).orgs.some((org) => org.pid === pid),
  )
  await call(person, 'PATCH', `orgs/${pid}`, { body: { legalName: name } })
  await look(
    'changed record',
    async () => Org.parse(await call(person, 'GET', `orgs/${pid}`)).legalName === name,
  )
  await look(
    'changed record, by another session',
    async () => Org.parse(await call(other, 'GET', `orgs/${pid}`)).legalName === name,
  )
  await look('changed in the list', async () =>
    Listed.parse(await call(person, 'GET', 'orgs', { query: { filter } })).orgs.some(
      (org) => org.pid === pid,
    ),
  )
  await look('in the search', async () =>
    Listed.parse(await call(person, 'GET', 'orgs/search', { query: { searchToken: name } })).orgs.some(
      (org) => org.pid === pid,
    ),
  )
  const aggregate = [{ match: filter }, { count: 'total' }]
  await look('in the count', async () => {
    const counted = await call(person, 'GET', 'count', { query: { collection: 'orgs', aggregate } })
    return z.object({ total: z.number() }).parse(counted).total === 1
  })
  return missed
}

async function inManySessions(prefix: string, count: number): Promise<string[]> {
  const limit = pLimit(atOnce)
  const reader = await portal.given.user({ role: 'admin', email: `${prefix}-reader@office.test` })
  const missed = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      limit(async () => {
        const person = await portal.given.user({ role: 'admin', email: `${prefix}${at}@office.test` })
        return readOwnWrites(person, `${prefix} ${at}`, reader)
      }),
    ),
  )
  return missed.flat()
}

test('sessions read what they wrote, and reads go to the standby', async (t) => {
  const reads = countReads()
  assert.deepEqual(await inManySessions('Prompt', sessions), [])
  t.diagnostic(`${sessions} sessions: ${JSON.stringify(reads())}`)
  assert.ok(reads().standby > 0)
  assert.equal(reads()['primary-down'], 0)
})

test('sessions read what they wrote while the standby is late, by changing times', async (t) => {
  const reads = countReads()
  const steps = 4
  const missed: string[] = []
  for (let step = 0; step <= steps; step += 1) {
    await pair.delay((maxDelayMs * step) / steps)
    missed.push(...(await inManySessions(`Late ${step}x`, Math.ceil(sessions / (steps + 1)))))
  }
  t.diagnostic(`standby up to ${maxDelayMs} ms late: ${JSON.stringify(reads())}`)
  assert.deepEqual(missed, [])
  assert.ok(reads()['primary-late'] > 0)
  await pair.delay(0)
})

/** Reads until one goes there. */
async function untilReadBy(target: ReadTarget, person: Person): Promise<void> {
  const reads = countReads()
  for (const endMs = Date.now() + 30_000; reads()[target] === 0; await wait(50)) {
    assert.ok(Date.now() < endMs, `no read goes to ${target}: ${JSON.stringify(reads())}`)
    await call(person, 'GET', 'orgs', { query: { page: 1, pageSize: 5 } })
  }
}

async function health() {
  portal.clock.pass(60_000)
  const { degraded = [], reasons } = Health.parse(
    (await portal.send({ method: 'GET', url: '/api/health' })).json(),
  )
  return { isDegraded: degraded.includes('standby'), reason: reasons?.['standby'] ?? '' }
}

test('a person who is disabled loses access at once, however late the standby is', async () => {
  const person = await portal.given.user({ role: 'admin', email: 'leaves@office.test' })
  await untilReadBy('standby', person)
  await pair.delay(60_000)
  await portal.deps.database.query("update users set status = 'DISABLED' where pid = $1", [person.pid])
  assert.equal((await portal.crud(person, { apiPath: 'orgs', method: 'GET' })).statusCode, 401)
  await pair.delay(0)
})

test('a standby that is down is no error: the primary reads, health says so, and later the standby reads again', async () => {
  const person = await portal.given.user({ role: 'admin', email: 'stays@office.test' })
  await untilReadBy('standby', person)
  assert.equal((await health()).isDegraded, false)
  await pair.stopStandby()
  await untilReadBy('primary-down', person)
  const { isDegraded, reason } = await health()
  assert.ok(isDegraded)
  assert.match(reason, /^The standby at DATABASE_READ_URL is not used: /)
  await pair.startStandby()
  await untilReadBy('standby', person)
  assert.equal((await health()).isDegraded, false)
})

test('a server with DATABASE_READ_URL tells the lag of the standby in its metrics, and the doctor does too', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-reads-'))
  const variables = {
    DATABASE_URL: pair.primaryUrl,
    DATABASE_READ_URL: pair.standbyUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(32).toString('base64'),
    METRICS_TOKEN: 'metrics-token-of-the-test',
  }
  const server = await startServer(variables)
  try {
    await untilReady(server)
    const headers = { authorization: `Bearer ${variables.METRICS_TOKEN}` }
    const metrics = await (await fetch(`http://localhost:${server.port}/metrics`, { headers })).text()
    for (const line of [
      /^portal_standby_lag_bytes \d+$/m,
      /^portal_standby_lag_seconds [\d.]+$/m,
      /^portal_standby_reads\{target="standby"\} 0$/m,
      /^portal_part_ok\{part="standby"\} 1$/m,
    ])
      assert.match(metrics, line)
    const env = { PATH: process.env['PATH'] ?? '', ...variables }
    const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'doctor.ts')], {
      env,
    })
    assert.match(stdout, /^ok {5}Standby: it follows the primary, [\d.]+ s \(\d+ bytes\) behind\.$/m)
  } finally {
    server.child.kill('SIGTERM')
    await server.exit
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a standby of another primary is not read', async () => {
  const other = new Standby(pair.primary, await openPglite({ folder: null }), log)
  try {
    assert.equal(await other.reader(), null)
    assert.equal(
      (await other.state()).problem,
      'The standby at DATABASE_READ_URL is not used: it belongs to another primary than DATABASE_URL.',
    )
  } finally {
    await other.close()
  }
})

test('a standby that was promoted is not read: it no longer follows the primary', async () => {
  const person = await portal.given.user({ role: 'admin', email: 'promoted@office.test' })
  await pair.onStandby('select pg_promote()')
  await untilReadBy('primary-down', person)
  const { reason } = await health()
  assert.equal(reason, 'The standby at DATABASE_READ_URL is not used: it is no standby any more.')
  const reads = countReads()
  assert.deepEqual(await readOwnWrites(person, 'Promoted', person), [])
  assert.equal(reads().standby, 0)
})
