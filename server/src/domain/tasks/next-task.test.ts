import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import type { Fields } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const ask = apiClient(() => portal)
const newTask = async (body: object, collection = 'tasks') =>
  String((await ask(people.admin, 'POST', collection, { title: 'Call the city', ...body }, 201))['pid'])
const move = (pid: string, to: string, collection = 'tasks') =>
  ask(people.team, 'POST', `${collection}/${pid}/transitions`, { to, reason: 'Because' })

async function nextOf(pid: string, collection = 'tasks'): Promise<Fields[]> {
  const query = { filter: { previousTask: pid } }
  const response = await portal.crud(people.admin, { apiPath: collection, method: 'GET', query })
  return response.json<{ tasks: Fields[] }>().tasks
}
const onlyNext = async (pid: string) => {
  const [next, ...more] = await nextOf(pid)
  assert.equal(more.length, 0)
  return next ?? assert.fail('no next task')
}

test('only a recurrence rule without its prefix is accepted, at every way of writing', async () => {
  for (const recurrence of ['every monday', 'RRULE:FREQ=WEEKLY', 'FREQ=HOURLY', 'FREQ=WEEKLY;COUNT=0']) {
    const refused = await ask(people.team, 'POST', 'tasks', { title: 'x', recurrence }, 400)
    assert.match(JSON.stringify(refused['errors']), /"path":"body.recurrence"/)
  }
  const never = { title: 'x', recurrence: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }
  await ask(people.team, 'POST', 'tasks', never, 400)
  const pid = await newTask({ recurrence: 'FREQ=WEEKLY;COUNT=3' })
  await ask(people.team, 'PATCH', `tasks/${pid}`, { version: 1, recurrence: 'weekly' }, 400)
})

test('completing a recurring task makes the next one, until its count is used up', async () => {
  const permit = String(
    (
      await ask(
        people.admin,
        'POST',
        'permits',
        { title: 'Garage', org: people.client.org, permitType: 'SIGN' },
        201,
      )
    )['pid'],
  )
  const first = await newTask({
    permit,
    assignedTo: people.team.pid,
    priority: 'HIGH',
    dueDate: '2026-12-01',
    remindAt: '2026-11-30T15:00:00.000Z',
    recurrence: 'FREQ=WEEKLY;COUNT=3',
    result: 'Said yes',
  })
  await move(first, 'DONE')
  const second = await onlyNext(first)
  assert.deepEqual(
    [second['title'], second['status'], second['priority'], second['dueDate'], second['remindAt']],
    ['Call the city', 'OPEN', 'HIGH', '2026-12-08', '2026-12-07T15:00:00.000Z'],
  )
  assert.deepEqual([second['recurrence'], second['result'] ?? null], ['FREQ=WEEKLY;COUNT=2', null])
  await move(String(second['pid']), 'DONE')
  const third = await onlyNext(String(second['pid']))
  assert.equal(third['dueDate'], '2026-12-15')
  await move(String(third['pid']), 'DONE')
  assert.deepEqual(await nextOf(String(third['pid'])), [])
})

test('the reminder of the next task keeps its time of day in the zone of the assignee', async () => {
  await portal.deps.database.query("update users set time_zone = 'America/Chicago' where pid = $1", [
    people.team.pid,
  ])
  const dates = { dueDate: '2027-03-10', remindAt: '2027-03-10T15:00:00.000Z' }
  const pid = await newTask({ ...dates, assignedTo: people.team.pid, recurrence: 'FREQ=WEEKLY' })
  await move(pid, 'DONE')
  // Nine in the morning, before and after the clocks change on 14 March.
  assert.equal((await onlyNext(pid))['remindAt'], '2027-03-17T14:00:00.000Z')
})

test('two people who complete it at once make one next task, and so does completing it again', async () => {
  const pid = await newTask({ dueDate: '2026-12-01', recurrence: 'FREQ=DAILY' })
  const body = { to: 'DONE' }
  const both = [people.team, people.admin].map((person) =>
    portal.crud(person, { apiPath: `tasks/${pid}/transitions`, method: 'POST', body }),
  )
  const codes = (await Promise.all(both)).map(({ statusCode }) => statusCode)
  assert.deepEqual(
    codes.toSorted((a, b) => a - b),
    [200, 409],
  )
  await move(pid, 'OPEN')
  await move(pid, 'DONE')
  assert.equal((await nextOf(pid)).length, 1)
})

test('undo takes the next task back while nobody has touched it', async () => {
  const pid = await newTask({ dueDate: '2026-12-01', recurrence: 'FREQ=DAILY' })
  await move(pid, 'DONE')
  await ask(people.team, 'POST', `tasks/${pid}/transitions/undo`)
  assert.deepEqual(await nextOf(pid), [])
  await move(pid, 'DONE')
  const next = await onlyNext(pid)
  const changed = { version: next['version'], description: 'Ask for Ms. Diaz' }
  await ask(people.admin, 'PATCH', `tasks/${String(next['pid'])}`, changed)
  const refused = await ask(people.team, 'POST', `tasks/${pid}/transitions/undo`, undefined, 409)
  assert.match(JSON.stringify(refused['unmet']), /changed/)
  assert.equal((await nextOf(pid)).length, 1)
})

test('canceling ends the series, and a colleague who left does not stop it', async () => {
  const canceled = await newTask({ dueDate: '2026-12-01', recurrence: 'FREQ=DAILY' })
  await move(canceled, 'CANCELLED')
  assert.deepEqual(await nextOf(canceled), [])
  const leaver = await portal.given.user({ role: 'team' })
  const pid = await newTask({ dueDate: '2026-12-01', recurrence: 'FREQ=DAILY', assignedTo: leaver.pid })
  await portal.deps.database.query("update users set status = 'DISABLED' where pid = $1", [leaver.pid])
  await move(pid, 'DONE')
  assert.equal((await onlyNext(pid))['assignedTo'] ?? null, null)
})

test('a client task recurs when staff accept it', async () => {
  const pid = await newTask(
    { assignedOrg: people.client.org, dueDate: '2026-12-01', recurrence: 'FREQ=MONTHLY' },
    'ctasks',
  )
  await ask(people.client, 'POST', `ctasks/${pid}/transitions`, { to: 'SUBMITTED' })
  assert.deepEqual(await nextOf(pid, 'ctasks'), [])
  await move(pid, 'DONE', 'ctasks')
  const [next] = await nextOf(pid, 'ctasks')
  assert.deepEqual([next?.['dueDate'], next?.['status']], ['2027-01-01', 'OPEN'])
})
