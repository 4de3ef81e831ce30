import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openStream } from '#test-support/event-stream.ts'
import type { Person } from '#test-support/given.ts'
import { runOnce } from '#platform/scheduling/test-support/run-once.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

const metricsToken = 'metrics-token-of-the-test'

let portal: TestApp
let team: Person
before(async () => {
  portal = await startTestApp({ environment: { metricsToken } })
  team = await portal.given.user({ role: 'team' })
})
after(() => portal.close())

/** The values of a metric by its labels as they are written; `''` without labels. */
async function values(name: string): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { body } = await portal.send({ method: 'GET', url: '/metrics', headers })
  const shape = new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm')
  return new Map([...body.matchAll(shape)].map(([, labels = '', value]) => [labels, Number(value)]))
}

test('metrics tell the use of the database pools', async () => {
  const max = (await values('portal_database_connections_max')).get('pool="pages"') ?? 0
  assert.ok(max >= 1)
  const connections = await values('portal_database_connections')
  const [used = 0, idle = 0] = ['in_use', 'idle'].map((state) =>
    connections.get(`pool="pages",state="${state}"`),
  )
  assert.ok(used + idle >= 1 && used + idle <= max, `${used} used, ${idle} idle of ${max}`)
  const held = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const transaction = portal.deps.database.kysely.transaction().execute(async () => {
    began.resolve()
    await held.promise
  })
  await began.promise
  const later = portal.deps.database.pools().find(({ name }) => name === 'pages')
  assert.ok(later !== undefined && later.open - later.idle >= 1, 'the transaction holds a connection')
  held.resolve()
  await transaction
})

test('metrics tell which jobs wait, run and failed, and how long the oldest has waited', async () => {
  await portal.deps.database.query(
    `insert into jobs (id, kind, state, owner, collection, params, total, created_at, finished_at, heartbeat_at) values
      ('J1', 'bulk-edit', 'running', $1, 'permits', '{}', 1, now() - interval '90 seconds', null, now() + interval '1 hour'),
      ('J2', 'import', 'failed', $1, 'permits', '{}', 1, now() - interval '3 hours', now() - interval '2 hours', null),
      ('J3', 'import', 'failed', $1, 'permits', '{}', 1, now() - interval '3 days', now() - interval '2 days', null)`,
    [team.pid],
  )
  const jobs = await values('portal_jobs')
  assert.equal(jobs.get('kind="bulk-edit",state="running"'), 1)
  assert.equal(jobs.get('kind="import",state="failed"'), 1, 'a failure older than a day is not told')
  assert.equal((await values('portal_jobs_oldest_queued_seconds')).get(''), 0)
})

test('metrics tell the open streams, how old their last read is and how late their events were', async () => {
  assert.equal((await values('portal_stream_connections')).get(''), 0)
  const stream = await openStream(portal.app, await portal.given.cookieOf(team))
  await portal.crud(team, { apiPath: 'tasks', method: 'POST', body: { title: 'Call the agency' } })
  await stream.next('record', 10_000)
  assert.equal((await values('portal_stream_connections')).get(''), 1)
  assert.ok(((await values('portal_stream_lag_seconds')).get('') ?? 99) < 30)
  assert.ok(((await values('portal_stream_delay_seconds_count')).get('') ?? 0) >= 1)
  stream.close()
})

test('metrics tell when each scheduled task last ran, for how long, and whether it failed', async () => {
  const { database } = portal.deps
  await runOnce(database, 'sweep-files', { counts: { rows: 1 } })
  await runOnce(database, 'sync-builds', { error: 'broken' })
  const ok = await values('portal_task_last_run_ok')
  assert.deepEqual([ok.get('task="sweep-files",place=""'), ok.get('task="sync-builds",place=""')], [1, 0])
  const at = (await values('portal_task_last_run_timestamp_seconds')).get('task="sync-builds",place=""') ?? 0
  assert.ok(Math.abs(Date.now() / 1000 - at) < 60)
  assert.equal((await values('portal_task_last_run_seconds')).get('task="sweep-files",place=""'), 0.25)
})

test('metrics that need the database are left out while it is down; the others are told', async () => {
  const { query } = portal.deps.database
  portal.deps.database.query = () => Promise.reject(new Error('no database'))
  try {
    assert.equal((await values('portal_jobs')).size, 0)
    assert.equal((await values('portal_jobs_oldest_queued_seconds')).size, 0)
    assert.ok((await values('portal_http_request_seconds_count')).size > 0)
    assert.ok(((await values('portal_metric_failures_total')).get('metric="portal_jobs"') ?? 0) >= 1)
  } finally {
    portal.deps.database.query = query
  }
})

test('metrics tell the delay of the event loop and the memory of the process', async () => {
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
    assert.ok(((await values(name)).get('') ?? 0) > 0, name)
})
