import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { AvailableTransitions, permitMachineOf, seedMap, seedStatus } from '@portal/contract'
import type { Role } from '@portal/contract'
import { startOnPostgres } from '#test-support/start-on-postgres.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { organizationConditions } from './test-support/conditions.ts'

/** `PROVE=1` makes the full number of attempts; `SEED=n` repeats a run. */
const isFull = process.env['PROVE'] === '1'
const seed = Number(process.env['SEED'] ?? (isFull ? Math.floor(Math.random() * 1e9) : 20_261_121))
/**
 * Walks run in parallel, each with its own permits, so that no walk changes a permit between another walk's
 * list and transition.
 */
const walks = isFull ? 8 : 1
const attempts = isFull ? 6_250 : 250
const permitCount = isFull ? 25 : 8

const machine = permitMachineOf(seedMap)

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await (isFull ? startOnPostgres({ environment: { rateLimitPerMinute: 0 } }) : startTestApp())
  people = await portal.given.everyRole()
})
after(() => portal.close())

/**
 * Statuses from which issuance requires the conditions; a permit that was issued before is not checked again.
 */
const conditional = ['APPROVED', 'PAYMENT_DUE']
const givenUp = ['WITHDRAWN', 'CANCELLED', 'REJECTED_INTAKE']

interface Permit {
  pid: string
  status: string
  bucket: string
  court: string
  pipelineStage: string
  clockStartedAt: string | null
  ourSeconds: number
  clientSeconds: number
  authoritySeconds: number
}

const crud = (person: Person, method: string, apiPath: string, body?: object) =>
  portal.crud(person, { apiPath, method, ...(body === undefined ? {} : { body }) })

/** The clock moves by years, so sessions must not expire. */
const staySignedIn = ({ pid }: { pid: string | null } = { pid: null }) =>
  portal.deps.database.query(
    `update sessions set last_seen_at = $1, idle_expires_at = $1::timestamptz + make_interval(days => 90), expires_at = $1::timestamptz + make_interval(days => 90)
      where $2::text is null or user_pid = $2`,
    [portal.clock.now(), pid],
  )

const roles = ['client', 'team', 'admin', 'superadmin'] as const

/** Statuses that any walk has reached. */
const reached = new Set<string>()
/** How often a condition of the organization was the only reason to block. */
let stopped = 0

/**
 * Makes random transitions on permits of a separate organization, whose conditions open and close in between;
 * returns how many were accepted.
 */
