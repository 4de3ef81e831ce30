import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { createRandom } from '#domain/seed/random.ts'
import { startSmtpSink } from '#mail/test-support/smtp-sink.ts'
import type { SmtpSink } from '#mail/test-support/smtp-sink.ts'
import type { Database } from '#platform/database/database.ts'
import { createIds } from '#platform/ids.ts'
import { createTestClock } from '#test-support/clock.ts'
import { createGiven } from '#test-support/given.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import { YearOracle, byText } from './test-support/year/year-oracle.ts'
import type { YearEvent } from './test-support/year/year-oracle.ts'
import { readDigests, readFired, readFollowers } from './test-support/year/year-outcome.ts'
import { YearServer } from './test-support/year/year-server.ts'
import { makeSteps, without } from './test-support/year/year-steps.ts'
import { instantOf, localDay, plusDays } from './test-support/year/zone-days.ts'

/**
 * A year goes by on a moved clock. `DAYS=n` and `KILLS=n` shorten it, `STEP_HOURS=n` makes its steps finer,
 * and
 * `SEED=n` repeats it, except the moments of the kills within a step.
 */
const skip = process.env['PROVE'] === '1' ? false : 'npm run prove -- year runs it'
const days = Number(process.env['DAYS'] ?? 366)
const stepHours = Number(process.env['STEP_HOURS'] ?? 6)
const kills = Number(process.env['KILLS'] ?? 50)
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9))
const random = createRandom(`year ${seed}`)

const firstDay = '2027-02-01'
const zones = {
  chicago: 'America/Chicago',
  berlin: 'Europe/Berlin',
  lordHowe: 'Australia/Lord_Howe',
} as const
const certificates = ['licenceExpiry', 'liabilityExpiry', 'workersCompExpiry'] as const
const columns = {
  licenceExpiry: 'licence_expiry',
  liabilityExpiry: 'liability_expiry',
  workersCompExpiry: 'workers_comp_expiry',
}

const steps = makeSteps({ firstDay, days, hours: stepHours, zones: Object.values(zones) }, random)

