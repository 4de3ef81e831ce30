import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ExpectedDates, addDays } from '@portal/contract'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { fitDurations } from './fit-durations.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  portal.clock.set('2026-11-20T12:00:00.000Z')
  people = await portal.given.everyRole()
  // Forty sign permits were decided after 1 to 40 days and issued ten days later; ten demolitions at once.
  for (let days = 1; days <= 40; days += 1) await issued('SIGN', 'AUSTIN_DSD', days)
  for (let days = 1; days <= 10; days += 1) await issued('DEMOLITION', 'AUSTIN_DSD', 0)
  assert.equal(await fitDurations(portal.deps, signal), 12)
})
after(() => portal.close())

const { signal } = new AbortController()

const ask = apiClient(() => portal)
const today = '2026-11-20'

async function permitWith(permitType: string, fields: Record<string, string | null>): Promise<string> {
  const body = { title: 'A permit', org: people.client.org, permitType, authority: 'AUSTIN_DSD' }
  const pid = String((await ask(people.admin, 'POST', 'permits', body, 201))['pid'])
  const names = Object.keys(fields)
  await portal.deps.database.query(
    `update permits set ${names.map((name, index) => `${name} = $${index + 2}`).join(', ')} where pid = $1`,
    [pid, ...Object.values(fields)],
  )
  return pid
}

const issued = (permitType: string, authority: string, days: number) =>
  permitWith(permitType, {
    authority,
    received_date: addDays(today, -205),
    submitted_date: addDays(today, -200),
    approved_date: addDays(today, days - 200),
    issued_date: addDays(today, days - 190),
    status: 'ISSUED',
    bucket: 'processed',
  })

async function expectedFor(person: Person, pid: string) {
  const { expected } = ExpectedDates.parse(await ask(person, 'GET', `permits/${pid}/expected-dates`))
  return expected
}

test('a submitted permit is expected to be decided and issued as those of its agency and type were', async () => {
  const pid = await permitWith('SIGN', {
    status: 'SUBMITTED',
    received_date: today,
    submitted_date: today,
  })
  const basis = 'authority-and-type'
  assert.deepEqual(await expectedFor(people.team, pid), [
    { milestone: 'decision', likely: '2026-12-10', late: '2026-12-22', basis, permits: 40 },
    { milestone: 'issue', likely: '2026-12-20', late: '2027-01-01', basis, permits: 40 },
  ])
})

test('the days a permit has waited move its dates, and an end that no comparable permit shows is left open', async () => {
  const waiting = await permitWith('SIGN', { status: 'SUBMITTED', submitted_date: addDays(today, -20) })
  const [decision] = await expectedFor(people.team, waiting)
  assert.deepEqual([decision?.likely, decision?.late], ['2026-11-30', '2026-12-06'])
  const overdue = await permitWith('SIGN', { status: 'SUBMITTED', submitted_date: addDays(today, -60) })
  const [late] = await expectedFor(people.team, overdue)
  assert.deepEqual([late?.likely, late?.late], [null, null])
})

test('a type with fewer than thirty permits is judged by its agency, and clients learn no numbers', async () => {
  const pid = await permitWith('DEMOLITION', { received_date: today, submitted_date: null })
  assert.deepEqual(await expectedFor(people.client, pid), [
    { milestone: 'submission', likely: '2026-11-25', late: '2026-11-25', basis: 'authority' },
  ])
})

test('nothing is expected of a permit that is processed, or that others may not see', async () => {
  const pid = await issued('SIGN', 'AUSTIN_DSD', 5)
  assert.deepEqual(
    ExpectedDates.parse(await ask(people.team, 'GET', `processed/${pid}/expected-dates`)).expected,
    [],
  )
  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  await ask(stranger, 'GET', `processed/${pid}/expected-dates`, undefined, 404)
})

test('the curves do not depend on how many permits are read at once', async () => {
  const curves = async () => {
    const columns = 'milestone, authority, permit_type, reached, curve'
    return portal.deps.database.query(`select ${columns} from duration_curves order by 1, 2, 3`, [])
  }
  await fitDurations(portal.deps, signal)
  const known = await curves()
  assert.equal(known.length, 12)
  await fitDurations(portal.deps, signal, 7)
  assert.deepEqual(await curves(), known)
})
