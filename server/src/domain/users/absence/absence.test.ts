import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { OwnAbsence, SignOffActs } from '@portal/contract'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { decidersAtWork } from '#domain/approvals/approvals.ts'
import { packagesIn } from '#domain/permits/test-support/packages.ts'
import { escalateTasks } from '#domain/tasks/escalate-tasks.ts'
import { sendTaskReminders } from '#domain/tasks/task-reminders.ts'

/** Tests the absence of staff and their delegates. Source: decision 0119. */

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const start = '2026-11-20T12:00:00.000Z'
const lastDay = '2026-11-27'
const ask = apiClient(() => portal)
const colleague = (name: string) => portal.given.user({ name })
const signal = new AbortController().signal

/** Sets the clock, with sessions that stay valid. */
async function setTime(at: string): Promise<void> {
  portal.clock.set(at)
  await portal.deps.database.query(
    'update sessions set last_seen_at = $1, idle_expires_at = $2, expires_at = $2',
    [portal.clock.now(), new Date(portal.clock.now().getTime() + 86_400_000)],
  )
}
const leave = (person: Person, values: object) =>
  ask(people.admin, 'PATCH', `users/${person.pid}`, { outOfOfficeUntil: lastDay, ...values })

/** Anna, who is away, and Ben, her delegate. */
async function annaAndBen(): Promise<{ anna: Person; ben: Person }> {
  await setTime(start)
  const [anna, ben] = [await colleague('Anna Lee'), await colleague('Ben Cole')]
  await leave(anna, { delegate: ben.pid })
  return { anna, ben }
}
const newTask = async (body: object) =>
  String((await ask(people.admin, 'POST', 'tasks', { title: 'Call the city', ...body }, 201))['pid'])
const newPermit = async (body: object = {}) =>
  String(
    (
      await ask(
        people.admin,
        'POST',
        'permits',
        { title: 'Two garages', org: people.client.org, permitType: 'SIGN', ...body },
        201,
      )
    )['pid'],
  )
const named = ({ pid, name }: Person) => ({ pid, title: name })
const assigneeOf = async (path: string) => {
  const { assignedTo, assignedFor } = await ask(people.admin, 'GET', path)
  return { assignedTo, assignedFor }
}
async function titlesOf(person: Person, pid?: string): Promise<string[]> {
  const query = { sort: 'createdAt', ...(pid !== undefined && { filter: { relatedPid: pid } }) }
  const response = await portal.crud(person, { apiPath: 'alerts', method: 'GET', query })
  return response.json<{ alerts: { title: string }[] }>().alerts.map(({ title }) => title)
}

test('new work for a person who is away goes to the delegate, and the record and the alert say for whom', async () => {
  const { anna, ben } = await annaAndBen()
  const task = await newTask({ assignedTo: anna.pid })
  const permit = await newPermit({ assignedTo: anna.pid })
  const pack = String((await ask(people.admin, 'POST', 'rts', { permit }, 201))['pid'])
  await ask(people.admin, 'PATCH', `rts/${pack}`, { assignedTo: anna.pid })
  for (const path of [`tasks/${task}`, `permits/${permit}`, `rts/${pack}`])
    assert.deepEqual(await assigneeOf(path), { assignedTo: named(ben), assignedFor: named(anna) })
  const { refNo } = await ask(people.admin, 'GET', `permits/${permit}`)
  assert.deepEqual(await titlesOf(ben, task), ['New task: Call the city (for Anna Lee)'])
  assert.deepEqual(await titlesOf(ben, permit), [`${String(refNo)} was assigned to you (for Anna Lee)`])
  assert.equal((await titlesOf(ben, pack)).length, 1)
  assert.deepEqual(await titlesOf(anna), [])
  const [alert] = (
    await portal.crud(ben, { apiPath: 'alerts', method: 'GET', query: { filter: { relatedPid: task } } })
  ).json<{ alerts: { onBehalfOf: unknown }[] }>().alerts
  assert.deepEqual(alert?.onBehalfOf, named(anna))
})

test('a second assignment to the person who is away changes nothing, one to somebody else forgets them', async () => {
  const { anna, ben } = await annaAndBen()
  const task = await newTask({ assignedTo: anna.pid })
  const { version } = await ask(people.admin, 'PATCH', `tasks/${task}`, { assignedTo: anna.pid })
  assert.equal(version, 1)
  await ask(people.admin, 'PATCH', `tasks/${task}`, { assignedTo: people.team.pid })
  assert.deepEqual(await assigneeOf(`tasks/${task}`), { assignedTo: named(people.team), assignedFor: null })
  assert.deepEqual((await titlesOf(ben, task)).length, 1)
})

