import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HandoverPreview, HandoverResult, History } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'

/** Tests the handover of a person's work. Source: decision 0120. */

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const ask = apiClient(() => portal)
const Started = z.object({ job: z.object({ id: z.string() }) })
const named = ({ pid, name }: Person) => ({ pid, title: name })
const made = async (collection: string, body: object) =>
  String((await ask(people.admin, 'POST', collection, body, 201))['pid'])
const read = (path: string) => ask(people.admin, 'GET', path)

/** A person with a permit, a permit they collaborate on, a package, two tasks, one of them done, and a client. */
async function givenWork(): Promise<{ anna: Person; ben: Person; paths: Record<string, string> }> {
  const [anna, ben] = [await portal.given.user({ name: 'Anna' }), await portal.given.user({ name: 'Ben' })]
  const own = { org: people.client.org, permitType: 'SIGN' }
  const permit = await made('permits', { ...own, title: 'Garage', assignedTo: anna.pid })
  const shared = await made('permits', { ...own, title: 'Shed', collaborators: [anna.pid, people.team.pid] })
  const pack = await made('rts', { permit })
  await ask(people.admin, 'PATCH', `rts/${pack}`, { assignedTo: anna.pid })
  const task = await made('tasks', { title: 'Call', assignedTo: anna.pid, permit })
  const done = await made('tasks', { title: 'Write', assignedTo: anna.pid })
  await ask(people.admin, 'POST', `tasks/${done}/transitions`, { to: 'DONE' })
  const client = await portal.given.org()
  await ask(people.admin, 'PATCH', `orgs/${client}`, { accountManager: anna.pid, defaultAssignee: anna.pid })
  const paths = {
    permit: `permits/${permit}`,
    shared: `permits/${shared}`,
    pack: `rts/${pack}`,
    task: `tasks/${task}`,
    done: `tasks/${done}`,
    client: `orgs/${client}`,
  }
  return { anna, ben, paths }
}
const preview = async (person: Person, query: object = {}) => {
  const call = { apiPath: `users/${person.pid}/handover`, method: 'GET', query }
  return HandoverPreview.parse((await portal.crud(people.admin, call)).json())
}
async function handOver(person: Person, body: object): Promise<{ id: string; result: HandoverResult }> {
  const path = `users/${person.pid}/handover`
  const { job } = Started.parse(await ask(people.admin, 'POST', path, body, 202))
  const { result } = await endOfJob(portal, people.admin, job.id)
  return { id: job.id, result: HandoverResult.parse(result) }
}
async function undo(id: string): Promise<unknown> {
  const response = await portal.send({ method: 'POST', url: `/api/jobs/${id}/undo` }, people.admin)
  assert.equal(response.statusCode, 202, response.body)
  return (await endOfJob(portal, people.admin, Started.parse(response.json()).job.id)).result
}
const peopleOn = async (paths: Record<string, string>) => ({
  permit: (await read(paths['permit'] ?? ''))['assignedTo'],
  shared: (await read(paths['shared'] ?? ''))['collaborators'],
  pack: (await read(paths['pack'] ?? ''))['assignedTo'],
  task: (await read(paths['task'] ?? ''))['assignedTo'],
  done: (await read(paths['done'] ?? ''))['assignedTo'],
  manager: (await read(paths['client'] ?? ''))['accountManager'],
  default: (await read(paths['client'] ?? ''))['defaultAssignee'],
})

test('the preview counts open work by collection and names who gets it, and changes nothing', async () => {
  const { anna, ben, paths } = await givenWork()
  const { total, counts, recipients, records } = await preview(anna, { to: ben.pid })
  assert.equal(total, 5)
  assert.deepEqual(Object.fromEntries(counts.map(({ collection, count }) => [collection, count])), {
    permits: 2,
    rts: 1,
    tasks: 1,
    orgs: 1,
  })
  assert.deepEqual(recipients, [{ person: named(ben), count: 5 }])
  assert.ok(records.every(({ to }) => to?.pid === ben.pid))
  assert.deepEqual((await preview(anna)).records[0]?.to, null)
  assert.deepEqual((await peopleOn(paths)).permit, named(anna))
})