let database: Database
let sink: SmtpSink
let server: YearServer
let folder: string
const log = pino({ level: 'silent' })
before(async () => {
  if (skip !== false) return
  folder = await mkdtemp(join(tmpdir(), 'portal-year-'))
  const opened = await openMigratedPostgres(log)
  ;({ database } = opened)
  sink = await startSmtpSink()
  server = new YearServer(database, [opened.url, sink.url], folder)
})
after(async () => {
  if (skip !== false) return
  await server.kill()
  await sink.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const events: YearEvent[] = []
let current = -1
const note = (event: YearEvent) => events.push(event)
const today = () => localDay(zones.chicago, steps[Math.max(current, 0)] ?? new Date(0))

interface Cast {
  superadmin: string
  workers: { pid: string; zone: string }[]
  clients: { pid: string; zone: string; org: string }[]
  orgs: string[]
}

/** The office in Chicago, workers and clients in three zones, and their choices of ways. */
async function makeCast(): Promise<Cast> {
  const clock = createTestClock(steps[0]?.toISOString())
  const given = createGiven({ database, clock, ids: createIds(clock), environment: { demo: true } })
  await database.query(
    'create table steps (step int primary key, at timestamptz not null, is_done boolean not null default false)',
    [],
  )
  await database.query(
    'insert into steps (step, at) select n - 1, t from unnest($1::timestamptz[]) with ordinality as s(t, n)',
    [steps],
  )
  const superadmin = await given.user({ role: 'superadmin' })
  const orgs: string[] = []
  for (let index = 0; index < 6; index += 1) orgs.push(await given.org())
  const people = async (role: 'team' | 'client', prefs: object) => {
    const made = []
    for (const [index, zone] of Object.values(zones).entries()) {
      const org = role === 'client' ? (orgs[index] ?? '') : null
      const { pid } = await given.user({ role, org, email: `${role}${index}@outside.example` })
      await database.query('update users set time_zone = $2, notification_prefs = $3::jsonb where pid = $1', [
        pid,
        zone,
        JSON.stringify({ kinds: prefs }),
      ])
      made.push({ pid, zone, org: org ?? '' })
    }
    return made
  }
  const workers = await people('team', { TASK_DUE: 'digest', TASK_ASSIGNED: 'portal' })
  const portal = [
    'TASK_ASSIGNED',
    'TASK_DUE',
    'DOCUMENT_REQUESTED',
    'CORRECTIONS',
    'PERMIT_STATUS',
    'HOLD_PLACED',
    'PAYMENT_DUE',
    'PAYMENT_RECEIVED',
    'NOTE_MENTION',
    'ANNOUNCEMENT',
  ]
  const clients = await people('client', {
    ...Object.fromEntries(portal.map((kind) => [kind, 'portal'])),
    EXPIRY_REMINDER: 'digest',
  })
  return { superadmin: superadmin.pid, workers, clients, orgs }
}

/** A local time of a worker on a day from now, also times that clocks skip or repeat on some days. */
function someTime(zone: string, within: number): string {
  const times = zone === zones.lordHowe ? ['07:15', '12:00', '23:30'] : ['01:30', '02:30', '09:00', '23:45']
  const on = plusDays(today(), random.int(1, within))
  return (
    instantOf(zone, on, random.pick(times)) ??
    instantOf(zone, on, '12:00') ??
    new Date(NaN)
  ).toISOString()
}

async function makeTask(
  cast: Cast,
  values: {
    dueDate?: string
    remindAt?: string
    followUpAt?: string
    escalation?: string
    recurrence?: string
  },
  worker: { pid: string },
): Promise<void> {
  const made = await server.call({
    as: cast.superadmin,
    apiPath: 'tasks',
    method: 'POST',
    body: { title: `Call ${events.length}`, assignedTo: worker.pid, ...values },
  })
  const { dueDate = null, remindAt = null, followUpAt = null, recurrence = null } = values
  note({
    kind: 'task',
    afterStep: current,
    pid: String(made['pid']),
    assignee: worker.pid,
    dueDate,
    remindAt,
    followUpAt,
    escalates: values.escalation !== undefined,
    recurrence,
  })
}

async function makeTasks(cast: Cast, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const worker = random.pick(cast.workers)
    const dueDate = plusDays(today(), random.int(2, 60))
    const kind = index % 3
    if (kind === 0)
      await makeTask(
        cast,
        { remindAt: someTime(worker.zone, days), followUpAt: someTime(worker.zone, days) },
        worker,
      )
    else if (kind === 1)
      await makeTask(cast, { dueDate, escalation: random.pick(['SUPERVISOR', 'DIRECTOR']) }, worker)
    else {
      const rule = random.pick([
        'FREQ=DAILY',
        'FREQ=DAILY;INTERVAL=3',
        'FREQ=WEEKLY',
        'FREQ=WEEKLY;INTERVAL=2',
        'FREQ=WEEKLY;COUNT=4',
      ])
      await makeTask(
        cast,
        {
          dueDate: plusDays(today(), random.int(1, 5)),
          remindAt: someTime(worker.zone, 5),
          recurrence: rule,
        },
        worker,
      )
    }
  }
  const [worker = { pid: '' }] = cast.workers
  await makeTask(
    cast,
    { dueDate: `${plusDays(today(), 31).slice(0, 7)}-15`, recurrence: 'FREQ=MONTHLY' },
    worker,
  )
}

async function setCertificate(org: string, field: (typeof certificates)[number], on: string): Promise<void> {
  await database.query(`update orgs set ${columns[field]} = $2::date where pid = $1`, [org, on])
  note({ kind: 'certificate', afterStep: current, org, field, on, isAccepted: false })
}

/**
 * Permits that expire, fees that are due and certificates, some of which have lapsed before the year begins.
 */
async function makeDates(cast: Cast): Promise<void> {
  for (const [index, client] of [...cast.clients, ...cast.clients, ...cast.clients].entries()) {
    const permit = String(
      (
        await server.call({
          as: cast.superadmin,
          apiPath: 'permits',
          method: 'POST',
          body: { title: `Garage ${index}`, org: client.org, permitType: 'SIGN' },
        })
      )['pid'],
    )
    const on = plusDays(firstDay, random.int(5, days))
    await database.query(
      `update permits set status = 'ISSUED', bucket = 'processed', pipeline_stage = 'POST_DECISION', court = 'NONE', outcome = 'ISSUED', clock_started_at = null, expiry_date = $2::date where pid = $1`,
      [permit, on],
    )
    note({ kind: 'permit', afterStep: -1, pid: permit, org: client.org, on })
    const dueDate = plusDays(firstDay, random.int(5, days))
    const fee = await server.call({
      as: cast.superadmin,
      apiPath: 'payments',
      method: 'POST',
      body: { permit, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 500, dueDate },
    })
    note({ kind: 'payment', afterStep: -1, pid: String(fee['pid']), on: dueDate })
  }
  for (const org of cast.orgs)
    for (const field of certificates)
      await setCertificate(org, field, plusDays(firstDay, random.int(-20, 120)))
}

const Open = z.object({ pid: z.string(), org: z.string().nullable(), certificate: z.string().nullable() })
const done = (cast: Cast, collection: string, pid: string, body: object = {}) =>
  server.call({
    as: cast.superadmin,
    apiPath: `${collection}/${pid}/transitions`,
    method: 'POST',
    body: { to: 'DONE', ...body },
  })

/** What people do on one day: finish work, move a reminder, take a new certificate, type another date. */
async function act(cast: Cast): Promise<void> {
  const open = await database.query(
    `select pid, org, certificate from tasks where status = 'OPEN' and pid = any($1::text[]) and (recurrence is null or due_date <= $2::date) order by seq`,
    [
      events.flatMap((event) =>
        event.kind === 'task'
          ? [event.pid]
          : event.kind === 'done' && event.next !== null
            ? [event.next]
            : [],
      ),
      today(),
    ],
    Open,
  )
  const recurring = await database.query(
    `select pid from tasks where recurrence is not null`,
    [],
    z.object({ pid: z.string() }),
  )
  const repeats = new Set(recurring.map(({ pid }) => pid))
  for (const { pid } of open) {
    if (!random.chance(repeats.has(pid) ? 0.8 : 0.05)) continue
    await done(cast, 'tasks', pid)
    const [next] = await database.query(
      'select pid from tasks where previous_task = $1',
      [pid],
      z.object({ pid: z.string() }),
    )
    note({ kind: 'done', afterStep: current, pid, next: next?.pid ?? null })
  }
  const [task] = await database.query(
    `select pid, org, certificate from tasks where status = 'OPEN' and follow_up_at is not null order by md5(pid || $1::text) limit 1`,
    [String(current)],
    Open,
  )
  if (task !== undefined) {
    const remindAt = someTime(zones.berlin, 40)
    await server.call({
      as: cast.superadmin,
      apiPath: `tasks/${task.pid}`,
      method: 'PATCH',
      body: { remindAt },
    })
    note({ kind: 'moved', afterStep: current, pid: task.pid, remindAt })
  }
  const asked = await database.query(
    `select pid, org, certificate from tasks where certificate is not null and status = 'OPEN' order by seq`,
    [],
    Open,
  )
  for (const { pid, org, certificate } of asked) {
    if (org === null || certificate === null || !random.chance(0.3)) continue
    const on = plusDays(today(), random.int(100, 200))
    await done(cast, 'ctasks', pid, { certificateExpiry: on })
    note({ kind: 'certificate', afterStep: current, org, field: certificate, on, isAccepted: true })
  }
  if (random.chance(0.3))
    await setCertificate(
      random.pick(cast.orgs),
      random.pick(certificates),
      plusDays(today(), random.int(-30, 95)),
    )
  if (random.chance(0.2)) await makeTasks(cast, 3)
}

test(
  'what fires in a year over three time zones is what the oracle says, however often the server is killed',
  { timeout: 3_500_000, skip },
  async (context) => {
    context.diagnostic(`SEED=${seed}`)
    const cast = await makeCast()
    await server.start()
    const config = await server.call({ as: cast.superadmin, apiPath: 'config', method: 'GET' })
    const office = { ...config, timeZone: zones.chicago }
    await server.call({ as: cast.superadmin, apiPath: 'config', method: 'PATCH', body: office })
    await makeTasks(cast, Math.ceil(days / 6))
    await makeDates(cast)

    const moments = new Map<number, number>()
    while (moments.size < Math.min(kills, steps.length - 1))
      moments.set(random.int(0, steps.length - 1), random.int(0, 60))
    // People act about every fifth day, at the hour of the step.
    for (let next = random.int(3, 8); current < steps.length - 1; next += random.int(10, 30)) {
      current = Math.min(next, steps.length - 1)
      await server.pass(current, moments)
      if (current < steps.length - 1) await act(cast)
    }

    const expected = new YearOracle({
      office: zones.chicago,
      zones: new Map([...cast.workers, ...cast.clients].map(({ pid, zone }) => [pid, zone])),
      clients: new Map(cast.clients.map(({ pid, org }) => [org, [pid]])),
    }).run(steps, events)
    const fired = await readFired(database, events)
    const digests = await readDigests(database, sink.messages, cast)
    const followers = await readFollowers(database)
    context.diagnostic(
      `${server.kills} kills, ${steps.length} steps, ${fired.length} fired, ${digests.lines.length} digests, ${followers.length} tasks made by others`,
    )
    assert.deepEqual(
      { missed: without(expected.fired, fired), twice: without(fired, expected.fired) },
      { missed: [], twice: [] },
    )
    assert.deepEqual(followers.toSorted(byText), expected.followers.toSorted(byText))
    const unconfirmed = without(expected.digests, digests.lines)
    assert.deepEqual(
      {
        missed: unconfirmed.filter((line) => !digests.unconfirmed.has(line.split(' ')[1] ?? '')),
        twice: without(digests.lines, expected.digests),
      },
      { missed: [], twice: [] },
    )
    assert.ok(unconfirmed.length <= server.kills)
  },
)