test('an absence begins on its first day and ends by itself after its last', async () => {
  await setTime(start)
  const [anna, ben] = [await colleague('Anna Lee'), await colleague('Ben Cole')]
  await leave(anna, { outOfOfficeFrom: '2026-11-24', delegate: ben.pid })
  const assignees: unknown[] = []
  for (const at of [
    '2026-11-23T23:59:00Z',
    '2026-11-24T00:01:00Z',
    '2026-11-27T23:59:00Z',
    '2026-11-28T00:01:00Z',
  ]) {
    await setTime(at)
    assignees.push((await assigneeOf(`tasks/${await newTask({ assignedTo: anna.pid })}`)).assignedTo)
  }
  assert.deepEqual(assignees, [named(anna), named(ben), named(ben), named(anna)])
})

test('a closed task keeps the person who did it', async () => {
  const { anna } = await annaAndBen()
  const task = await newTask({})
  await ask(people.admin, 'POST', `tasks/${task}/transitions`, { to: 'DONE' })
  await ask(people.admin, 'PATCH', `tasks/${task}`, { assignedTo: anna.pid })
  assert.deepEqual(await assigneeOf(`tasks/${task}`), { assignedTo: named(anna), assignedFor: null })
})

test('reminders, follow-ups and escalations of earlier work reach the delegate', async () => {
  await setTime(start)
  const [anna, ben] = [await colleague('Anna Lee'), await colleague('Ben Cole')]
  const task = await newTask({
    assignedTo: anna.pid,
    remindAt: '2026-11-21T12:00:00.000Z',
    followUpAt: '2026-11-22T12:00:00.000Z',
    dueDate: '2026-11-24',
    escalation: 'SUPERVISOR',
  })
  await leave(anna, { delegate: ben.pid })
  for (const at of ['2026-11-21T12:00:00Z', '2026-11-22T12:00:00Z', '2026-11-25T00:00:00Z']) {
    await setTime(at)
    await sendTaskReminders(portal.deps, signal)
    await escalateTasks(portal.deps, signal)
  }
  const titles = [
    'Reminder: Call the city',
    'Follow up: Call the city',
    'The due date has passed: Call the city',
  ]
  assert.deepEqual(
    await titlesOf(ben, task),
    titles.map((title) => `${title} (for Anna Lee)`),
  )
  assert.deepEqual(await titlesOf(anna, task), ['New task: Call the city'])
  assert.deepEqual(await assigneeOf(`tasks/${task}`), { assignedTo: named(anna), assignedFor: null })
})

test('the delegate of a delegate who is away gets the work, and in a circle it stays with the person', async () => {
  const { anna, ben } = await annaAndBen()
  const cleo = await colleague('Cleo Day')
  await leave(ben, { delegate: cleo.pid })
  const first = await newTask({ assignedTo: anna.pid })
  assert.deepEqual(await assigneeOf(`tasks/${first}`), { assignedTo: named(cleo), assignedFor: named(anna) })
  await leave(cleo, { delegate: anna.pid })
  const second = await newTask({ assignedTo: anna.pid })
  assert.deepEqual(await assigneeOf(`tasks/${second}`), { assignedTo: named(anna), assignedFor: null })
  assert.deepEqual(await titlesOf(anna, second), ['New task: Call the city'])
  const own = await portal.send({ method: 'GET', url: '/api/auth/me/absence' }, anna)
  const { delegate, standIn } = OwnAbsence.parse(own.json())
  assert.deepEqual([delegate, standIn], [named(ben), null])
})

test('a delegate who has left is none', async () => {
  const { anna, ben } = await annaAndBen()
  await ask(people.superadmin, 'POST', `users/${ben.pid}/transitions`, { to: 'DISABLED' })
  const task = await newTask({ assignedTo: anna.pid })
  assert.deepEqual(await assigneeOf(`tasks/${task}`), { assignedTo: named(anna), assignedFor: null })
})

