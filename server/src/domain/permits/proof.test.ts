import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { History, AvailableTransitions, permitMachineOf, seedMap, seedStatus } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { startOnPostgres } from '#test-support/start-on-postgres.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { organizationConditions } from './test-support/conditions.ts'
import type { Stops } from './test-support/conditions.ts'

/** `PROVE=1` makes the full number of attempts; `SEED=n` repeats a run. */
const isFull = process.env['PROVE'] === '1'
const seed = Number(process.env['SEED'] ?? (isFull ? Math.floor(Math.random() * 1e9) : 20_261_122))
const rounds = isFull ? 2_500 : 20
/** Attempts of a round, all in parallel: single transitions, and the number of records in one bulk call. */
const single = 10
const bulk = 10
const permitCount = isFull ? 200 : 12

const machine = permitMachineOf(seedMap)

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await (isFull ? startOnPostgres : startTestApp)({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
})
after(() => portal.close())

const crud = (person: Person, method: string, apiPath: string, body?: object, query?: object) =>
  portal.crud(person, {
    apiPath,
    method,
    ...(body === undefined ? {} : { body }),
    ...(query === undefined ? {} : { query }),
  })

/** Returns a function that draws pseudorandom numbers from one seed. */
function drawing(count: number) {
  const drawn = fc.sample(fc.nat(1_000_000), { seed, numRuns: count })
  let place = 0
  const below = (max: number) => (drawn[(place += 1) % drawn.length] ?? 0) % max
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[below(values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
  return { below, pick }
}

const roles = ['client', 'team', 'admin', 'superadmin'] as const
const clocks = ['ourSeconds', 'clientSeconds', 'authoritySeconds'] as const
type Fields = Record<string, unknown>

async function newPermits(count: number): Promise<string[]> {
  const pids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const body = { title: `Permit ${n}`, org: people.client.org, permitType: n % 2 === 0 ? 'SIGN' : 'STOS' }
    pids.push((await crud(people.team, 'POST', 'permits', body)).json<{ pid: string }>().pid)
  }
  return pids
}
const read = async (pid: string) => (await crud(people.superadmin, 'GET', `permits/${pid}`)).json<Fields>()

interface Moved {
  at: string
  from: string
  to: string
}

/** Every status change of a permit in its history, oldest first. */
async function statusesOf(pid: string): Promise<Moved[]> {
  const { changes } = History.parse(
    (await crud(people.superadmin, 'GET', `permits/${pid}/history`, undefined, { pageSize: 1_000 })).json(),
  )
  return changes
    .toReversed()
    .flatMap((entry) =>
      entry.changes
        .filter(({ field }) => field === 'status')
        .map(({ from, to }) => ({ at: entry.at, from: String(from), to: String(to) })),
    )
}

/** Statuses that end a permit; a hold also leads there if the status before it does. */
const endings = ['CANCELLED', 'WITHDRAWN']

/**
 * Asserts that every change follows the status map. A hold leads back to the status before it, or to an end
 * that status allows.
 */
function assertLed(walked: readonly Moved[]): void {
  let heldFrom = ''
  for (const [place, { from, to }] of walked.entries()) {
    if (place === 0) continue
    assert.equal(from, walked[place - 1]?.to)
    const led = seedStatus(from === 'ON_HOLD' ? heldFrom : from).next.map((way) => way.to)
    const ways = from === 'ON_HOLD' ? [heldFrom, ...led.filter((each) => endings.includes(each))] : led
    assert.ok(ways.includes(to), `${from} -> ${to}`)
    if (to === 'ON_HOLD') heldFrom = from
  }
}

/** Asserts that no transition was made while a condition of the organization blocked it. */
function assertStopped(walked: readonly Moved[], stopsAt: ReadonlyMap<string, Stops>): void {
  for (const { at, from, to } of walked) {
    if (to === 'SUBMITTED') assert.notEqual(stopsAt.get(at)?.submission, true, `submitted at ${at}`)
    if (to === 'ISSUED' && (from === 'APPROVED' || from === 'PAYMENT_DUE'))
      assert.notEqual(stopsAt.get(at)?.issue, true, `issued at ${at}`)
  }
}

test(`concurrent single and bulk transitions follow map and conditions, and clocks add up to the time (SEED=${seed})`, async (context) => {
  const { below, pick } = drawing(rounds * 60)
  const pids = await newPermits(permitCount)
  const turn = await organizationConditions(() => portal, people.admin, people.client.org)
  let stops: Stops = { submission: true, issue: true }
  /** What the organization's conditions block, for rounds in which no condition changes. */
  const stopsAt = new Map<string, Stops>()
  const open = new Map(pids.map((pid) => [pid, 0]))
  let taken = 0
  for (let round = 0; round < rounds; round += 1) {
    const passedMs = below(5_000_000) + 1
    const onTheWay = await portal.deps.database.query(
      "select pid from permits where bucket = 'processing'",
      [],
      z.object({ pid: z.string() }),
    )
    for (const { pid } of onTheWay) open.set(pid, (open.get(pid) ?? 0) + passedMs)
    portal.clock.pass(passedMs)
    await portal.deps.database.query(
      'update sessions set last_seen_at = $1, idle_expires_at = $1::timestamptz + make_interval(days => 1), expires_at = $1::timestamptz + make_interval(days => 1)',
      [portal.clock.now()],
    )
    await portal.deps.database.query("update rts set status = 'READY' where status = 'COLLECTING'", [])
    // In every other round a condition changes while transitions run. Their order is undefined, but they must
    // not deadlock.
    const isTurning = round % 2 === 0
    const turning = isTurning ? turn(below(4), below(3) === 0 ? 'OPEN' : 'MET') : null
    if (!isTurning) stopsAt.set(portal.clock.now().toISOString(), stops)
    const attempts = Array.from({ length: single }, async () => {
      const [pid, person] = [pick(pids), people[pick(roles)]]
      const isOffered = below(4) > 0
      const steps = AvailableTransitions.parse(
        (await crud(person, 'GET', `permits/${pid}/transitions`)).json(),
      ).transitions.filter(({ allowed }) => allowed)
      const to = isOffered && steps.length > 0 ? pick(steps).to : pick(machine.statuses)
      return crud(person, 'POST', `permits/${pid}/transitions`, { to, reason: 'Because' })
    })
    const many = {
      pids: Array.from({ length: bulk }, () => pick(pids)),
      to: pick(machine.statuses),
      reason: 'All',
    }
    const responses = await Promise.all([
      ...attempts,
      crud(people[pick(roles)], 'POST', 'permits/transitions', many),
    ])
    for (const { statusCode, body } of responses)
      assert.ok([200, 403, 409].includes(statusCode), body.slice(0, 200))
    stops = (await turning) ?? stops
    taken += responses.filter(({ statusCode }) => statusCode === 200).length
  }
  context.diagnostic(
    `${rounds * (single + bulk)} attempts on ${pids.length} permits, ${taken} calls took their step`,
  )
  assert.ok(taken > rounds)
  for (const pid of pids) {
    const permit = await read(pid)
    const { bucket, stage } = seedStatus(String(permit['status']))
    assert.equal(permit['bucket'], bucket)
    if (stage !== null) assert.equal(permit['pipelineStage'], stage)
    const walked = await statusesOf(pid)
    assertLed(walked)
    assertStopped(walked, stopsAt)
    const running =
      typeof permit['clockStartedAt'] === 'string'
        ? portal.clock.now().getTime() - Date.parse(permit['clockStartedAt'])
        : 0
    const counted = clocks.reduce((sum, name) => sum + Math.round(Number(permit[name]) * 1_000), running)
    assert.equal(counted, open.get(pid), `${pid} ${String(permit['status'])}`)
  }
})

/** Members that are not stored fields, and fields that are computed on read. */
const besides = new Set([
  'pid',
  'version',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'custom',
  'daysToExpiry',
])

test(`a permit at any past time, rebuilt from its history, equals what it was then (SEED=${seed})`, async () => {
  const { below, pick } = drawing(4_000)
  const [pid = ''] = await newPermits(1)
  const snapshots: { at: string; fields: Fields }[] = []
  const kept = (record: Fields) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !besides.has(name)))
  for (let n = 0; n < (isFull ? 400 : 30); n += 1) {
    portal.clock.pass(below(50_000) + 1_000)
    const steps = AvailableTransitions.parse(
      (await crud(people.admin, 'GET', `permits/${pid}/transitions`)).json(),
    ).transitions.filter(({ allowed }) => allowed)
    const isStep = below(2) === 0 && steps.length > 0
    const body = isStep
      ? { to: pick(steps).to, reason: 'Because' }
      : {
          [pick(['city', 'region', 'parcelNo'])]: pick([null, 'Austin', 'Round Rock']),
          valuation: below(9_000),
          tags: pick([null, ['a'], ['a', 'b']]),
        }
    await crud(
      people.admin,
      isStep ? 'POST' : 'PATCH',
      isStep ? `permits/${pid}/transitions` : `permits/${pid}`,
      body,
    )
    snapshots.push({ at: portal.clock.now().toISOString(), fields: kept(await read(pid)) })
  }
  const { changes } = History.parse(
    (await crud(people.superadmin, 'GET', `permits/${pid}/history`, undefined, { pageSize: 1_000 })).json(),
  )
  for (const { at, fields } of snapshots) {
    const rebuilt: Fields = {}
    for (const entry of changes.toReversed()) {
      if (entry.at <= at) for (const { field, to } of entry.changes) rebuilt[field] = to
    }
    const asOf = (await crud(people.admin, 'GET', `permits/${pid}`, undefined, { asOf: at })).json<Fields>()
    for (const [name, value] of Object.entries(fields)) {
      assert.deepEqual(rebuilt[name] ?? null, value, `${name} at ${at}`)
      assert.deepEqual(asOf[name] ?? null, value, `${name} as of ${at}`)
    }
  }
})
