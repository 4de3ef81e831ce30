import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HandoverPreview, Workload, addDays, mondayOf } from '@portal/contract'
import type { PersonWorkload, Role } from '@portal/contract'
import { z } from 'zod'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import { apiClient } from '#test-support/api-client.ts'
import { noteStatements } from '#test-support/note-statements.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'

/** Tests the workload and the assignment of work of nobody. Source: decision 0120. */

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

/** A Friday; its week began on 16 November. */
const today = '2026-11-20'
const ask = apiClient(() => portal)
const made = async (collection: string, body: object) =>
  String((await ask(people.admin, 'POST', collection, body, 201))['pid'])
const task = (assignedTo: string | null, dueDate: string | null) =>
  made('tasks', { title: 'Call', ...(assignedTo && { assignedTo }), ...(dueDate && { dueDate }) })
const workload = async (person: Person = people.team) => Workload.parse(await ask(person, 'GET', 'workload'))
const of = ({ people: rows }: Workload, pid: string | null): PersonWorkload => {
  const row = rows.find(({ person }) => (person?.pid ?? null) === pid)
  assert.ok(row, 'is listed')
  return row
}
const sum = (numbers: Partial<Record<string, number>>) =>
  Object.values(numbers).reduce((all: number, each) => all + (each ?? 0), 0)

test('open work is counted by person and week of its due date; done work and client tasks are not', async () => {
  const anna = await portal.given.user({ name: 'Anna' })
  const monday = mondayOf(today)
  assert.equal(monday, '2026-11-16')
  const days = [addDays(today, -1), today, addDays(monday, 6), addDays(monday, 7), addDays(monday, 41)]
  for (const day of [...days, addDays(monday, 42), null]) await task(anna.pid, day)
  const done = await task(anna.pid, today)
  await ask(people.admin, 'POST', `tasks/${done}/transitions`, { to: 'DONE' })
  await made('ctasks', { title: 'Sign', assignedOrg: people.client.org, assignedTo: anna.pid })
  const own = { org: people.client.org, permitType: 'SIGN' }
  const permit = await made('permits', { ...own, title: 'Garage', assignedTo: anna.pid, targetDate: today })
  const pack = await made('rts', { permit, submitBy: addDays(today, -2) })
  await ask(people.admin, 'PATCH', `rts/${pack}`, { assignedTo: anna.pid })
  const { weeks, ...all } = await workload()
  assert.deepEqual(
    weeks,
    [0, 7, 14, 21, 28, 35].map((after) => addDays(monday, after)),
  )
  const row = of({ weeks, ...all }, anna.pid)
  assert.deepEqual(row.overdue, { permits: 0, tasks: 1, rts: 1 })
  assert.deepEqual(row.weeks.map(sum), [3, 1, 0, 0, 0, 1])
  assert.deepEqual([row.later.tasks, row.undated.tasks], [1, 1])
  assert.deepEqual(row.total, { permits: 1, tasks: 7, rts: 1 })
})

test('the team is listed without work too, with absences, and work of nobody comes first', async () => {
  const idle = await portal.given.user({ name: 'Idle' })
  await ask(people.admin, 'PATCH', `users/${idle.pid}`, { outOfOfficeUntil: '2026-11-27' })
  await task(null, today)
  const read = await workload()
  assert.deepEqual([of(read, idle.pid).awayUntil, sum(of(read, idle.pid).total)], ['2026-11-27', 0])
  assert.equal(read.people[0]?.person, null)
  assert.ok(sum(of(read, null).weeks[0] ?? {}) >= 1)
  assert.ok(!read.people.some(({ person }) => person?.pid === people.client.pid))
})

test('the workload is read in one statement', async () => {
  const asked: string[] = []
  const stop = noteStatements(portal.deps.database, (text) => asked.push(text))
  try {
    await workload()
  } finally {
    stop()
  }
  assert.equal(asked.filter((text) => /permits|tasks|rts/.test(text)).length, 1, asked.join('\n'))
})

test('administrators assign work of nobody by rule and undo it; the team and clients do not', async () => {
  const path = 'workload/assign'
  await ask(people.team, 'POST', path, { rule: 'LEAST_LOADED' }, 403)
  await ask(people.team, 'GET', path, undefined, 403)
  await ask(people.client, 'GET', 'workload', undefined, 403)
  const pid = await task(null, today)
  const call = { apiPath: path, method: 'GET', query: { rule: 'LEAST_LOADED' } }
  const preview = HandoverPreview.parse((await portal.crud(people.admin, call)).json())
  assert.ok(preview.total > 0)
  const planned = preview.records.find((record) => record.pid === pid)?.to
  assert.ok(planned)
  const { job } = z
    .object({ job: z.object({ id: z.string() }) })
    .parse(await ask(people.admin, 'POST', path, { rule: 'LEAST_LOADED' }, 202))
  const { result } = await endOfJob(portal, people.admin, job.id)
  assert.deepEqual(result, { updated: preview.total, failed: [], left: 0 })
  assert.deepEqual((await ask(people.admin, 'GET', `tasks/${pid}`))['assignedTo'], planned)
  const undone = await portal.send({ method: 'POST', url: `/api/jobs/${job.id}/undo` }, people.admin)
  assert.equal(undone.statusCode, 202, undone.body)
  await endOfJob(portal, people.admin, undone.json<{ job: { id: string } }>().job.id)
  assert.equal((await ask(people.admin, 'GET', `tasks/${pid}`))['assignedTo'], null)
})
