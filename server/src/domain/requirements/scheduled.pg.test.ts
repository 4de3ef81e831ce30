import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addDays } from '@portal/contract'
import { pino } from 'pino'
import type { Database } from '#platform/database/database.ts'
import { openServer } from '#platform/database/server-database.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import { runScheduledRequirements } from './scheduled-task.ts'
import { ScheduledOffice } from './test-support/scheduled-office.ts'

const log = pino({ level: 'silent' })

let cluster: Database
let offices: [ScheduledOffice, ScheduledOffice]
before(async () => {
  const { database, url } = await openMigratedPostgres(log)
  cluster = database
  const options = async () => ({
    environment: { rateLimitPerMinute: 0 },
    deps: { database: await openServer(url, log) },
  })
  const one = await ScheduledOffice.open(await options())
  offices = [one, await one.beside(await options())]
})
after(async () => {
  for (const { portal } of offices) await portal.close()
  await cluster.close()
})

let day = '2026-12-01'
/** Schedules requirements for the next day, and sets the clocks to that day. */
async function onTheDayOf(mark: string): Promise<void> {
  day = addDays(day, 1)
  for (const office of offices) await office.at(`${addDays(day, -1)}T23:59:59.999Z`)
  await offices[0].publish(mark, day)
  assert.notEqual(await offices[1].permit(), mark)
  for (const office of offices) await office.at(`${day}T00:00:00.000Z`)
}
const countOf = async (action: string) => (await offices[0].events()).filter((each) => each === action).length

test(
  'two servers put it into force once, and every permit of the day has it',
  { timeout: 240_000 },
  async () => {
    for (let round = 0; round < 4; round += 1) {
      const mark = `Round ${round}`
      await onTheDayOf(mark)
      const [numbers, events] = [
        await offices[0].inForceForOlderServers(),
        await countOf('requirements-in-force'),
      ]
      const permits = await Promise.all(
        offices.flatMap((office) => [
          ...Array.from({ length: 6 }, () => office.permit()),
          office.settings().then(() => mark),
          runScheduledRequirements(office.portal.deps).then(() => mark),
        ]),
      )
      assert.deepEqual(new Set(permits), new Set([mark]))
      assert.deepEqual(await offices[1].inForceForOlderServers(), { number: numbers.number + 1, mark })
      assert.equal(await countOf('requirements-in-force'), events + 1)
    }
    assert.equal((await offices[0].alerts()).length, 4)
  },
)

test('when the clock of one server is behind, it follows the other', { timeout: 240_000 }, async () => {
  await onTheDayOf('Skewed')
  const [ahead, behind] = offices
  await behind.at(`${addDays(day, -1)}T23:58:00.000Z`)
  assert.notEqual(await behind.permit(), 'Skewed')
  assert.equal(await ahead.permit(), 'Skewed')
  assert.equal(await behind.permit(), 'Skewed')
})

test(
  'a publication at once and one of the last release in the same moment get numbers of their own',
  { timeout: 240_000 },
  async () => {
    await onTheDayOf('Of the day')
    const before = (await offices[0].inForceForOlderServers()).number
    const version = await offices[1].draft(null)
    // Reading the settings put it into force already, so the next day has the race.
    assert.equal((await offices[0].inForceForOlderServers()).number, before + 1)
    await onTheDayOf('Of the next day')
    const results = await Promise.allSettled([
      offices[0].publishByOlderServer('Old release'),
      ...offices.map((office) => office.permit()),
      ...offices.map((office) => runScheduledRequirements(office.portal.deps)),
      offices[1].portal.crud(offices[1].people.admin, {
        apiPath: 'requirements',
        method: 'PATCH',
        body: { version, requirements: null },
      }),
    ])
    assert.deepEqual(
      results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])),
      [],
    )
    const last = await offices[0].inForceForOlderServers()
    assert.equal(last.number, before + 3)
    assert.ok(['Old release', 'Of the next day'].includes(last.mark))
    assert.equal(await offices[0].permit(), last.mark)
    assert.equal(await offices[1].permit(), last.mark)
  },
)

test(
  'two administrators at once: one publication is withdrawn once, and the other one learns of it',
  { timeout: 240_000 },
  async () => {
    for (const office of offices) await office.at(`${addDays(day, 1)}T10:00:00.000Z`)
    await offices[0].publish('Contested', addDays(day, 9))
    const id = await offices[0].idOf('Contested')
    const { version } = await offices[0].settings()
    const answers = await Promise.all(
      offices.map(async ({ portal, people }) => {
        const body = { version, id }
        const call = { apiPath: 'requirements/withdraw', method: 'POST', body }
        return (await portal.crud(people.admin, call)).statusCode
      }),
    )
    assert.deepEqual(new Set(answers), new Set([200, 409]))
  },
)
