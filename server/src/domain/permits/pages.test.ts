import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Board, Metric, Overview, StatusMapSettings, Submissions, timeInStatus } from '@portal/contract'
import type { Role } from '@portal/contract'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { countDay } from './daily-metrics.ts'

let portal: TestApp
let people: Record<Role, Person>
let stranger: Person
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  await makeRecords()
})
after(() => portal.close())

async function ask<Value>(person: Person, apiPath: string, query?: object, status = 200): Promise<Value> {
  const response = await portal.crud(person, {
    apiPath,
    method: 'GET',
    ...(query === undefined ? {} : { query }),
  })
  assert.equal(response.statusCode, status, `${apiPath} -> ${response.body.slice(0, 300)}`)
  return response.json<Value>()
}

const spread: readonly [status: string, stage: string, court: string, daysAgo: number][] = [
  ['NEW', 'INTAKE', 'OURS', 0],
  ['NEW', 'INTAKE', 'OURS', 6],
  ['INTAKE_REVIEW', 'INTAKE', 'OURS', 7],
  ['WAITING_CLIENT', 'PREPARATION', 'CLIENT', 13],
  ['IN_PREPARATION', 'PREPARATION', 'OURS', 14],
  ['SUBMITTED', 'AUTHORITY_REVIEW', 'AUTHORITY', 29],
  ['UNDER_REVIEW', 'AUTHORITY_REVIEW', 'AUTHORITY', 30],
  ['PAYMENT_DUE', 'DECISION', 'CLIENT', 400],
]

/** Inserts records as they would be after years of use. */
async function makeRecords(): Promise<void> {
  const { database, ids, clock } = portal.deps
  const insert = (text: string, values: readonly unknown[]) => database.query(text, values)
  for (const [at, [status, stage, court, daysAgo]] of spread.entries()) {
    for (const org of [people.client.org, stranger.org]) {
      await insert(
        `insert into permits (pid, ref_no, title, org, status, bucket, pipeline_stage, court, status_changed_at, assigned_to)
         values ($1, $2, 'Permit', $3, $4, 'processing', $5, $6, $7::timestamptz - make_interval(days => $8::int), $9)`,
        [
          ids.pid(),
          ids.token(6),
          org,
          status,
          stage,
          court,
          clock.now().toISOString(),
          daysAgo,
          at === 0 ? people.team.pid : null,
        ],
      )
    }
  }
  for (const days of [-1, 0, 30, 31, 60, 90, 91]) {
    await insert(
      `insert into permits (pid, ref_no, title, org, status, bucket, pipeline_stage, court, expiry_date)
       values ($1, $2, 'Issued', $3, 'ISSUED', 'processed', 'POST_DECISION', 'NONE', $4::date + $5::int)`,
      [ids.pid(), ids.token(6), people.client.org, '2026-11-20', days],
    )
  }
  for (const [status, total] of [
    ['DUE', 100],
    ['OVERDUE', 20],
    ['PAID', 3],
    ['DRAFT', 4],
  ]) {
    await insert(
      `insert into payments (pid, ref_no, kind, status, org, total) values ($1, $2, 'FEE', $3, $4, $5)`,
      [ids.pid(), ids.token(6), status, people.client.org, total],
    )
  }
  await insert(
    `insert into tasks (pid, ref_no, title, status, audience, assigned_to, due_date) values ($1, $2, 'Call', 'OPEN', 'INTERNAL', $3, '2026-11-19')`,
    [ids.pid(), ids.token(6), people.team.pid],
  )
}

/** Every figure in a response, at any depth. */
function figuresIn(value: unknown): Metric[] {
  if (typeof value !== 'object' || value === null) return []
  const parsed = Metric.safeParse(value)
  return [...(parsed.success ? [parsed.data] : []), ...Object.values(value).flatMap(figuresIn)]
}

/** The list behind a figure has exactly as many records. */
async function expectList(person: Person, { count, list }: Metric): Promise<void> {
  const { collection, filter, scope } = list
  const query = { filter, pageSize: 1, ...(scope === undefined ? {} : { scope, searchToken: '' }) }
  const { metadata } = await ask<{ metadata: { count: number } }>(
    person,
    scope === undefined ? collection : `${collection}/search`,
    query,
  )
  assert.equal(count, metadata.count, `${person.role} ${JSON.stringify(list)}`)
}

