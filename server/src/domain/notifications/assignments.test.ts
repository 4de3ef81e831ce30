import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { importFile } from '#import/test-support/import-file.ts'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/** Tests alerts about assigned work. Source: issue 18. */

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const ask = apiClient(() => portal)
const colleague = () => portal.given.user({ role: 'team' })
async function newPermit(values: object = {}): Promise<{ pid: string; refNo: string }> {
  const body = { title: 'Two garages', org: people.client.org, permitType: 'SIGN', ...values }
  const pid = String((await ask(people.admin, 'POST', 'permits', body, 201))['pid'])
  return { pid, refNo: String((await ask(people.admin, 'GET', `permits/${pid}`))['refNo']) }
}
interface Alert {
  title: string
  message: string
  isRead: boolean
  relatedPid: string | null
  link: string | null
}
async function alertsOf(person: Person): Promise<Alert[]> {
  const response = await portal.crud(person, {
    apiPath: 'alerts',
    method: 'GET',
    query: { sort: 'createdAt', pageSize: 100 },
  })
  return response.json<{ alerts: Alert[] }>().alerts
}
const titlesOf = async (person: Person) => (await alertsOf(person)).map(({ title }) => title)

test('a person who is assigned a permit is alerted, when it is created and when it is changed', async () => {
  const [first, second] = [await colleague(), await colleague()]
  const { pid, refNo } = await newPermit({ assignedTo: first.pid })
  await ask(people.admin, 'PATCH', `permits/${pid}`, { assignedTo: second.pid })
  await ask(people.admin, 'PATCH', `permits/${pid}`, { title: 'Three garages' })
  for (const person of [first, second]) {
    const [alert, ...others] = await alertsOf(person)
    assert.deepEqual(
      [alert?.title, alert?.message, alert?.relatedPid, others],
      [`${refNo} was assigned to you`, 'Two garages', pid, []],
    )
  }
})

test('a person who assigns a permit to themselves is not alerted', async () => {
  const person = await colleague()
  const { pid } = await newPermit()
  await ask(person, 'PATCH', `permits/${pid}`, { assignedTo: person.pid })
  assert.deepEqual(await titlesOf(person), [])
})

test('people added to a permit are alerted; people already on it are not alerted again', async () => {
  const [first, second] = [await colleague(), await colleague()]
  const { pid, refNo } = await newPermit({ collaborators: [first.pid] })
  await ask(people.admin, 'PATCH', `permits/${pid}`, { collaborators: [first.pid, second.pid] })
  await ask(people.admin, 'PATCH', `permits/${pid}`, { collaborators: [second.pid] })
  assert.deepEqual(await titlesOf(first), [`You were added to ${refNo}`])
  assert.deepEqual(await titlesOf(second), [`You were added to ${refNo}`])
})

test('a person who is assigned a package is alerted', async () => {
  const person = await colleague()
  const permit = await newPermit()
  const rts = String((await ask(people.admin, 'POST', 'rts', { permit: permit.pid }, 201))['pid'])
  await ask(people.admin, 'PATCH', `rts/${rts}`, { assignedTo: person.pid })
  const { refNo } = await ask(people.admin, 'GET', `rts/${rts}`)
  const [alert] = await alertsOf(person)
  assert.deepEqual(
    [alert?.title, alert?.message],
    [`${String(refNo)} was assigned to you`, `${permit.refNo}: Two garages`],
  )
})

test('a bulk change sends one alert that links to the list; undoing it marks the alert as read', async () => {
  const person = await colleague()
  const permits = [await newPermit(), await newPermit(), await newPermit({ assignedTo: person.pid })]
  const pids = permits.map(({ pid }) => pid)
  const { job } = await ask(people.admin, 'PATCH', 'permits', { pids, patch: { assignedTo: person.pid } })
  const alerts = await alertsOf(person)
  assert.deepEqual(
    alerts.slice(1).map(({ title }) => title),
    ['2 permits were assigned to you'],
  )
  const link = new URL(String(alerts[1]?.link), 'http://portal.example')
  assert.deepEqual(
    [link.pathname, link.searchParams.get('filter')],
    ['/permits/processing', JSON.stringify({ assignedTo: person.pid })],
  )
  assert.ok(typeof job === 'object' && job !== null && 'id' in job)
  const undone = await portal.send({ method: 'POST', url: `/api/jobs/${String(job.id)}/undo` }, people.admin)
  assert.equal(undone.statusCode, 200, undone.body)
  assert.deepEqual(
    (await alertsOf(person)).map(({ isRead }) => isRead),
    [false, true],
  )
})

test('a bulk change of one record alerts about that record, a bulk change of several tasks once about all', async () => {
  const [one, many] = [await colleague(), await colleague()]
  const { pid, refNo } = await newPermit()
  await ask(people.admin, 'PATCH', 'permits', { pids: [pid], patch: { assignedTo: one.pid } })
  assert.deepEqual(await titlesOf(one), [`${refNo} was assigned to you`])
  const task = async (title: string) =>
    String((await ask(people.admin, 'POST', 'tasks', { title }, 201))['pid'])
  const pids = [await task('Call'), await task('Write')]
  await ask(people.admin, 'PATCH', 'tasks', { pids, patch: { assignedTo: many.pid } })
  assert.deepEqual(await titlesOf(many), ['2 tasks were assigned to you'])
})

test('a bulk change that runs as a background job sends one alert at its end', async () => {
  const person = await colleague()
  await portal.deps.database.query(
    `insert into permits (pid, ref_no, title, org, permit_type, status, bucket, pipeline_stage, court, created_at, updated_at)
      select 'LARGE' || n, 'PM-2020-' || n, 'Large', $1, 'SIGN', 'NEW', 'processing', 'INTAKE', 'STAFF', now(), now() from generate_series(1, 501) n`,
    [people.client.org],
  )
  const { job } = await ask(
    people.admin,
    'PATCH',
    'permits',
    { filter: { title: 'Large' }, patch: { assignedTo: person.pid } },
    202,
  )
  assert.ok(typeof job === 'object' && job !== null && 'id' in job)
  assert.equal((await endOfJob(portal, people.admin, String(job.id))).state, 'done')
  assert.deepEqual(await titlesOf(person), ['501 permits were assigned to you'])
})

test('an import sends no alerts about its assignments', async () => {
  const person = await colleague()
  const fields = {
    mapping: JSON.stringify({
      title: 'Title',
      org: 'Client',
      assignedTo: 'Who',
      permitType: { value: 'SIGN' },
    }),
  }
  const { legalName } = await ask(people.admin, 'GET', `orgs/${String(people.client.org)}`)
  const file = `Title,Client,Who\nOne,${String(legalName)},${person.email}\n`
  const { result } = await importFile(portal, { file, fields, as: people.admin })
  assert.equal(result?.['created'], 1, JSON.stringify(result))
  assert.deepEqual(await titlesOf(person), [])
})
