import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDays } from '@portal/contract'
import { sql } from 'kysely'
import { runScheduledRequirements } from './scheduled-task.ts'
import { ScheduledOffice, markOf, marked } from './test-support/scheduled-office.ts'

let office: ScheduledOffice
before(async () => {
  office = await ScheduledOffice.open()
})
after(() => office.portal.close())

const later = (days: number) => addDays(office.portal.clock.now().toISOString().slice(0, 10), days)
/** Noon of a later day. */
const passTo = (days: number) => office.at(`${later(days)}T12:00:00.000Z`)
const kysely = () => office.portal.deps.database.kysely

test('a scheduled publication that cannot even be read takes nothing down, and the task fails', async () => {
  await office.publish('Unreadable', later(1))
  const before = await office.permit()
  const id = await office.idOf('Unreadable')
  const set = (requirements: object) =>
    sql`update requirement_schedule set requirements = ${JSON.stringify(requirements)}::jsonb where id = ${id}`.execute(
      kysely(),
    )
  await set({ rules: 'none' })
  await passTo(1)
  assert.equal(await office.permit(), before)
  assert.ok(office.portal.logged.some((line) => line.includes('could not be put into force')))
  await assert.rejects(runScheduledRequirements(office.portal.deps))
  await set(marked('Unreadable'))
  assert.equal(await office.permit(), 'Unreadable')
})

test('a permit that is refused takes back what it put into force, and nothing of it is remembered', async () => {
  await office.publish('Rolled back', later(1))
  const id = await office.idOf('Rolled back')
  const before = (await office.inForceForOlderServers()).number
  await passTo(1)
  const body = { title: 'Sign', org: '01JZZZZZZZZZZZZZZZZZZZZZZZ', permitType: 'SIGN' }
  await office.ask(office.people.team, 'POST', 'permits', body, 400)
  assert.equal((await office.inForceForOlderServers()).number, before)
  await sql`update requirement_schedule set state = 'WITHDRAWN' where id = ${id}`.execute(kysely())
  await office.publishByOlderServer('Number taken')
  assert.equal(await office.permit(), 'Number taken')
  const { published, requirements } = await office.settings()
  assert.deepEqual([published, markOf(requirements)], [before + 1, 'Number taken'])
})

test('servers of the last release have the version in force before and after the day, and may publish meanwhile', async () => {
  await office.publish('New release', later(5))
  const before = await office.inForceForOlderServers()
  assert.equal(before.mark, await office.permit())
  await passTo(2)
  await office.publishByOlderServer('Old release')
  assert.equal(await office.permit(), 'Old release')
  await passTo(3)
  assert.equal(await office.permit(), 'New release')
  assert.deepEqual(await office.inForceForOlderServers(), {
    number: before.number + 2,
    mark: 'New release',
  })
})

test('what a server of the last release published on a later day stays in force', async () => {
  await office.publish('Missed', later(1))
  await passTo(3)
  await office.publishByOlderServer('Published later')
  const { number } = await office.inForceForOlderServers()
  assert.equal(await office.permit(), 'Published later')
  const [missed] = (await office.settings()).scheduled ?? []
  assert.deepEqual(
    [missed?.isRefused, missed?.problems],
    [true, [`Version ${number} was published on a later day.`]],
  )
})
