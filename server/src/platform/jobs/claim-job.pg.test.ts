import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { inTransaction } from '#engine/write/writing.ts'
import type { Deps } from '#app/deps.ts'
import { startOnPostgres } from '#test-support/start-on-postgres.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { claimJob, maxShortRows } from './claim-job.ts'
import { JobRunner } from './job-runner.ts'
import type { JobHandler } from './job-runner.ts'
import { insertJob } from './job-store.ts'
import type { NewJob } from './job-store.ts'

let portal: TestApp
let database: Deps['database']
let claims = 0

before(async () => {
  portal = await startOnPostgres()
  database = portal.deps.database
  // The jobs of this test belong to its own runners.
  await portal.app.close()
})
after(() => portal.close())
beforeEach(async () => {
  await sql`delete from jobs`.execute(database.kysely)
})

async function waiting(owner: string, ...jobs: readonly Partial<NewJob>[]): Promise<void> {
  for (const job of jobs) {
    const id = portal.deps.ids.pid()
    const common = { id, kind: 'bulk-update', owner, collection: id, params: {}, total: 600 }
    await insertJob(database.kysely, { ...common, ...job })
  }
}

const claim = async (mayTakeLong = true) => {
  claims += 1
  return claimJob(database, `claim ${claims}`, { exclusiveKinds: ['import', 'undo-import'], mayTakeLong })
}

async function abandon(): Promise<void> {
  await sql`update jobs set heartbeat_at = clock_timestamp() - interval '1 minute' where state = 'running'`.execute(
    database.kysely,
  )
}

test('at most two jobs of a person run at once, however many servers look for work at the same time', async () => {
  await waiting('ann', {}, {}, {}, {}, {})
  const claimed = await Promise.all(Array.from({ length: 10 }, () => claim()))
  assert.equal(claimed.filter((job) => job !== undefined).length, 2)
})

test('a person who starts a job later is not behind the jobs that another person has waiting', async () => {
  await waiting('ann', {}, {}, {})
  await waiting('bob', {})
  const owners = [await claim(), await claim(), await claim()].map((job) => job?.owner)
  assert.deepEqual(owners, ['ann', 'bob', 'ann'])
})

test('the place that is kept for short jobs is not given to a long one', async () => {
  await waiting('ann', { total: maxShortRows + 1 })
  assert.equal(await claim(false), undefined)
  await waiting('bob', { total: maxShortRows })
  assert.equal((await claim(false))?.owner, 'bob')
  assert.equal((await claim())?.owner, 'ann')
})

test('jobs of one person run side by side on different collections, and one by one on the same', async () => {
  await waiting('ann', { collection: 'permits' }, { collection: 'permits' }, { collection: 'tasks' })
  const collections = [await claim(), await claim(), await claim()].map((job) => job?.collection)
  assert.deepEqual(collections, ['permits', 'tasks', undefined])
})

test('imports into one collection never run at the same time, nor does one that creates clients there', async () => {
  await waiting('ann', { kind: 'import', collection: 'permits', otherCollections: ['orgs'] })
  await waiting('bob', { kind: 'import', collection: 'permits' })
  await waiting('cid', { kind: 'undo-import', collection: 'orgs' })
  await waiting('dan', { kind: 'import', collection: 'tasks' })
  await waiting('eve', { collection: 'permits' })
  const owners = [await claim(), await claim(), await claim(), await claim()].map((job) => job?.owner)
  assert.deepEqual(owners, ['ann', 'dan', 'eve', undefined])
})

test('abandoned jobs are taken up again, each once, also when they would not have begun together', async () => {
  const import1 = { kind: 'import', collection: 'permits' }
  await waiting('ann', import1, import1, {}, {})
  // As if an earlier version had run all of them.
  await sql`update jobs set state = 'running', claimed_by = 'killed'`.execute(database.kysely)
  await abandon()
  const seen = new Set<string>()
  for (let round = 0; round < 20 && seen.size < 4; round += 1) {
    const job = await claim()
    if (job === undefined) {
      await sql`update jobs set state = 'done', finished_at = now() where id = any(${[...seen]}::text[])`.execute(
        database.kysely,
      )
      continue
    }
    assert.ok(!seen.has(job.id), 'no job is taken up twice')
    seen.add(job.id)
  }
  assert.equal(seen.size, 4)
})

test('an earlier job that waits again after an error does not hold up a later one that was abandoned', async () => {
  await waiting('ann', { collection: 'permits' }, { collection: 'permits' })
  await sql`update jobs set state = 'running', claimed_by = 'killed' where id = (select max(id) from jobs)`.execute(
    database.kysely,
  )
  await abandon()
  assert.notEqual(await claim(), undefined)
  assert.equal(await claim(), undefined)
})

test('a short job ends while long ones of three people have work', async () => {
  const people = await portal.given.everyRole()
  const steps: string[] = []
  const handler: JobHandler<Deps> = {
    async step(_deps, _trx, job) {
      await wait(20)
      steps.push(job.owner)
      const done = job.done + 1_000
      return { cursor: done, done, result: null, finished: done >= job.total }
    },
  }
  const runner = new JobRunner({
    deps: portal.deps,
    handlers: { slow: handler },
    atOnce: 3,
    inTransaction: (work) => inTransaction(portal.deps, work),
  })
  const long = { kind: 'slow', total: 60_000 }
  await waiting(people.admin.pid, long)
  await waiting(people.team.pid, long)
  await waiting(people.client.pid, long)
  await runner.start()
  try {
    while (steps.length < 4) await wait(10)
    await waiting(people.superadmin.pid, { kind: 'slow', total: 2_000 })
    runner.wake()
    const before = steps.length
    while (!steps.slice(before).includes(people.superadmin.pid)) {
      assert.ok(steps.length < before + 20, 'the short job begins at once')
      await wait(10)
    }
    const workers = new Set(steps)
    assert.ok(!workers.has(people.client.pid), 'the third long job waits for one of the others')
  } finally {
    await runner.stop()
  }
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from jobs where state = 'running'`.execute(database.kysely)
  assert.equal(rows[0]?.n, 0, 'a server that stops leaves no job behind as running')
})