test('a bulk edit alerts the delegate once, for the person who is away, and its undo forgets them', async () => {
  const { anna, ben } = await annaAndBen()
  const pids = [
    await newTask({ assignedTo: people.team.pid }),
    await newTask({ assignedTo: people.team.pid }),
  ]
  const { job } = await ask(people.admin, 'PATCH', 'tasks', { pids, patch: { assignedTo: anna.pid } })
  assert.deepEqual(
    (await titlesOf(ben)).filter((title) => title.includes('tasks')),
    ['2 tasks were assigned to you (for Anna Lee)'],
  )
  assert.deepEqual(await assigneeOf(`tasks/${pids[0]}`), { assignedTo: named(ben), assignedFor: named(anna) })
  assert.ok(typeof job === 'object' && job !== null && 'id' in job)
  const undone = await portal.send({ method: 'POST', url: `/api/jobs/${String(job.id)}/undo` }, people.admin)
  assert.equal(undone.statusCode, 200, undone.body)
  assert.deepEqual(await assigneeOf(`tasks/${pids[0]}`), {
    assignedTo: named(people.team),
    assignedFor: null,
  })
})

test('a person who is mentioned is alerted themselves, although they are away', async () => {
  const { anna, ben } = await annaAndBen()
  const permit = await newPermit()
  await ask(
    people.admin,
    'POST',
    `permits/${permit}/notes`,
    { content: `@[Anna Lee](${anna.pid}) please look`, visibility: 'INTERNAL' },
    201,
  )
  assert.deepEqual([(await titlesOf(anna, permit)).length, (await titlesOf(ben, permit)).length], [1, 0])
})

test('staff enter their own absence; the delegate must be active staff, and the days must make sense', async () => {
  await setTime(start)
  const [anna, ben] = [await colleague('Anna Lee'), await colleague('Ben Cole')]
  const url = '/api/auth/me/absence'
  const own = async () => OwnAbsence.parse((await portal.send({ method: 'GET', url }, anna)).json())
  const days = { outOfOfficeFrom: '2026-11-23', outOfOfficeUntil: lastDay }
  const save = async (body: object) => {
    const { version } = await own()
    return portal.send({ method: 'PATCH', url, payload: { ...days, delegate: null, version, ...body } }, anna)
  }
  for (const wrong of [
    { delegate: people.client.pid },
    { delegate: (await portal.given.user({ status: 'DISABLED' })).pid },
    { delegate: anna.pid },
    { outOfOfficeUntil: null },
    { outOfOfficeUntil: '2026-11-22' },
  ])
    assert.equal((await save(wrong)).statusCode, 400, JSON.stringify(wrong))
  assert.equal((await save({ delegate: ben.pid })).statusCode, 204)
  const { version, ...absence } = await own()
  assert.deepEqual(absence, { ...days, delegate: named(ben), standIn: named(ben) })
  assert.ok(version > 1)
  assert.deepEqual(await titlesOf(ben), ['You stand in for Anna Lee'])
  assert.equal((await portal.send({ method: 'GET', url }, people.client)).statusCode, 403)
})

test('people who choose an assignee see who is away and until when', async () => {
  const { anna } = await annaAndBen()
  const query = { staff: true, limit: 100 }
  const found = await portal.crud(people.team, { apiPath: 'users/lookup', method: 'GET', query })
  const { options } = found.json<{ options: { pid: string; awayUntil?: string }[] }>()
  assert.equal(options.find(({ pid }) => pid === anna.pid)?.awayUntil, lastDay)
})

test('a request for approval goes to the delegate, and never to the person who made it', () => {
  const names = new Map([['anna', 'Anna Lee']])
  const absences = { delegates: new Map([['anna', 'ben']]), names }
  assert.deepEqual(
    [...decidersAtWork(['anna', 'ben', 'cleo'], absences)],
    [
      ['ben', ['Anna Lee']],
      ['cleo', []],
    ],
  )
  // Ben made the request, so he is not among those who may decide.
  assert.deepEqual(
    [...decidersAtWork(['anna', 'cleo'], absences)],
    [
      ['anna', []],
      ['cleo', []],
    ],
  )
})

test('who stands in for the preparer of a package cannot be its second person', async () => {
  await setTime(start)
  const { prepared, setSecondPerson, act } = packagesIn(
    () => portal,
    () => people,
  )
  await setSecondPerson(true)
  try {
    const { pack } = await prepared()
    await leave(people.team, { delegate: people.admin.pid })
    const sentence = `You stand in for ${people.team.name}, who prepares this package. Someone else must verify it.`
    const offered = SignOffActs.parse(await ask(people.admin, 'GET', `rts/${pack}/sign-off`))
    assert.deepEqual(offered.acts.find((offer) => offer.act === 'VERIFY')?.whyNot, [sentence])
    assert.deepEqual((await act(people.admin, pack, 'VERIFY', {}, 409))['unmet'], [sentence])
    await act(people.superadmin, pack, 'VERIFY')
  } finally {
    await setSecondPerson(false)
    await leave(people.team, { delegate: null, outOfOfficeUntil: null })
  }
})