/** Inserts packages submitted and permits approved on past days, by authority and cycle. */
async function makeSubmissions(): Promise<void> {
  const { database, ids } = portal.deps
  const made: readonly [
    authority: string | null,
    daysAgo: number,
    cycleNo: number | null,
    approved: boolean,
  ][] = [
    ['AUSTIN_DSD', 0, 1, true],
    ['AUSTIN_DSD', 29, 2, true],
    ['AUSTIN_DSD', 89, 1, true],
    ['AUSTIN_DSD', 90, 1, true],
    ['TRAVIS_COUNTY', 5, 1, false],
  ]
  const permit = (
    authority: string | null,
    daysAgo: number,
    cycleNo: number | null,
    approved: boolean,
    pid: string,
  ) =>
    database.query(
      `insert into permits (pid, ref_no, title, org, status, bucket, pipeline_stage, court, authority, cycle_no, approved_date)
       values ($1, $2, 'Sent', $3, 'CLOSED', 'processed', 'POST_DECISION', 'NONE', $4, $5, case when $6 then '2026-11-20'::date - $7::int end)`,
      [pid, ids.token(6), people.client.org, authority, cycleNo, approved, daysAgo],
    )
  await permit(null, 40, null, true, ids.pid())
  for (const [authority, daysAgo, cycleNo, approved] of made) {
    const pid = ids.pid()
    await permit(authority, daysAgo, cycleNo, approved, pid)
    await database.query(
      `insert into rts (pid, ref_no, permit, org, authority, status, cycle_no, submitted_at)
       values ($1, $2, $3, $4, $5, 'SUBMITTED', $6, '2026-11-20T01:00:00Z'::timestamptz - make_interval(days => $7::int))`,
      [ids.pid(), ids.token(6), pid, people.client.org, authority, cycleNo, daysAgo],
    )
  }
}

test('every figure of the Overview is the exact count of the list it opens, for every role (issue 7)', async () => {
  for (const person of Object.values(people)) {
    const overview = await ask(person, 'permits/overview')
    const figures = figuresIn(Overview.parse(overview))
    assert.ok(figures.length > 35, String(figures.length))
    for (const figure of figures) await expectList(person, figure)
  }
})

test('the Overview shows whether the user has any permits, counting only rows they may see', async () => {
  const newcomer = await portal.given.user({ role: 'client', org: await portal.given.org() })
  const known = async (person: Person) => Overview.parse(await ask(person, 'permits/overview')).hasPermits
  assert.deepEqual(
    [await known(people.team), await known(people.client), await known(newcomer)],
    [true, true, false],
  )
})

test('My day counts only the work of the user today, each line with its list', async () => {
  const { database, ids } = portal.deps
  const put = (
    values: readonly [status: string, court: string, due: string | null, changed: string, of: string],
  ) =>
    database.query(
      `insert into permits (pid, ref_no, title, org, status, bucket, pipeline_stage, court, target_date, status_changed_at, assigned_to)
       values ($1, $2, 'Mine', $3, $4, 'processing', 'AUTHORITY_REVIEW', $5, $6::date, $7::timestamptz, $8)`,
      [ids.pid(), ids.token(6), people.client.org, ...values],
    )
  const worker = await portal.given.user({ role: 'team' })
  const day = async (person: Person) => {
    const { myDay } = Overview.parse(await ask(person, 'permits/overview'))
    for (const entry of myDay.filter(({ list }) => list.collection !== 'alerts'))
      await expectList(person, entry)
    return Object.fromEntries(myDay.filter(({ count }) => count > 0).map(({ task, count }) => [task, count]))
  }
  assert.deepEqual(await day(worker), {})
  await put(['CORRECTIONS_REQUIRED', 'OURS', '2026-11-19', '2026-11-19T12:00:00Z', worker.pid])
  await put(['UNDER_REVIEW', 'AUTHORITY', '2026-11-27', '2026-11-01T12:00:00Z', worker.pid])
  await put(['UNDER_REVIEW', 'AUTHORITY', null, '2026-11-12T12:00:00Z', worker.pid])
  for (const [due, audience, status] of [
    ['2026-11-19', 'INTERNAL', 'OPEN'],
    ['2026-11-20', 'INTERNAL', 'IN_PROGRESS'],
    ['2026-11-20', 'INTERNAL', 'DONE'],
    ['2026-11-30', 'CLIENT', 'SUBMITTED'],
  ]) {
    await database.query(
      `insert into tasks (pid, ref_no, title, status, audience, assigned_to, due_date) values ($1, $2, 'Work', $3, $4, $5, $6)`,
      [ids.pid(), ids.token(6), status, audience, worker.pid, due],
    )
  }
  assert.deepEqual(await day(worker), {
    permitsOverdue: 1,
    permitsDue: 1,
    corrections: 1,
    tasksOverdue: 1,
    tasksToday: 1,
    clientAnswers: 1,
    agencyWaiting: 1,
  })
  assert.deepEqual(await day(await portal.given.user({ role: 'team' })), {})
  const own = await day(people.client)
  assert.ok(
    (own['waitingForYou'] ?? 0) > 0 && (own['feesDue'] ?? 0) > 0 && own['corrections'] === undefined,
    JSON.stringify(own),
  )
  await database.query(`delete from permits where assigned_to = $1`, [worker.pid])
  await database.query(`delete from tasks where assigned_to = $1`, [worker.pid])
})

