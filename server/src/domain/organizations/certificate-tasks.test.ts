import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { runAutomaticSteps } from '../permits/automatic/automatic-steps.ts'
import { dayIn as dayOf, passDays } from '../permits/automatic/test-support/pass-days.ts'

let portal: TestApp
let people: Record<Role, Person>
let org: string
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  org = people.client.org ?? ''
  await runAutomaticSteps(portal.deps)
})
after(() => portal.close())

const ask = apiClient(() => portal)
const dayIn = (days: number) => dayOf(portal, days)
const pass = (days: number) => passDays(portal, days)

const setDate = (of: string, column: string, day: string | null) =>
  portal.deps.database.query(`update orgs set ${column} = $2::date where pid = $1`, [of, day])

const History = z.object({
  changes: z.array(
    z.object({
      by: z.object({ pid: z.string() }),
      changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
    }),
  ),
})

interface Task {
  pid: string
  title: string
  status: string
  dueDate: string
  requiredDocument: string
  certificateExpiry: string | null
}
async function tasksOf(of: string, person = people.admin): Promise<Task[]> {
  const query = { filter: { assignedOrg: of }, sort: 'createdAt' }
  const response = await portal.crud(person, { apiPath: 'ctasks', method: 'GET', query })
  return response.json<{ tasks: Task[] }>().tasks
}
const openOf = async (of: string) =>
  (await tasksOf(of)).filter(({ status }) => status !== 'DONE' && status !== 'CANCELLED')

const move = (person: Person, pid: string, body: object) =>
  portal.crud(person, { apiPath: `ctasks/${pid}/transitions`, method: 'POST', body })

const attach = (pid: string) =>
  portal.deps.database.query(
    `insert into files (pid, name, size, mime_type, root, status, visibility, store_key, org, created_at, created_by, updated_at)
      values ($1, 'certificate.pdf', 1, 'application/pdf', $2, 'done', 'CLIENT', $1, $3, now(), $4, now())`,
    [portal.deps.ids.pid(), `tasks/${pid}`, org, people.client.pid],
  )

/** An organization whose license ends in so many days, with the task that asks for the new one. */
async function asked(name: string, days = 9): Promise<{ of: string; task: string }> {
  const of = await portal.given.org({ name })
  await setDate(of, 'licence_expiry', dayIn(days + 1))
  await pass(1)
  const [task] = await openOf(of)
  assert.ok(task, 'the rung of the ladder asks the client')
  return { of, task: task.pid }
}

test('a client whose insurance nears its end gets one task, uploads the certificate, and its date applies once accepted', async () => {
  await setDate(org, 'liability_expiry', dayIn(91))
  await pass(1)
  await Promise.all([runAutomaticSteps(portal.deps), runAutomaticSteps(portal.deps)])
  for (const days of [30, 30]) await pass(days)
  const [task, ...more] = await tasksOf(org, people.client)
  assert.ok(task)
  assert.deepEqual(more, [], 'one task, however many rungs pass')
  assert.match(task.title, /^New certificate: Liability insurance expiration, /)
  assert.deepEqual([task.requiredDocument, task.dueDate], ['INSURANCE_CERTIFICATE', dayIn(30)])

  const noFile = await move(people.client, task.pid, { to: 'SUBMITTED', certificateExpiry: dayIn(395) })
  assert.equal(noFile.statusCode, 409)
  await attach(task.pid)
  for (const certificateExpiry of [null, dayIn(30), dayIn(-1)])
    assert.equal(
      (await move(people.client, task.pid, { to: 'SUBMITTED', certificateExpiry })).statusCode,
      400,
      String(certificateExpiry),
    )
  assert.equal(
    (await move(people.client, task.pid, { to: 'SUBMITTED', certificateExpiry: dayIn(395) })).statusCode,
    200,
  )
  assert.equal((await ask(people.admin, 'GET', `orgs/${org}`))['liabilityExpiry'], dayIn(30))

  const offered = await ask(people.team, 'GET', `ctasks/${task.pid}/transitions`)
  assert.match(JSON.stringify(offered['transitions']), new RegExp(`"value":"${dayIn(395)}"`))
  assert.equal((await move(people.team, task.pid, { to: 'DONE' })).statusCode, 200)
  assert.equal((await ask(people.admin, 'GET', `orgs/${org}`))['liabilityExpiry'], dayIn(395))
  const { changes } = History.parse(await ask(people.admin, 'GET', `orgs/${org}/history`))
  assert.deepEqual(changes[0], {
    by: { pid: people.team.pid },
    changes: [{ field: 'liabilityExpiry', from: dayIn(30), to: dayIn(395) }],
  })
  await pass(30)
  assert.deepEqual(await openOf(org), [], 'nothing is due for the new date')
})

test('a certificate that is refused goes back to the client, and the date stays', async () => {
  const { of, task } = await asked('Refused')
  const response = await move(people.team, task, { to: 'DONE' })
  assert.equal(response.statusCode, 400, 'staff who complete it themselves enter the date')
  await attach(task)
  const date = dayIn(400)
  assert.equal((await move(people.team, task, { to: 'SUBMITTED', certificateExpiry: date })).statusCode, 200)
  assert.equal((await move(people.team, task, { to: 'RETURNED', reason: 'Not legible' })).statusCode, 200)
  assert.equal((await ask(people.admin, 'GET', `orgs/${of}`))['licenceExpiry'], dayIn(9))
  assert.deepEqual(
    (await openOf(of)).map(({ status, certificateExpiry }) => [status, certificateExpiry]),
    [['RETURNED', date]],
  )
})