test('all open work goes to the chosen person with one history line for each record, and back in one step', async () => {
  const { anna, ben, paths } = await givenWork()
  const first = await peopleOn(paths)
  const { id, result } = await handOver(anna, { to: ben.pid })
  assert.deepEqual(result, { updated: 5, failed: [], left: 0 })
  assert.deepEqual(await peopleOn(paths), {
    permit: named(ben),
    shared: [ben.pid, people.team.pid],
    pack: named(ben),
    task: named(ben),
    // What is done stays with who did it.
    done: named(anna),
    manager: named(ben),
    default: named(ben),
  })
  const linesOf = async (path: string) =>
    History.parse(await read(`${path}/history`)).changes.filter(
      ({ changes, action }) => action === 'update' && JSON.stringify(changes).includes(ben.pid),
    )
  for (const path of [paths['permit'], paths['shared'], paths['task'], paths['client']])
    assert.equal((await linesOf(path ?? '')).length, 1, path)
  const alerts = await portal.crud(ben, { apiPath: 'alerts', method: 'GET', query: {} })
  assert.equal(alerts.json<{ alerts: unknown[] }>().alerts.length, 4)
  assert.deepEqual(await undo(id), { restored: 5, failed: [] })
  assert.deepEqual(await peopleOn(paths), first)
})

test('what somebody changed since is not undone, and the rest is', async () => {
  const { anna, ben, paths } = await givenWork()
  const { id } = await handOver(anna, { to: ben.pid })
  await ask(people.admin, 'PATCH', paths['task'] ?? '', { assignedTo: people.team.pid })
  const undone = z.object({ restored: z.number(), failed: z.array(z.unknown()) }).parse(await undo(id))
  assert.deepEqual([undone.restored, undone.failed.length], [4, 1])
  const after = await peopleOn(paths)
  assert.deepEqual([after.task, after.permit], [named(people.team), named(anna)])
})

test('a person who leaves is disabled once nothing is left, and then the work is not given back', async () => {
  const { anna, ben } = await givenWork()
  const { id, result } = await handOver(anna, { to: ben.pid, thenDisable: true })
  assert.deepEqual([result.left, result.disabled], [0, true])
  assert.equal((await read(`users/${anna.pid}`))['status'], 'DISABLED')
  const refused = await portal.send({ method: 'POST', url: `/api/jobs/${id}/undo` }, people.admin)
  assert.equal(refused.statusCode, 409)
  await ask(people.admin, 'POST', `users/${anna.pid}/transitions`, { to: 'ACTIVE' })
  assert.deepEqual(await undo(id), { restored: 5, failed: [] })
})

test('by rule, work spreads over the team at work, without people who are away and without the person', async () => {
  const { anna, ben } = await givenWork()
  const away = await portal.given.user({ name: 'Away' })
  await ask(people.admin, 'PATCH', `users/${away.pid}`, { outOfOfficeUntil: '2099-01-01' })
  for (const rule of ['LEAST_LOADED', 'BY_AGENCY']) {
    const { recipients, total } = await preview(anna, { rule })
    const pids = recipients.map(({ person }) => person.pid)
    assert.equal(
      recipients.reduce((sum, { count }) => sum + count, 0),
      total,
    )
    assert.ok(pids.includes(ben.pid) || rule === 'BY_AGENCY')
    for (const person of [anna, away, people.admin]) assert.ok(!pids.includes(person.pid))
  }
})

test('work goes to active staff only, not back to the person, and administrators alone hand it over', async () => {
  const { anna, ben } = await givenWork()
  const path = `users/${anna.pid}/handover`
  for (const body of [
    { to: people.client.pid },
    { to: anna.pid },
    { to: 'nobody' },
    {},
    { to: ben.pid, rule: 'LEAST_LOADED' },
  ])
    await ask(people.admin, 'POST', path, body, 400)
  await ask(people.admin, 'PATCH', `users/${ben.pid}`, {
    outOfOfficeUntil: '2099-01-01',
    delegate: anna.pid,
  })
  await ask(people.admin, 'POST', path, { to: ben.pid }, 400)
  await ask(people.team, 'POST', path, { to: ben.pid }, 403)
  await ask(people.client, 'GET', path, undefined, 403)
  await ask(people.admin, 'POST', 'users/nobody/handover', { to: ben.pid }, 404)
  await ask(
    people.admin,
    'POST',
    `users/${people.superadmin.pid}/handover`,
    { to: ben.pid, thenDisable: true },
    403,
  )
})

test('a handover of more than one batch is complete', async () => {
  const [anna, ben] = [await portal.given.user({ name: 'Anna' }), await portal.given.user({ name: 'Ben' })]
  await portal.deps.database.query(
    `insert into tasks (pid, title, status, audience, assigned_to, created_at, updated_at)
     select 'T' || n, 'Task ' || n, 'OPEN', 'INTERNAL', $1, now(), now() from generate_series(1, 620) n`,
    [anna.pid],
  )
  const { id, result } = await handOver(anna, { to: ben.pid })
  assert.deepEqual(result, { updated: 620, failed: [], left: 0 })
  assert.deepEqual(await undo(id), { restored: 620, failed: [] })
  assert.equal((await preview(anna)).total, 620)
})
