import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { RecordWatch, Watches, maxWatchedRecords, watchRules } from '@portal/contract'
import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { sampleOrganization } from '#engine/test-support/sample-records.ts'
import type { SampleOrganization } from '#engine/test-support/sample-records.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { checkWatchedViews } from './check-views.ts'
import { collectChanges } from './collect-changes.ts'
import { tellWatchers } from './notify-watchers.ts'

let portal: TestApp
let people: Record<Role, Person>
let own: SampleOrganization
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  own = await sampleOrganization(portal, people.superadmin, 'own')
})
after(() => portal.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
async function call(as: Person, method: Method, apiPath: string, body?: object, status = 200) {
  const response = await portal.crud(as, { apiPath, method, ...(body !== undefined && { body }) })
  assert.equal(response.statusCode, status, response.body)
  return response.json<{ pid: string; version: number; detail: string }>()
}
const newPermit = async (title = 'Watched', more: object = {}) =>
  call(people.team, 'POST', 'permits', { title, org: own.org, permitType: 'SIGN', ...more }, 201)

const watch = (as: Person, pid: string, isWatching = true) =>
  call(as, 'POST', `permits/${pid}/watch`, { isWatching })
const change = async (as: Person, pid: string, body: object) => {
  const { version } = await call(as, 'GET', `permits/${pid}`)
  await call(as, 'PATCH', `permits/${pid}`, { ...body, version })
}

/**
 * Waits until every transaction that began before now has ended. The task reads no further, and the
 * PostgreSQL of the tests has other databases with transactions of their own.
 */
async function othersEnded(): Promise<void> {
  const { database } = portal.deps
  const [now] = await database.query(
    'select pg_current_xact_id()::text as xid',
    [],
    z.object({ xid: z.string() }),
  )
  for (;;) {
    const [found] = await database.query(
      'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as "isPast"',
      [now?.xid ?? '0'],
      z.object({ isPast: z.boolean() }),
    )
    if (found?.isPast === true) return
    await pause(20)
  }
}

const never = new AbortController().signal
/** What the scheduled task does. */
async function round(): Promise<number> {
  await othersEnded()
  await collectChanges(portal.deps)
  return (await tellWatchers(portal.deps, never)) + (await checkWatchedViews(portal.deps, never))
}
/** The task while a minute passes, in which changes are gathered, and once after it. */
async function minute(): Promise<void> {
  await round()
  portal.clock.pass(61_000)
  await round()
}

interface Told {
  title: string
  message: string
  link: string | null
}
async function toldTo(as: Person, rule: string = watchRules.record, pid?: string): Promise<Told[]> {
  const filter = { rule, ...(pid !== undefined && { relatedPid: pid }) }
  const response = await portal.crud(as, { apiPath: 'alerts', method: 'GET', query: { filter } })
  return response.json<{ alerts: Told[] }>().alerts
}

test('a watcher is told of status, due date, assignee and notes, all changes of a minute in one notification', async () => {
  const { pid } = await newPermit()
  await watch(people.admin, pid)
  await change(people.team, pid, { targetDate: '2027-03-01' })
  await round()
  portal.clock.pass(30_000)
  await change(people.team, pid, { targetDate: '2027-03-02', assignedTo: people.team.pid })
  await call(people.team, 'POST', `permits/${pid}/notes`, { content: 'Called the agency' }, 201)
  await round()
  assert.deepEqual(await toldTo(people.admin, watchRules.record, pid), [])
  await minute()
  const [told, ...more] = await toldTo(people.admin, watchRules.record, pid)
  assert.equal(more.length, 0)
  assert.match(told?.title ?? '', /^Changed: PM-.* Watched$/)
  assert.equal(told?.message, `Due: Mar 2, 2027 · Assigned to: ${people.team.name} · 1 new note`)
  await minute()
  assert.equal((await toldTo(people.admin, watchRules.record, pid)).length, 1)
})

test('a watcher is told of a step that changes the status, and of none that is undone', async () => {
  const { pid } = await newPermit()
  await watch(people.admin, pid)
  await call(people.team, 'POST', `permits/${pid}/transitions`, { to: 'INTAKE_REVIEW' })
  await minute()
  const [told] = await toldTo(people.admin, watchRules.record, pid)
  assert.equal(told?.message, 'Status: Intake review')
  const other = await newPermit()
  await watch(people.admin, other.pid)
  await call(people.team, 'POST', `permits/${other.pid}/transitions`, { to: 'INTAKE_REVIEW' })
  await call(people.team, 'POST', `permits/${other.pid}/transitions/undo`)
  await minute()
  assert.deepEqual(await toldTo(people.admin, watchRules.record, other.pid), [])
})

test('watchers are not told of their own changes, of other fields, nor of what was changed back', async () => {
  const { pid } = await newPermit()
  await watch(people.admin, pid)
  await change(people.admin, pid, { targetDate: '2027-03-01' })
  await change(people.team, pid, { title: 'Renamed' })
  await change(people.team, pid, { targetDate: '2027-04-01' })
  await change(people.team, pid, { targetDate: '2027-03-01' })
  await minute()
  assert.deepEqual(await toldTo(people.admin, watchRules.record, pid), [])
})

test('a client watches what they may read, is told nothing internal and sees no staff', async () => {
  const { pid } = await newPermit()
  const seen = RecordWatch.parse(await watch(own.client, pid))
  assert.deepEqual(seen, { isWatching: true, watchers: null })
  await change(people.team, pid, { assignedTo: people.team.pid })
  await call(people.team, 'POST', `permits/${pid}/notes`, { content: 'Internal' }, 201)
  await minute()
  assert.deepEqual(await toldTo(own.client, watchRules.record, pid), [])
  await change(people.team, pid, { targetDate: '2027-05-01', assignedTo: people.admin.pid })
  await minute()
  const [told] = await toldTo(own.client, watchRules.record, pid)
  assert.equal(told?.message, 'Due: May 1, 2027')
})

test('staff see who watches a record, and clients of other organizations cannot watch it', async () => {
  const { pid } = await newPermit()
  await watch(own.client, pid)
  const seen = RecordWatch.parse(await watch(people.team, pid))
  assert.deepEqual(
    seen.watchers?.map(({ pid: person }) => person).toSorted(),
    [own.client.pid, people.team.pid].toSorted(),
  )
  const response = await portal.crud(people.client, {
    apiPath: `permits/${pid}/watch`,
    method: 'POST',
    body: { isWatching: true },
  })
  assert.equal(response.statusCode, 404)
})

test('who stops watching, and who may no longer read the record, is told nothing more', async () => {
  const { pid } = await newPermit()
  await watch(people.admin, pid)
  await watch(own.client, pid)
  await change(people.team, pid, { targetDate: '2027-06-01' })
  await round()
  await watch(people.admin, pid, false)
  await sql`update permits set org = ${await portal.given.org()} where pid = ${pid}`.execute(
    portal.deps.database.kysely,
  )
  await minute()
  assert.deepEqual(await toldTo(people.admin, watchRules.record, pid), [])
  assert.deepEqual(await toldTo(own.client, watchRules.record, pid), [])
  const left = await sql`select 1 from record_watches where record_pid = ${pid}`.execute(
    portal.deps.database.kysely,
  )
  assert.equal(left.rows.length, 0)
})

test('what a notification of another kind told is not told twice', async () => {
  const { pid } = await newPermit()
  await watch(people.admin, pid)
  await change(people.team, pid, { assignedTo: people.admin.pid })
  await minute()
  assert.deepEqual(await toldTo(people.admin, watchRules.record, pid), [])
})

test('a change is told once, however often the task runs', async () => {
  const { pid } = await newPermit()
  await watch(people.admin, pid)
  await change(people.team, pid, { targetDate: '2027-07-01' })
  for (let run = 0; run < 3; run += 1) await round()
  await minute()
  await minute()
  assert.equal((await toldTo(people.admin, watchRules.record, pid)).length, 1)
})

test('a record that enters a watched view is told, with the address of the view', async () => {
  const view = await call(
    people.admin,
    'POST',
    'views',
    { name: 'Urgent', collection: 'permits', filters: { priority: 'URGENT' } },
    201,
  )
  await newPermit('Already there', { priority: 'URGENT' })
  const seen = Watches.parse(
    await call(people.admin, 'POST', `views/${view.pid}/watch`, { isWatching: true }),
  )
  assert.deepEqual(
    seen.views.map(({ name }) => name),
    ['Urgent'],
  )
  portal.clock.pass(61_000)
  await newPermit('Arrived', { priority: 'URGENT' })
  await newPermit('Elsewhere', { priority: 'NORMAL' })
  await call(
    people.admin,
    'POST',
    'permits',
    { title: 'Mine', org: own.org, permitType: 'SIGN', priority: 'URGENT' },
    201,
  )
  await round()
  const [told, ...more] = await toldTo(people.admin, watchRules.view)
  assert.equal(more.length, 0)
  assert.equal(told?.title, 'New in “Urgent”: Arrived')
  assert.match(told?.link ?? '', new RegExp(`^/permits/processing/.*view=${view.pid}`))
  await minute()
  assert.equal((await toldTo(people.admin, watchRules.view)).length, 1)
})

test('other filters of a watched view tell nothing by themselves, and a view that is gone is not watched', async () => {
  const body = { name: 'Low', collection: 'permits', filters: { priority: 'LOW' } }
  const view = await call(people.team, 'POST', 'views', body, 201)
  await call(people.team, 'POST', `views/${view.pid}/watch`, { isWatching: true })
  await call(people.team, 'PATCH', `views/${view.pid}`, { filters: { priority: { isNotEmpty: true } } })
  portal.clock.pass(61_000)
  await round()
  assert.deepEqual(await toldTo(people.team, watchRules.view), [])
  await call(people.team, 'DELETE', `views/${view.pid}`)
  portal.clock.pass(61_000)
  await round()
  const left = await sql`select 1 from view_watches where view = ${view.pid}`.execute(
    portal.deps.database.kysely,
  )
  assert.equal(left.rows.length, 0)
})

test('nobody watches without end', async () => {
  const person = await portal.given.user({ role: 'team' })
  await sql`insert into record_watches (user_pid, collection, record_pid, created_at)
    select ${person.pid}, 'permits', 'none' || n, now() from generate_series(1, ${maxWatchedRecords}) n`.execute(
    portal.deps.database.kysely,
  )
  const { pid } = await newPermit()
  const { detail } = await call(person, 'POST', `permits/${pid}/watch`, { isWatching: true }, 409)
  assert.match(detail, /500 records, which is the limit/)
})

test('alerts and messages are not watched', async () => {
  const { pid } = await call(people.admin, 'POST', 'alerts', { title: 'A', user: people.team.pid }, 201)
  await call(people.team, 'POST', `alerts/${pid}/watch`, { isWatching: true }, 409)
})
