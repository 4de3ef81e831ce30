import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Problem } from '@portal/contract'
import type { Role } from '@portal/contract'
import { pino } from 'pino'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { createPooledDatabase } from '#platform/database/server-database.ts'
import type { TimeLimits } from '#platform/database/server-database.ts'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import { sampleOrganization } from '#engine/test-support/sample-records.ts'
import type { SampleOrganization } from '#engine/test-support/sample-records.ts'
import type { Person } from '#test-support/given.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

const limits = { pageMs: 3_000, slowMs: 3_000, connectMs: 60_000 }
const pageConnections = 12
const log = pino({ level: 'silent' })
let url: string
let cluster: Database
let database: Database
let portal: TestApp
let people: Record<Role, Person>
let sample: SampleOrganization

async function connected(within: TimeLimits): Promise<Database> {
  const connection = { connectionString: url }
  return createPooledDatabase({
    kind: 'server',
    connection,
    log,
    closeServer: async () => undefined,
    limits: within,
  })
}

before(async () => {
  ;({ database: cluster, url } = await openMigratedPostgres(log))
  database = await connected(limits)
  portal = await startTestApp({ deps: { database }, environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
  sample = await sampleOrganization(portal, people.superadmin, 'alpha')
})
after(async () => {
  await portal.close()
  await cluster.close()
})

/** While `work` runs, every statement on permits takes that long per row, as on a very large table. */
async function whilePermitsAreSlow(work: () => Promise<void>, seconds = 30): Promise<void> {
  await cluster.query('alter table permits enable row level security', [])
  await cluster.query('alter table permits force row level security', [])
  await cluster.query(`create policy slow on permits using (pg_sleep(${seconds}) is not null)`, [])
  try {
    await work()
  } finally {
    await cluster.query('drop policy slow on permits', [])
    await cluster.query('alter table permits no force row level security', [])
    await cluster.query('alter table permits disable row level security', [])
  }
}

const ask = (apiPath: string, query: object = {}, as = people.team) =>
  portal.crud(as, { apiPath, method: 'GET', query })
const statusOf = async (result: Promise<{ statusCode: number }>) => (await result).statusCode

test(
  'a query that takes too long is 503 with a message, and other requests are not affected',
  { timeout: 120_000 },
  async () => {
    const { version } = (await ask(`permits/${sample.pids.permits}`)).json<{ version: number }>()
    await whilePermitsAreSlow(async () => {
      const title = { filter: { title: { contains: 'a' } } }
      const slow = [
        ask('permits'),
        ask('permits', title),
        ask('permits', { sort: 'title', pageSize: 7 }),
        ask('permits/search', { searchToken: 'alpha' }),
        ask('permits/search', { searchToken: 'alhpa' }),
        ask('permits/groups', { groupBy: 'region' }),
        ask('permits/groups', { groupBy: 'status', lines: true, open: 'all' }),
        ask('permits/fields/region'),
        ask('count', { collection: 'permits', aggregate: [{ match: title.filter }, { count: 'total' }] }),
        ask(`permits/${sample.pids.permits}`),
        ask(`permits/${sample.pids.permits}/related`),
        ask('search', { searchToken: 'alpha' }),
        portal.crud(people.team, {
          apiPath: `permits/${sample.pids.permits}`,
          method: 'PATCH',
          body: { city: 'Slow' },
        }),
        portal.crud(people.team, {
          apiPath: 'permits',
          method: 'PATCH',
          body: { pids: [sample.pids.permits], patch: { city: 'Slow' } },
        }),
        portal.crud(people.admin, { apiPath: `permits/${sample.pids.permits}`, method: 'DELETE' }),
        portal.send({ method: 'GET', url: '/api/export/permits?format=csv' }, people.team),
      ]
      const others = [
        // Totals by value answer these without the rows.
        ask('permits/groups', { groupBy: 'city' }),
        ask('permits/fields/city'),
        ask('orgs', { fields: 'legalName,city' }, people.admin),
        ask('users', { filter: { name: { contains: 'a' } } }, people.admin),
        ask('notifications'),
        ask('config'),
        portal.send({ method: 'GET', url: '/api/auth/me' }, people.client),
        portal.send({ method: 'GET', url: '/api/health' }),
        portal.crud(people.admin, {
          apiPath: `notifications/${sample.pids.notifications}`,
          method: 'PATCH',
          body: { subject: 'Quick' },
        }),
      ]
      assert.deepEqual(
        await Promise.all(others.map(statusOf)),
        others.map(() => 200),
      )
      for (const result of await Promise.all(slow)) {
        assert.equal(result.statusCode, 503, result.body)
        const problem = Problem.parse(result.json())
        assert.equal(problem.type, 'unavailable')
        assert.match(problem.detail, /^[A-Z].*(later|seconds)\.$/)
      }
    })
    const after = await ask(`permits/${sample.pids.permits}`)
    assert.deepEqual(
      [after.statusCode, after.json().version, after.json().city],
      [200, version, null],
      after.body,
    )
    assert.equal(await statusOf(ask('permits', { filter: { title: { contains: 'a' } } })), 200)
  },
)

test(
  'many searches at once, however long they take, leave pages their connections',
  { timeout: 120_000 },
  async () => {
    await whilePermitsAreSlow(async () => {
      const searches = Array.from({ length: 2 * pageConnections }, (_, turn) =>
        ask(turn % 2 === 0 ? 'permits/search' : 'search', { searchToken: 'alpha', pageSize: 1 + turn }),
      )
      const began = performance.now()
      const pages = Array.from({ length: 8 }, () => ask('orgs', { fields: 'legalName' }, people.admin))
      assert.deepEqual(
        await Promise.all(pages.map(statusOf)),
        pages.map(() => 200),
      )
      assert.ok(performance.now() - began < limits.pageMs, 'a page does not wait for a search to end')
      for (const result of await Promise.all(searches))
        assert.ok([200, 400, 503].includes(result.statusCode), result.body)
    })
  },
)

test('a search is planned for its own words, and a page once for all', async () => {
  const Planned = z.object({ plan_cache_mode: z.string() })
  const show = 'show plan_cache_mode'
  assert.deepEqual(await database.searchQuery(show, [], Planned), [{ plan_cache_mode: 'force_custom_plan' }])
  assert.deepEqual(await database.query(show, [], Planned), [{ plan_cache_mode: 'auto' }])
})

/** How many statements on search texts run in PostgreSQL. */
async function runningSearches(): Promise<number> {
  const [row] = await cluster.query(
    `select count(*) as n from pg_stat_activity where state = 'active' and query like '%permits_text%' and pid <> pg_backend_pid()`,
    [],
    z.object({ n: z.number() }),
  )
  return row?.n ?? 0
}

async function untilRunning(isWanted: (n: number) => boolean): Promise<void> {
  while (!isWanted(await runningSearches())) await setTimeout(20)
}

test(
  'a search nobody waits for any more ends in PostgreSQL, and so do those behind it',
  { timeout: 60_000 },
  async () => {
    const patient = await startTestApp({
      deps: { database: await connected({ ...limits, pageMs: 300_000, slowMs: 300_000 }) },
    })
    try {
      const cookie = await patient.given.cookieOf(people.team)
      const origin = await patient.app.listen({ host: '127.0.0.1', port: 0 })
      const search = (turn: number, signal: AbortSignal) =>
        fetch(`${origin}/api/crud`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify({
            apiPath: turn % 2 === 0 ? 'permits/search' : 'search',
            method: 'GET',
            query: { searchToken: `alpha${turn}` },
          }),
          signal,
        })
      await whilePermitsAreSlow(async () => {
        const page = new AbortController()
        const searches = Array.from({ length: 12 }, (_, turn) => search(turn, page.signal))
        await untilRunning((n) => n > 0)
        page.abort()
        for (const ended of await Promise.allSettled(searches)) assert.equal(ended.status, 'rejected')
        await untilRunning((n) => n === 0)
      }, 600)
      const result = await search(0, new AbortController().signal)
      assert.equal(result.status, 200, await result.text())
    } finally {
      await patient.close()
    }
  },
)

test(
  'a job whose batch times out is retried and reports where it stopped',
  { timeout: 120_000 },
  async () => {
    const mass = await database.query(
      `insert into permits (pid, ref_no, title, org, permit_type, status, bucket) select 'MASS' || n, 'PM-1999-' || n, 'Mass', $1, 'SIGN', 'NEW', 'processing'
     from generate_series(1, 600) n returning pid`,
      [sample.org],
      z.object({ pid: z.string() }),
    )
    const pids = mass.map(({ pid }) => pid)
    const change = async (city: string): Promise<string> => {
      const started = await portal.crud(people.team, {
        apiPath: 'permits',
        method: 'PATCH',
        body: { pids, patch: { city } },
      })
      assert.equal(started.statusCode, 202, started.body)
      return started.json<{ job: { id: string } }>().job.id
    }
    const slow = await changeWhileSlow()
    assert.deepEqual([slow.state, slow.done], ['failed', 0])
    assert.match(slow.detail ?? '', /taking too long.* Changes made so far are kept\.$/)
    const quick = await endOfJob(portal, people.team, await change('Later'))
    assert.deepEqual(quick.result, { updated: 600, failed: [] })

    async function changeWhileSlow() {
      let id = ''
      await whilePermitsAreSlow(async () => {
        id = await change('Never')
        await endOfJob(portal, people.team, id)
      })
      return endOfJob(portal, people.team, id)
    }
  },
)

test(
  'while all connections are taken, requests get 503, and succeed when a connection is free',
  { timeout: 120_000 },
  async () => {
    const hurried = await startTestApp({
      deps: { database: await connected({ ...limits, connectMs: 5_000 }) },
    })
    try {
      await hurried.given.cookieOf(people.admin)
      const list = () => hurried.crud(people.admin, { apiPath: 'orgs', method: 'GET' })
      assert.equal(await statusOf(list()), 200)
      const free = Promise.withResolvers<void>()
      const { kysely } = hurried.deps.database
      const held = Array.from({ length: pageConnections }, () =>
        kysely.connection().execute(() => free.promise),
      )
      const result = await list()
      free.resolve()
      assert.equal(result.statusCode, 503, result.body)
      assert.equal(Problem.parse(result.json()).type, 'unavailable')
      await Promise.all(held)
      assert.equal(await statusOf(list()), 200)
    } finally {
      await hurried.close()
    }
  },
)
