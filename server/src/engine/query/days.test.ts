import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Configuration } from '@portal/contract'
import type { CrudCall } from '@portal/contract'
import { sql } from 'kysely'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { takeDueTransitions } from '#domain/permits/automatic/due-transitions.ts'

let portal: TestApp
let admin: Person
const people: Record<string, Person> = {}
const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Los_Angeles', 'UTC'] as const

before(async () => {
  portal = await startTestApp()
  admin = await portal.given.user({ role: 'superadmin' })
  for (const zone of zones) {
    const person = await portal.given.user({ role: 'admin' })
    people[zone] = person
    assert.equal((await patchPerson(person, { timeZone: zone })).statusCode, 200)
  }
  people['none'] = await portal.given.user({ role: 'admin' })
  for (const person of [admin, ...Object.values(people)]) await portal.given.cookieOf(person)
  // The clock moves through the year, so sessions must not expire.
  await sql`update sessions set idle_expires_at = '2027-01-01', expires_at = '2027-01-01'`.execute(
    portal.deps.database.kysely,
  )
})
after(() => portal.close())

async function patchPerson(person: Person, body: Record<string, unknown>) {
  const { version } = (await call(admin, { apiPath: `users/${person.pid}`, method: 'GET' })).json<{
    version: number
  }>()
  return call(admin, { apiPath: `users/${person.pid}`, method: 'PATCH', body: { ...body, version } })
}

const call = (person: Person, body: Pick<CrudCall, 'apiPath' | 'method' | 'query' | 'body'>) =>
  portal.crud(person, body)

function personIn(zone: string): Person {
  const person = people[zone]
  if (person === undefined) throw new Error(`There is nobody in ${zone}`)
  return person
}

async function titles(
  zone: string,
  filter: Record<string, unknown>,
  collection = 'tasks',
): Promise<string[]> {
  const response = await call(personIn(zone), {
    apiPath: collection,
    method: 'GET',
    query: { filter, sort: 'title', pageSize: 100 },
  })
  assert.equal(response.statusCode, 200, response.body)
  return response.json<Record<string, { title: string }[]>>()[collection]?.map(({ title }) => title) ?? []
}

async function givenTasks(days: readonly string[]): Promise<void> {
  await sql`delete from tasks`.execute(portal.deps.database.kysely)
  for (const day of days) {
    await sql`insert into tasks (pid, ref_no, title, status, audience, due_date, assigned_to)
      values (${portal.deps.ids.pid()}, ${day}, ${day}, 'OPEN', 'INTERNAL', ${day}::date, null)`.execute(
      portal.deps.database.kysely,
    )
  }
}

/** Tasks that are due today and overdue, as a user in this time zone sees them. */
async function dueFor(zone: string): Promise<{ today: string[]; overdue: string[] }> {
  return {
    today: await titles(zone, { dueDate: { within: 'today' } }),
    overdue: await titles(zone, { dueDate: { within: 'overdue' } }),
  }
}

