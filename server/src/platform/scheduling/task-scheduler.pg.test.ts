import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { systemClock } from '#platform/clock.ts'
import { createIds } from '#platform/ids.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import type { ScheduledTask } from './scheduled-task.ts'
import { TaskScheduler } from './task-scheduler.ts'
import type { SchedulerTimes } from './task-scheduler.ts'
import { requestTask } from './task-store.ts'

const log = pino({ level: 'silent' })
const hourMs = 3_600_000
let database: Database
let url: string
const children: ChildProcess[] = []
const schedulers: TaskScheduler[] = []

before(async () => {
  ;({ database, url } = await openMigratedPostgres(log))
  await database.query(
    'create table runs (id bigint generated always as identity, server text, what text, at timestamptz default clock_timestamp())',
    [],
  )
})
beforeEach(async () => {
  await database.query('delete from scheduled_tasks', [])
  await database.query('delete from runs', [])
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  for (const scheduler of schedulers.splice(0)) await scheduler.stop()
})
after(() => database.close())

function schedule(
  task: Partial<ScheduledTask> & Pick<ScheduledTask, 'run'>,
  times?: Partial<SchedulerTimes>,
  into = log,
) {
  const scheduler = new TaskScheduler(
    { database, log: into, ids: createIds(systemClock) },
    [{ name: 'compact-counters', everyMs: 50, ...task }],
    { startAfterMs: 0, pollMs: 10, leaseMs: 1_000, ...times },
  )
  schedulers.push(scheduler)
  scheduler.start()
  return scheduler
}

/** A run that lasts until it is asked to end, and then fails as a canceled statement does. */
async function untilAborted(signal: AbortSignal, onStart: () => void): Promise<never> {
  onStart()
  await once(signal, 'abort')
  throw signal.reason
}

const Run = z.object({ server: z.string(), what: z.string() })
const runs = () => database.query('select server, what from runs order by id', [], Run)
const TaskRow = z.object({
  last_result: z.string().nullable(),
  last_error: z.string().nullable(),
  last_counts: z.unknown(),
  last_duration_ms: z.number().nullable(),
  failures: z.number(),
  waits_ms: z.number(),
  lease: z.string().nullable(),
})
async function taskRow(): Promise<z.infer<typeof TaskRow> | undefined> {
  const [row] = await database.query(
    `select last_result, last_error, last_counts, last_duration_ms, failures, lease,
      (extract(epoch from next_run_at - clock_timestamp()) * 1000)::bigint as waits_ms from scheduled_tasks`,
    [],
    TaskRow,
  )
  return row
}
async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (const endMs = Date.now() + 20_000; !(await isSo()); await wait(20)) assert.ok(Date.now() < endMs, what)
}