test('a date that is changed by hand closes the task with the reason, and another date has a task of its own', async () => {
  const { of, task } = await asked('By hand')
  const { version } = await ask(people.admin, 'GET', `orgs/${of}`)
  await ask(people.admin, 'PATCH', `orgs/${of}`, { version, licenceExpiry: dayIn(61) })
  await runAutomaticSteps(portal.deps)
  assert.deepEqual(await openOf(of), [])
  const history = JSON.stringify(await ask(people.team, 'GET', `ctasks/${task}/history`))
  assert.match(history, /The expiration date of the organization was changed to /)
  await pass(1)
  assert.equal((await openOf(of)).length, 1)
})

test('a client whose task was canceled is asked again at the next rung, not before', async () => {
  const { of, task } = await asked('Canceled')
  assert.equal((await move(people.team, task, { to: 'CANCELLED' })).statusCode, 200)
  await pass(4)
  assert.deepEqual(await openOf(of), [])
  await pass(4)
  assert.equal((await openOf(of)).length, 1)
})

test('an administrator asks for a certificate at any time, once; other people cannot', async () => {
  const of = await portal.given.org({ name: 'Lapsed' })
  await setDate(of, 'workers_comp_expiry', dayIn(-5))
  const request = (person: Person, field: string) =>
    portal.crud(person, { apiPath: `orgs/${of}/certificates/${field}/request`, method: 'POST' })
  const first = await request(people.admin, 'workersCompExpiry')
  assert.equal(first.statusCode, 201)
  const second = await request(people.superadmin, 'workersCompExpiry')
  assert.deepEqual([second.statusCode, second.json()], [201, first.json()])
  assert.deepEqual(
    (await openOf(of)).map(({ dueDate }) => dueDate),
    [dayIn(0)],
  )
  assert.equal((await request(people.admin, 'licenceExpiry')).statusCode, 409)
  assert.equal((await request(people.admin, 'legalName')).statusCode, 404)
  assert.equal((await request(people.team, 'workersCompExpiry')).statusCode, 403)
  assert.equal((await request(people.client, 'workersCompExpiry')).statusCode, 403)
})

test('a certificate task stays with its client, and a reopened one asks for the date that is known now', async () => {
  const { of, task } = await asked('Reopened')
  const { version } = await ask(people.team, 'GET', `ctasks/${task}`)
  const moved = await portal.crud(people.team, {
    apiPath: `ctasks/${task}`,
    method: 'PATCH',
    body: { version, assignedOrg: org },
  })
  assert.equal(moved.statusCode, 400)
  await move(people.team, task, { to: 'DONE', certificateExpiry: dayIn(300) })
  assert.equal((await ask(people.admin, 'GET', `orgs/${of}`))['licenceExpiry'], dayIn(300))
  assert.equal((await move(people.team, task, { to: 'OPEN', reason: 'Wrong document' })).statusCode, 200)
  await runAutomaticSteps(portal.deps)
  assert.deepEqual(
    (await openOf(of)).map(({ pid }) => pid),
    [task],
  )
})

test('taking back the acceptance of a certificate takes back its date', async () => {
  const { of, task } = await asked('Undone')
  await move(people.team, task, { to: 'DONE', certificateExpiry: dayIn(300) })
  await portal.crud(people.team, { apiPath: `ctasks/${task}/transitions/undo`, method: 'POST', body: {} })
  assert.equal((await ask(people.admin, 'GET', `orgs/${of}`))['licenceExpiry'], dayIn(9))
  assert.deepEqual(
    (await openOf(of)).map(({ pid }) => pid),
    [task],
  )
})

test('a client whose certificate has lapsed already is asked once, however its date was written, and not again after staff cancel', async () => {
  const [imported, typed, closed] = [
    await portal.given.org({ name: 'Imported late' }),
    await portal.given.org({ name: 'Typed late' }),
    await portal.given.org({ name: 'Closed late' }),
  ]
  for (const client of [imported, closed]) await setDate(client, 'liability_expiry', dayIn(-40))
  await portal.deps.database.query("update orgs set status = 'CLOSED' where pid = $1", [closed])
  const { version } = await ask(people.admin, 'GET', `orgs/${typed}`)
  await ask(people.admin, 'PATCH', `orgs/${typed}`, { version, licenceExpiry: dayIn(-1) })
  await Promise.all([runAutomaticSteps(portal.deps), runAutomaticSteps(portal.deps)])
  assert.deepEqual(
    (await tasksOf(imported)).map(({ dueDate, requiredDocument }) => [dueDate, requiredDocument]),
    [[dayIn(0), 'INSURANCE_CERTIFICATE']],
  )
  const [task, ...more] = await tasksOf(typed)
  assert.deepEqual(more, [])
  assert.deepEqual(await tasksOf(closed), [])
  assert.ok(task)
  assert.equal((await move(people.team, task.pid, { to: 'CANCELLED' })).statusCode, 200)
  await pass(30)
  assert.deepEqual(await openOf(typed), [], 'who canceled the last request decided')
  await setDate(typed, 'licence_expiry', dayIn(-2))
  await runAutomaticSteps(portal.deps)
  assert.equal((await openOf(typed)).length, 1, 'another date is another certificate')
})

test('the task of a client that is being merged stays open until the merge has moved it', async () => {
  const { of, task } = await asked('On the move')
  const into = await portal.given.org({ name: 'Not there yet' })
  const { database } = portal.deps
  // As between the first transaction of a merge and its job.
  await database.query("update orgs set status = 'CLOSED', merged_into = $2 where pid = $1", [of, into])
  await database.query(
    'insert into organization_merges (id, losing, surviving, merged_at, merged_by, begun_in) values ($1, $1, $2, now(), $3, 0)',
    [of, into, people.admin.pid],
  )
  await runAutomaticSteps(portal.deps)
  assert.deepEqual(
    (await openOf(of)).map(({ pid }) => pid),
    [task],
  )
})