test('F15: today and overdue use the time zone of the user, or of the office if the user set none', async () => {
  portal.clock.set('2026-11-22T10:30:00.000Z')
  await givenTasks(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'])
  assert.deepEqual(await dueFor('Pacific/Kiritimati'), {
    today: ['2026-11-23'],
    overdue: ['2026-11-20', '2026-11-21', '2026-11-22'],
  })
  assert.deepEqual(await dueFor('Pacific/Pago_Pago'), { today: ['2026-11-21'], overdue: ['2026-11-20'] })
  assert.deepEqual(await dueFor('UTC'), { today: ['2026-11-22'], overdue: ['2026-11-20', '2026-11-21'] })
  assert.deepEqual(await dueFor('none'), await dueFor('UTC'))
})

const turns: readonly [before: string, after: string, day: string, next: string][] = [
  // The days of daylight saving changes, and the days after them.
  ['2026-03-08T07:59:59.999Z', '2026-03-08T08:00:00.000Z', '2026-03-07', '2026-03-08'],
  ['2026-03-09T06:59:59.999Z', '2026-03-09T07:00:00.000Z', '2026-03-08', '2026-03-09'],
  ['2026-11-01T06:59:59.999Z', '2026-11-01T07:00:00.000Z', '2026-10-31', '2026-11-01'],
  ['2026-11-02T07:59:59.999Z', '2026-11-02T08:00:00.000Z', '2026-11-01', '2026-11-02'],
]
for (const [last, first, day, next] of turns) {
  test(`F15: ${next} begins in Los Angeles at ${first}`, async () => {
    await givenTasks([day, next])
    portal.clock.set(last)
    assert.deepEqual(await dueFor('America/Los_Angeles'), { today: [day], overdue: [] })
    portal.clock.set(first)
    assert.deepEqual(await dueFor('America/Los_Angeles'), { today: [next], overdue: [day] })
  })
}

test('F15: a timestamp belongs to its day in the time zone of the user, whether filtered by keyword or by date', async () => {
  const { kysely } = portal.deps.database
  portal.clock.set('2026-11-22T12:00:00.000Z')
  await sql`delete from tasks`.execute(kysely)
  for (const at of ['2026-11-22T09:59:59.999Z', '2026-11-22T10:00:00.000Z', '2026-11-22T11:00:00.000Z']) {
    await sql`insert into tasks (pid, ref_no, title, status, audience, created_at)
      values (${portal.deps.ids.pid()}, ${at}, ${at}, 'OPEN', 'INTERNAL', ${at}::timestamptz)`.execute(kysely)
  }
  const [early, kiritimati, pago] = [
    '2026-11-22T09:59:59.999Z',
    '2026-11-22T10:00:00.000Z',
    '2026-11-22T11:00:00.000Z',
  ]
  assert.deepEqual(await titles('Pacific/Kiritimati', { createdAt: { within: 'today' } }), [kiritimati, pago])
  assert.deepEqual(await titles('Pacific/Kiritimati', { createdAt: { gte: '2026-11-23' } }), [
    kiritimati,
    pago,
  ])
  assert.deepEqual(await titles('Pacific/Kiritimati', { createdAt: { lt: '2026-11-23' } }), [early])
  assert.deepEqual(await titles('Pacific/Pago_Pago', { createdAt: { within: 'today' } }), [pago])
  assert.deepEqual(
    await titles('Pacific/Pago_Pago', { createdAt: { between: ['2026-11-21', '2026-11-22'] } }),
    [early, kiritimati, pago],
  )
  assert.deepEqual(await titles('UTC', { createdAt: { gte: '2026-11-22' } }), [early, kiritimati, pago])
})

test('F15: the Overview counts by the day of the user', async () => {
  portal.clock.set('2026-11-22T10:30:00.000Z')
  await givenTasks(['2026-11-22'])
  await sql`update tasks set assigned_to = ${personIn('Pacific/Kiritimati').pid}`.execute(
    portal.deps.database.kysely,
  )
  const overview = async (zone: string) =>
    (await call(personIn(zone), { apiPath: 'permits/overview', method: 'GET' })).json<{
      today: string
      tasks: { overdue: { count: number } }
    }>()
  const kiritimati = await overview('Pacific/Kiritimati')
  assert.deepEqual([kiritimati.today, kiritimati.tasks.overdue.count], ['2026-11-23', 1])
  assert.equal((await overview('Pacific/Pago_Pago')).today, '2026-11-21')
})

test('F15: a time zone is an IANA name; any other name is 400', async () => {
  const person = await portal.given.user({ role: 'team' })
  for (const timeZone of ['Nowhere/City', '__proto__', '', 'constructor', '+05:30', 'x'.repeat(300), 7]) {
    const result = await patchPerson(person, { timeZone })
    assert.equal(result.statusCode, 400, String(timeZone))
    assert.match(result.body, /timeZone/)
  }
  for (const timeZone of ['Asia/Calcutta', 'Asia/Kolkata', 'UTC', 'US/Pacific', null]) {
    assert.equal((await patchPerson(person, { timeZone })).statusCode, 200)
    const { timeZone: kept } = (await call(admin, { apiPath: `users/${person.pid}`, method: 'GET' })).json<{
      timeZone: string | null
    }>()
    assert.equal(kept, timeZone)
  }
})

test('F15: users set their own time zone, which applies from the next request on', async () => {
  const person = await portal.given.user({ role: 'client', org: await portal.given.org() })
  const me = async () =>
    (await portal.send({ method: 'GET', url: '/api/auth/me' }, person)).json<{
      timeZone: string
      ownTimeZone: string | null
    }>()
  const set = (timeZone: unknown) =>
    portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { timeZone } }, person)
  const { timeZone, ownTimeZone } = await me()
  assert.deepEqual([timeZone, ownTimeZone], ['UTC', null])
  assert.equal((await set('Pacific/Kiritimati')).statusCode, 204)
  assert.equal((await me()).timeZone, 'Pacific/Kiritimati')
  for (const bad of ['Nowhere/City', '__proto__', '', undefined])
    assert.equal((await set(bad)).statusCode, 400, String(bad))
  assert.equal((await set(null)).statusCode, 204)
  assert.equal((await me()).ownTimeZone, null)
})

test('F15: the time zone of the office applies to people without one and to automatic transitions', async () => {
  portal.clock.set('2026-11-22T10:30:00.000Z')
  const { kysely } = portal.deps.database
  await givenTasks(['2026-11-22'])
  await sql`insert into payments (pid, ref_no, kind, status, total, due_date)
    values (${portal.deps.ids.pid()}, 'PAY-1', 'FEE', 'DUE', 100, '2026-11-22')`.execute(kysely)
  assert.equal(await takeDueTransitions(portal.deps), 0)
  const config = Configuration.parse((await call(admin, { apiPath: '/config', method: 'GET' })).json())
  const bad = await call(admin, {
    apiPath: 'config',
    method: 'PATCH',
    body: { ...config, timeZone: 'Nowhere/City' },
  })
  assert.equal(bad.statusCode, 400)
  const saved = await call(admin, {
    apiPath: 'config',
    method: 'PATCH',
    body: { ...config, timeZone: 'Pacific/Kiritimati' },
  })
  assert.equal(saved.statusCode, 200, saved.body)
  assert.deepEqual(await dueFor('none'), { today: [], overdue: ['2026-11-22'] })
  assert.deepEqual(await dueFor('UTC'), { today: ['2026-11-22'], overdue: [] })
  assert.equal(await takeDueTransitions(portal.deps), 1)
})

test('F15: dates that a transition sets use the time zone of the user who makes it', async () => {
  portal.clock.set('2026-11-22T10:30:00.000Z')
  const made = await call(personIn('Pacific/Kiritimati'), {
    apiPath: 'permits',
    method: 'POST',
    body: { title: 'Dock', org: await portal.given.org(), permitType: 'BUILDING' },
  })
  assert.equal(made.statusCode, 201, made.body)
  const { pid } = made.json<{ pid: string }>()
  const { receivedDate } = (await call(admin, { apiPath: `permits/${pid}`, method: 'GET' })).json<{
    receivedDate: string
  }>()
  assert.equal(receivedDate, '2026-11-23')
})