/** Starts a server of its own process whose runs take this long. */
async function startServer(name: string, runMs: number): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '../../test-support/schedule-forever.ts')
  const child = spawn(process.execPath, [script, url, name, String(runMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

test('of two servers one runs a task at a time, and both take their turn', async () => {
  await startServer('one', 30)
  await startServer('other', 30)
  await until(async () => (await runs()).length > 60, 'the task runs')
  const seen = await runs()
  for (const [index, { what, server }] of seen.slice(0, -1).entries()) {
    assert.equal(what, index % 2 === 0 ? 'begun' : 'ended', JSON.stringify(seen.slice(0, index + 2)))
    if (what === 'ended') assert.equal(server, seen[index - 1]?.server)
  }
  assert.deepEqual(new Set(seen.map(({ server }) => server)), new Set(['one', 'other']))
})

test('a task is never started while its former run still lasts, however short its interval is', async () => {
  let [inside, most, count] = [0, 0, 0]
  const run = async () => {
    inside += 1
    most = Math.max(most, inside)
    await wait(1_500)
    inside -= 1
    count += 1
    return {}
  }
  // The lease is shorter than the run: it is renewed while the server lives.
  schedule({ everyMs: 10, run }, { leaseMs: 1_000 })
  schedule({ everyMs: 10, run }, { leaseMs: 1_000 })
  await until(async () => count >= 3, 'the task runs')
  assert.equal(most, 1)
})

test('when the server that runs a task is killed, another one runs it after the lease', async () => {
  const one = await startServer('one', 60_000)
  await until(async () => (await runs()).length === 1, 'the first server runs the task')
  one.kill('SIGKILL')
  await startServer('other', 10)
  await until(
    async () => (await runs()).some(({ server, what }) => server === 'other' && what === 'ended'),
    'the other server takes over',
  )
})

test('a paused server loses its task to another one, and what it does later is not taken for the result', async () => {
  const paused = await startServer('paused', 400)
  await until(async () => (await runs()).length === 1, 'the first server runs the task')
  paused.kill('SIGSTOP')
  let hasEnded = false
  schedule({
    everyMs: hourMs,
    async run() {
      await wait(10)
      hasEnded = true
      return { runs: 7 }
    },
  })
  await until(async () => hasEnded && (await taskRow())?.lease === null, 'the other server takes over')
  paused.kill('SIGCONT')
  await until(async () => (await runs()).length > 1, 'the paused run goes on to its end')
  await wait(200)
  const row = await taskRow()
  assert.deepEqual([row?.last_result, row?.last_counts], ['done', { runs: 7 }])
})

test('the table says how each run ended, how long it took and when the next one is due', async () => {
  let fails = true
  schedule({
    everyMs: hourMs,
    firstAfterMs: 0,
    async run() {
      await wait(50)
      if (fails) throw new Error('The scanner does not answer.')
      return { scanned: 3 }
    },
  })
  await until(async () => (await taskRow())?.last_result === 'failed', 'the run fails')
  const failed = await taskRow()
  assert.equal(failed?.last_error, 'The scanner does not answer.')
  assert.equal(failed?.failures, 1)
  assert.ok((failed?.last_duration_ms ?? 0) >= 49)
  // A failed task does not wait for its whole interval.
  assert.ok((failed?.waits_ms ?? 0) > 14 * 60_000 && (failed?.waits_ms ?? 0) <= 15 * 60_000)
  fails = false
  assert.equal(await requestTask(database, 'compact-counters'), true)
  await until(async () => (await taskRow())?.last_result === 'done', 'the requested run ends')
  const done = await taskRow()
  assert.deepEqual([done?.last_counts, done?.last_error, done?.failures], [{ scanned: 3 }, null, 0])
  assert.ok((done?.waits_ms ?? 0) > hourMs - 60_000)
  assert.equal(await requestTask(database, 'no-such-task'), false)
})

test('a run that is requested during a run begins after it, once', async () => {
  let [count, inside, most] = [0, 0, 0]
  schedule({
    everyMs: hourMs,
    firstAfterMs: 0,
    async run() {
      count += 1
      inside += 1
      most = Math.max(most, inside)
      await wait(300)
      inside -= 1
      return {}
    },
  })
  await until(async () => count === 1, 'the first run begins')
  for (let call = 0; call < 3; call += 1) await requestTask(database, 'compact-counters')
  await until(async () => count === 2, 'the requested run begins')
  await wait(600)
  assert.deepEqual([count, most], [2, 1])
})

/** Sets when the task is due, as seen from now. */
const dueIn = (interval: string) =>
  database.query(
    'update scheduled_tasks set last_result = null, next_run_at = clock_timestamp() + $1::interval',
    [interval],
  )

test('a restart does not put off a task that is due', async () => {
  const first = schedule({ everyMs: hourMs, run: async () => ({}) })
  await until(async () => (await taskRow()) !== undefined, 'the task is in the table')
  await first.stop()
  assert.equal((await taskRow())?.last_result, null)
  await dueIn('-1 minute')
  schedule({ everyMs: hourMs, run: async () => ({}) })
  await until(async () => (await taskRow())?.last_result === 'done', 'the task runs')
})

test('a clock that was set back does not stop a task until it has caught up', async () => {
  schedule({ everyMs: hourMs, run: async () => ({}) })
  await until(async () => (await taskRow()) !== undefined, 'the task is in the table')
  await dueIn('400 days')
  await until(async () => (await taskRow())?.last_result === 'done', 'the task runs')
})

test('a server that cannot keep up runs its rare tasks too', async () => {
  let rare = 0
  const often = (['compact-counters', 'automatic-steps', 'send-reminders'] as const).map((name) => ({
    name,
    everyMs: 1,
    firstAfterMs: 0,
    run: async () => ({}),
  }))
  // One task begins at each poll, and three of them are due again by then.
  const scheduler = new TaskScheduler(
    { database, log, ids: createIds(systemClock) },
    [
      ...often,
      {
        name: 'send-digests',
        everyMs: 50,
        firstAfterMs: 0,
        run: async () => {
          rare += 1
          return {}
        },
      },
    ],
    { startAfterMs: 0, pollMs: 10, leaseMs: 1_000 },
  )
  schedulers.push(scheduler)
  scheduler.start()
  await until(async () => rare >= 2, 'the rare task runs')
})

test('a task of each server runs on every server', async () => {
  const served: string[] = []
  for (const place of ['one', 'other'])
    schedule({
      everyMs: hourMs,
      firstAfterMs: 0,
      place,
      async run() {
        served.push(place)
        return {}
      },
    })
  await until(async () => served.length === 2, 'both run')
  await wait(100)
  assert.deepEqual(served.toSorted(), ['one', 'other'])
})

test('a server that stops ends its run first and leaves no lease behind', async () => {
  const scheduler = schedule({
    firstAfterMs: 0,
    everyMs: hourMs,
    async run(signal) {
      while (!signal.aborted) await wait(10)
      return { stopped: 1 }
    },
  })
  await until(async () => typeof (await taskRow())?.lease === 'string', 'the run begins')
  await scheduler.stop()
  const row = await taskRow()
  assert.deepEqual([row?.lease, row?.last_counts], [null, { stopped: 1 }])
})

test('a task that the stop of the server ends is no failure in the log', async () => {
  const lines: string[] = []
  const noted = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const started = Promise.withResolvers<undefined>()
  const scheduler = schedule(
    { run: (signal) => untilAborted(signal, () => started.resolve(undefined)) },
    {},
    noted,
  )
  await started.promise
  await scheduler.stop()
  assert.deepEqual(lines, [])
})