test('the Overview compares figures with those of about seven days ago, if any were recorded (look.md 7)', async () => {
  const { database } = portal.deps
  assert.equal(Overview.parse(await ask(people.team, 'permits/overview')).earlier, null)
  assert.equal(await countDay(portal.deps), true)
  assert.equal(await countDay(portal.deps), false, 'a day is counted once')
  const now = Overview.parse(await ask(people.team, 'permits/overview'))
  const moved = async (days: number) => {
    await database.query(`insert into counted_days values ($1::date - $2::int, now())`, [now.today, days])
    await database.query(`update counted_figures set day = $1::date - $2::int`, [now.today, days])
    await database.query(`delete from counted_days where day <> $1::date - $2::int`, [now.today, days])
    return Overview.parse(await ask(people.team, 'permits/overview')).earlier
  }
  assert.equal(await moved(6), null)
  assert.deepEqual(await moved(7), {
    daysAgo: 7,
    numbers: { myTurn: 2, unassigned: 6, stale: now.stale?.count, openTasks: 1, feesDue: 120 },
  })
  assert.equal((await moved(9))?.daysAgo, 9)
  assert.equal(await moved(15), null)
  await moved(8)
  const idle = Overview.parse(await ask(people.admin, 'permits/overview'))
  assert.deepEqual(
    [idle.earlier?.numbers.myTurn, idle.earlier?.numbers.openTasks, idle.earlier?.numbers.unassigned],
    [0, 0, 6],
  )
  assert.equal(Overview.parse(await ask(people.client, 'permits/overview')).earlier, null)
})

test('submissions by authority and first-pass approvals match their lists, of visible rows only (look.md 7)', async () => {
  await makeSubmissions()
  const team = Submissions.parse(await ask(people.team, 'permits/overview/submissions'))
  assert.deepEqual(
    team.authorities.map(({ authority, submitted, approved, firstPass, later }) => [
      authority?.title,
      submitted?.count,
      approved.count,
      firstPass.count,
      later.count,
    ]),
    [
      ['Austin Development Services', 3, 3, 2, 1],
      ['Travis County', 1, 0, 0, 0],
      [undefined, 0, 1, 0, 1],
    ],
  )
  for (const person of [people.team, people.client, stranger]) {
    for (const days of [30, 90, 365]) {
      const result = Submissions.parse(await ask(person, 'permits/overview/submissions', { days }))
      for (const figure of figuresIn(result)) await expectList(person, figure)
    }
  }
  const counts = async (person: Person, days: number) => {
    const { authorities } = Submissions.parse(await ask(person, 'permits/overview/submissions', { days }))
    return authorities.map(({ submitted, approved }) => [submitted?.count, approved.count])
  }
  assert.deepEqual(
    [await counts(people.team, 30), (await counts(people.team, 365))[0]],
    [
      [
        [2, 2],
        [1, 0],
      ],
      [4, 4],
    ],
  )
  assert.deepEqual(await counts(stranger, 365), [])
  await ask(people.team, 'permits/overview/submissions', { days: 31 }, 400)
  await ask(people.team, 'permits/overview/submissions', { until: 'now' }, 400)
})

test('the Overview shows courts, aging, due and expiring permits, of visible rows only', async () => {
  const team = Overview.parse(await ask(people.team, 'permits/overview'))
  assert.deepEqual([team.myTurn.count, team.unassigned?.count, team.tasks?.overdue.count], [2, 6, 1])
  assert.deepEqual(
    team.waitingOn.map(({ count }) => count),
    [8, 4, 4],
  )
  assert.deepEqual(
    team.ageing.map(({ stage, bands }) => [stage, bands.map(({ count }) => count)]),
    [
      ['INTAKE', [4, 2, 0, 0, 0]],
      ['PREPARATION', [0, 2, 2, 0, 0]],
      ['READY', [0, 0, 0, 0, 0]],
      ['AUTHORITY_REVIEW', [0, 0, 2, 2, 0]],
      ['DECISION', [0, 0, 0, 0, 2]],
    ],
  )
  assert.deepEqual(
    team.expiring.map(({ count }) => count),
    [2, 2, 1],
  )
  assert.deepEqual([team.feesDue?.due.amount, team.feesDue?.overdue.amount], [120, 20])

  const client = Overview.parse(await ask(people.client, 'permits/overview'))
  assert.deepEqual([client.myTurn.count, client.unassigned, client.feesDue?.due.amount], [2, null, 120])
  const other = Overview.parse(await ask(stranger, 'permits/overview'))
  assert.deepEqual([other.myTurn.count, other.feesDue?.due.count, other.expiring[0]?.count], [2, 0, 0])
})