async function walk(ownSeed: number): Promise<number> {
  const client = await portal.given.user({ role: 'client', org: await portal.given.org() })
  const walkers = { ...people, client }
  const turn = await organizationConditions(() => portal, people.admin, client.org)
  const random = fc.sample(fc.nat(1_000_000), { seed: ownSeed, numRuns: attempts * 12 + permitCount })
  let drawn = 0
  const draw = (below: number) => (random[(drawn += 1) - 1] ?? assert.fail('all is drawn')) % below
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[draw(values.length)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
  const pids: string[] = []
  for (let n = 0; n < permitCount; n += 1) {
    const body = { title: `Permit ${n}`, org: client.org, permitType: pick(['SIGN', 'BUILDING', 'STOS']) }
    pids.push((await crud(people.team, 'POST', 'permits', body)).json<{ pid: string }>().pid)
  }
  const stands = new Map(pids.map((pid) => [pid, 'NEW']))
  let accepted = 0
  let stops = { submission: true, issue: true }
  for (let n = 0; n < attempts; n += 1) {
    // Conditions are settled more often than opened; otherwise few permits would be decided.
    if (draw(12) === 0) stops = await turn(draw(4), draw(4) === 0 ? 'OPEN' : draw(2) === 0 ? 'MET' : 'WAIVED')
    const passedMs = draw(10_000_000) + 1
    const pid = pick(pids)
    portal.clock.pass(passedMs)
    const person = walkers[pick(roles)]
    if (n % 20 === 0) await staySignedIn()
    // Each walk has its own client, whose session would expire between its rare requests.
    if (person === client) await staySignedIn(client)
    // Packages become ready now and then; otherwise nothing would be submitted.
    if (draw(3) === 0)
      await portal.deps.database.query(
        "update rts set status = 'READY' where permit = $1 and status = 'COLLECTING'",
        [pid],
      )
    const response = await crud(person, 'GET', `permits/${pid}/transitions`)
    assert.equal(response.statusCode, 200, response.body)
    const { transitions } = AvailableTransitions.parse(response.json())
    const offered = transitions.filter(({ allowed }) => allowed).map(({ to }) => to)
    // Transitions that only a condition of the organization blocks.
    stopped += transitions.filter(
      ({ whyNot }) => whyNot.length === 1 && whyNot[0]?.includes('client condition'),
    ).length
    const from = stands.get(pid) ?? ''
    if (stops.submission)
      assert.ok(!offered.includes('SUBMITTED'), 'submitted although a condition of the organization is open')
    if (stops.issue && conditional.includes(from))
      assert.ok(!offered.includes('ISSUED'), 'issued although a condition of the organization is open')
    const goingOn = offered.filter((choice) => !givenUp.includes(choice))
    // Prefers statuses no walk has reached, then those that continue the permit; otherwise rare statuses
    // would depend on luck.
    const unseen = offered.filter((choice) => !reached.has(choice))
    const likely =
      unseen.length > 0 && draw(6) > 0 ? unseen : goingOn.length > 0 && draw(12) > 0 ? goingOn : offered
    const to = offered.length > 0 && draw(4) > 0 ? pick(likely) : pick(machine.statuses)
    const stepped = await crud(person, 'POST', `permits/${pid}/transitions`, { to, reason: 'Because' })
    assert.equal(
      stepped.statusCode === 200,
      offered.includes(to),
      `${person.role} ${to} of ${offered.join()} -> ${stepped.statusCode} ${stepped.body.slice(0, 200)}`,
    )
    if (stepped.statusCode !== 200)
      assert.ok(stepped.statusCode === 403 || stepped.statusCode === 409, stepped.body)
    else {
      accepted += 1
      reached.add(to)
    }

    const now = (await crud(people.superadmin, 'GET', `permits/${pid}`)).json<Permit>()
    assert.equal(now.status, stepped.statusCode === 200 ? to : stands.get(pid))
    stands.set(pid, now.status)
    const { bucket, stage } = seedStatus(now.status)
    assert.equal(now.bucket, bucket)
    if (stage !== null) assert.equal(now.pipelineStage, stage)
    assert.equal(now.clockStartedAt === null, bucket === 'processed', now.status)
  }
  return accepted
}

test(`random transitions: exactly the offered ones are accepted, and every status follows the map (SEED=${seed})`, async (context) => {
  const all = await Promise.all(Array.from({ length: walks }, async (_each, place) => walk(seed + place)))
  const accepted = all.reduce((sum, each) => sum + each, 0)
  context.diagnostic(
    `${walks * attempts} attempts, ${accepted} accepted, all of them offered and no other; ${reached.size} statuses reached, ${stopped} times a condition of the organization alone stood in the way`,
  )
  assert.ok(stopped > 0)
  assert.ok(reached.size >= (isFull ? 18 : 8), [...reached].join())
})

test('the three clocks of a permit add up to the time since it was new, including holds and reopening', async () => {
  await staySignedIn()
  const body = { title: 'Timed', org: people.client.org, permitType: 'SIGN' }
  const { pid } = (await crud(people.team, 'POST', 'permits', body)).json<{ pid: string }>()
  let openMs = 0
  const path: [to: string, ms: number, more?: object][] = [
    ['INTAKE_REVIEW', 1_234],
    ['WAITING_CLIENT', 20_654_321],
    ['ON_HOLD', 77, { holdReason: 'LEGAL_ACTION' }],
    ['WAITING_CLIENT', 1_000_001],
    ['IN_PREPARATION', 3],
    ['WITHDRAWN', 60_000],
  ]
  for (const [to, ms, more] of path) {
    portal.clock.pass(ms)
    openMs += ms
    const response = await crud(people.team, 'POST', `permits/${pid}/transitions`, {
      to,
      reason: 'Because',
      ...more,
    })
    assert.equal(response.statusCode, 200, response.body)
  }
  const seconds = ({ ourSeconds, clientSeconds, authoritySeconds }: Permit) =>
    Math.round((ourSeconds + clientSeconds + authoritySeconds) * 1000)
  const closed = (await crud(people.team, 'GET', `processed/${pid}`)).json<Permit>()
  assert.equal(seconds(closed), openMs)
  assert.equal(Math.round(closed.authoritySeconds * 1000), 1_000_001)
  // No clock runs while the permit is processed; the clock resumes when it is reopened.
  portal.clock.pass(5_000_000)
  assert.equal(
    (
      await crud(people.admin, 'POST', `processed/${pid}/transitions`, {
        to: 'INTAKE_REVIEW',
        reason: 'Again',
      })
    ).statusCode,
    200,
  )
  portal.clock.pass(4_321)
  assert.equal(
    (await crud(people.team, 'POST', `permits/${pid}/transitions`, { to: 'REJECTED_INTAKE', reason: 'No' }))
      .statusCode,
    200,
  )
  assert.equal(seconds((await crud(people.team, 'GET', `processed/${pid}`)).json<Permit>()), openMs + 4_321)
})
