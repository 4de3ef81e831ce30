import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { BackgroundJobs, Job, ScheduledTasks } from '@portal/contract'
import type { BackgroundJob, BackgroundJobState } from '@portal/contract'
import { sql } from 'kysely'
import { insertJob } from '#platform/jobs/job-store.ts'
import type { NewJob } from '#platform/jobs/job-store.ts'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import { registerTasks } from '#platform/scheduling/task-store.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { startImport } from '#import/test-support/import-file.ts'

const importedRows = 3_000
let portal: TestApp
let people: Record<'superadmin' | 'admin' | 'team' | 'client', Person>

before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole(await portal.given.org({ name: 'Acme' }))
})
after(() => portal.close())

const call = (method: 'GET' | 'POST', path: string, person: Person = people.admin) =>
  portal.send({ method, url: `/api/background/${path}` }, person)

async function listJobs(query = ''): Promise<BackgroundJobs> {
  const response = await call('GET', `jobs${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return BackgroundJobs.parse(response.json())
}
async function jobNow(id: string): Promise<BackgroundJob | undefined> {
  return (await listJobs()).jobs.find((job) => job.id === id)
}

/** A job in the table that no runner takes up. */
async function stored(job: Partial<NewJob>, state: 'queued' | 'running' | 'failed' | 'done') {
  const id = portal.deps.ids.pid()
  const common = {
    id,
    kind: 'bulk-update',
    owner: people.admin.pid,
    collection: 'permits',
    params: {},
    total: 9,
  }
  await insertJob(portal.deps.database.kysely, { ...common, ...job, finished: { result: null } })
  await sql`update jobs set state = ${state}, heartbeat_at = clock_timestamp() + interval '1 hour',
    finished_at = case when ${state} in ('failed', 'done') then clock_timestamp() end where id = ${id}`.execute(
    portal.deps.database.kysely,
  )
  return id
}

function importPermits(owner: Person, prefix: string): Promise<string> {
  const lines = Array.from({ length: importedRows }, (_, n) => `Permit ${n},Acme,${prefix}-${n},SIGN`)
  return startImport(portal, {
    as: owner,
    file: `title,org,authorityNumber,permitType\n${lines.join('\n')}\n`,
  })
}

test('a job that is canceled while it runs keeps its work, and goes on from there when it is retried', async () => {
  const id = await importPermits(people.superadmin, 'STOP')
  while (((await jobNow(id))?.done ?? 0) === 0) await wait(5)
  assert.equal((await call('POST', `jobs/${id}/cancel`)).statusCode, 204)
  const canceled = await jobNow(id)
  assert.deepEqual([canceled?.state, canceled?.canceledBy?.pid], ['canceled', people.admin.pid])
  await wait(300)
  assert.equal((await jobNow(id))?.done, canceled?.done, 'no batch runs after the cancellation')
  assert.ok((canceled?.done ?? 0) < importedRows)

  const seen = Job.parse(
    (await portal.send({ method: 'GET', url: `/api/jobs/${id}` }, people.superadmin)).json(),
  )
  assert.deepEqual(
    [seen.state, seen.detail],
    ['failed', 'Canceled by an administrator. Changes made so far are kept.'],
  )
  assert.equal((await call('POST', `jobs/${id}/cancel`)).statusCode, 409)

  assert.equal((await call('POST', `jobs/${id}/retry`)).statusCode, 204)
  const ended = await endOfJob(portal, people.superadmin, id)
  assert.deepEqual([ended.state, ended.result], ['done', { created: importedRows, skipped: 0, errors: [] }])
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from permits where authority_number like 'STOP-%'`.execute(
    portal.deps.database.kysely,
  )
  assert.equal(rows[0]?.n, importedRows)
  assert.equal((await call('POST', `jobs/${id}/retry`)).statusCode, 409, 'a job that is done is not retried')
})

test('administrators see the jobs of everyone, open ones first, then the newest, and how many are in each state', async () => {
  await sql`delete from jobs`.execute(portal.deps.database.kysely)
  const states: BackgroundJobState[] = ['done', 'running', 'failed', 'failed']
  const ids: string[] = []
  for (const state of states) {
    ids.push(await stored({ owner: people.team.pid }, state === 'canceled' ? 'failed' : state))
    await wait(2)
  }
  const all = await listJobs()
  assert.deepEqual(
    all.jobs.map(({ id }) => id),
    [ids[1], ids[3], ids[2], ids[0]],
  )
  assert.deepEqual(all.counts, { running: 1, queued: 0, failed: 2, canceled: 0, done: 1 })
  assert.equal(all.jobs[0]?.owner?.pid, people.team.pid)
  const failed = await listJobs('?state=failed')
  assert.deepEqual([failed.jobs.length, failed.metadata.count], [2, 2])
  assert.equal((await call('GET', 'jobs?state=lost')).statusCode, 400)
})

test('what cannot go on is not retried: undone work, and imports whose file is gone', async () => {
  const undone = await stored({}, 'failed')
  await sql`update jobs set undone_by = 'x' where id = ${undone}`.execute(portal.deps.database.kysely)
  const gone = await stored({ kind: 'import' }, 'failed')
  for (const id of [undone, gone]) {
    assert.equal((await jobNow(id))?.canRetry, false)
    assert.equal((await call('POST', `jobs/${id}/retry`)).statusCode, 409)
  }
  assert.equal((await call('POST', 'jobs/none/retry')).statusCode, 404)
  assert.equal((await call('POST', 'jobs/none/cancel')).statusCode, 404)
})

test('administrators see the scheduled tasks and can start one now', async () => {
  await registerTasks(portal.deps.database, [
    { name: 'sweep-files', place: 'one:/data', everyMs: 3_600_000 },
    { name: 'retain-jobs', everyMs: 86_400_000 },
  ])
  const listed = async () => ScheduledTasks.parse((await call('GET', 'tasks')).json()).tasks
  assert.deepEqual(
    (await listed()).map(({ name, place, last, isRequested }) => ({ name, place, last, isRequested })),
    [
      { name: 'retain-jobs', place: null, last: null, isRequested: false },
      { name: 'sweep-files', place: 'one:/data', last: null, isRequested: false },
    ],
  )
  assert.equal((await call('POST', 'tasks/sweep-files/run')).statusCode, 204)
  assert.deepEqual(
    (await listed()).map(({ isRequested }) => isRequested),
    [false, true],
  )
  assert.equal((await call('POST', 'tasks/none/run')).statusCode, 404)
})