test('the Overview counts permits past their status’s time limit, and stale ones until reviewed (domain.md 2)', async () => {
  const before = Overview.parse(await ask(people.team, 'permits/overview'))
  assert.equal(before.late, null, 'the map a portal starts with allows any time')
  assert.ok(before.stale !== null && before.stale.count > 0)
  const map = (method: string, apiPath: string, body?: object) =>
    portal.crud(people.admin, { apiPath, method, ...(body && { body }) })
  const { version, statuses } = StatusMapSettings.parse((await map('GET', 'permit-status-map')).json())
  const allowed: Record<string, number> = { NEW: 6, INTAKE_REVIEW: 6, WAITING_CLIENT: 13 }
  const changed = statuses.map((status) => ({ ...status, slaDays: allowed[status.key] ?? null }))
  assert.equal((await map('PATCH', 'permit-status-map', { version, statuses: changed })).statusCode, 200)
  assert.equal((await map('POST', 'permit-status-map/publish', { version: version + 1 })).statusCode, 200)
  const { late } = Overview.parse(await ask(people.team, 'permits/overview'))
  if (late === null) return assert.fail('late permits are not counted')
  const { permits } = await ask<{ permits: Record<string, unknown>[] }>(people.team, 'permits', {
    pageSize: 1_000,
  })
  const today = portal.clock.now().toISOString().slice(0, 10)
  const inForce = { number: 1, statuses: changed, moved: {} }
  const judged = permits.map((permit) => timeInStatus(inForce, permit, today, 'UTC'))
  assert.equal(late.count, judged.filter((time) => time !== null && time.lateAfter !== null).length)
  assert.ok(late.count > 0)
  assert.equal(before.stale.count, judged.filter((time) => time !== null && time.staleDays !== null).length)
  const listed = await ask<{ permits: { pid: string }[] }>(people.team, 'permits', {
    filter: before.stale.list.filter,
  })
  const [looked] = listed.permits
  await portal.crud(people.team, {
    apiPath: `permits/${looked?.pid}`,
    method: 'PATCH',
    body: { statusVerifiedAt: portal.clock.now().toISOString() },
  })
  assert.equal(
    Overview.parse(await ask(people.team, 'permits/overview')).stale?.count,
    before.stale.count - 1,
  )
  const client = Overview.parse(await ask(people.client, 'permits/overview'))
  assert.deepEqual([client.late, client.stale], [null, null])
  assert.equal(
    (await map('POST', 'permit-status-map/revert', { version: version + 2, to: 0 })).statusCode,
    200,
  )
})

test('a board has every status with its exact count and its oldest cards, filtered like the list', async () => {
  const board = Board.parse(await ask(people.team, 'permits/board', { cards: 1 }))
  assert.equal(board.metadata.count, 16)
  assert.deepEqual(
    board.columns.slice(0, 3).map(({ status, count, cards }) => [status, count, cards.length]),
    [
      ['NEW', 4, 1],
      ['INTAKE_REVIEW', 2, 1],
      ['WAITING_CLIENT', 2, 1],
    ],
  )
  assert.equal(board.columns[0]?.cards[0]?.['statusChangedAt'], '2026-11-14T12:00:00.000Z')
  const filtered = Board.parse(
    await ask(people.team, 'permits/board', { filter: { org: people.client.org, court: 'OURS' } }),
  )
  assert.deepEqual([filtered.metadata.count, filtered.columns[0]?.cards.length], [4, 2])
  const processed = Board.parse(await ask(people.team, 'processed/board'))
  assert.deepEqual([processed.columns[0]?.status, processed.columns[0]?.count], ['ISSUED', 7])
  // A decided permit is no longer due; its card is marked as processed.
  assert.equal(processed.columns[0]?.cards[0]?.['bucket'], 'processed')
})

test('a client’s board has only their own permits and no masked field; an invalid query is refused (contract.md 2)', async () => {
  const board = Board.parse(await ask(people.client, 'permits/board'))
  assert.deepEqual([board.columns[0]?.status, board.metadata.count], ['DRAFT', 8])
  for (const { cards } of board.columns)
    for (const card of cards) assert.ok(!('assignedTo' in card) && !('priority' in card))
  await ask(people.client, 'permits/board', { filter: { assignedTo: 'x' } }, 400)
  await ask(people.team, 'permits/board', { cards: 0 }, 400)
  await ask(people.team, 'permits/board', { groupBy: 'org' }, 400)
})
