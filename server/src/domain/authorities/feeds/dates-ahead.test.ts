import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Role } from '@portal/contract'
import { PermitObservations, Proposals } from '@portal/contract/authority-proposals'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { FeedServer } from './test-support/feed-server.ts'
import { austinRow, givenPermits, givenSource, runFeed, withoutFeeds } from './test-support/given-feed.ts'

/** Today is November 20, 2026 in the office (America/Chicago). */
const farDay = '2999-01-01'
const number = '2015-000001 BP'

let portal: TestApp
let people: Record<Role, Person>
let feed: FeedServer
before(async () => {
  portal = await startTestApp({ environment: { allowPrivateSources: true } })
  people = await portal.given.everyRole()
  feed = new FeedServer()
  await feed.listen()
})
after(async () => {
  await feed.close()
  await portal.close()
})
beforeEach(async () => {
  portal.clock.set('2026-11-20T12:00:00.000Z')
  feed.forget()
  await withoutFeeds(portal)
})
const ask = apiClient(() => portal)

let published = 0
/** Publishes the only row of the feed, as one that has changed. */
function publish(status: string, statusdate: string, issue_date = '2026-03-02') {
  published += 1
  const changed = new Date(Date.parse('2026-11-19T00:00:00.000Z') + published * 1_000).toISOString()
  feed.publish([austinRow(number, status, { statusdate, issue_date, ':updated_at': changed })])
}
const proposed = async (permit: string) => {
  const { proposals } = Proposals.parse(
    await ask(people.team, 'GET', 'proposals', { filter: { permit, state: 'OPEN' } }),
  )
  return proposals.map(({ to, statusDate }) => [to, statusDate])
}
const seen = async (permit: string, person = people.team) => {
  const { observations } = PermitObservations.parse(
    await ask(person, 'GET', `permits/${permit}/observations`),
  )
  return observations.map(({ rawStatus, statusDate, isAhead }) => [rawStatus, statusDate, isAhead])
}

async function given(status: string, more: object = {}, permitMore: object = {}) {
  const pids = await givenPermits(portal, [{ number, status, ...permitMore }])
  const source = await givenSource(portal, people.admin, feed, { ...more })
  return { permit: pids.get(number) ?? '', source }
}

for (const [policy, day] of [
  ['propose', farDay],
  ['apply', farDay],
  ['propose', '2026-11-22'],
] as const)
  test(`a status of ${day} with the policy ${policy} is kept, and proposes, applies and verifies nothing`, async () => {
    publish('Final', day)
    const { permit, source } = await given('ISSUED', { statuses: { Final: { to: 'CLOSED', policy } } })
    for (let run = 0; run < 2; run += 1) {
      const result = await runFeed(portal, source)
      assert.deepEqual(
        [result.stopped, result.checked, result.verified, result.proposals, result.applied, result.missing],
        [undefined, 1, 0, 0, 0, 0],
      )
      assert.equal(result.ahead, run === 0 ? 1 : undefined)
    }
    assert.deepEqual(await proposed(permit), [])
    assert.deepEqual(await seen(permit), [['Final', day, true]])
    assert.equal((await ask(people.team, 'GET', `permits/${permit}`))['status'], 'ISSUED')
  })

test('a status of tomorrow counts: the clocks of agencies are in other zones', async () => {
  publish('Final', '2026-11-21')
  const { permit, source } = await given('ISSUED')
  assert.equal((await runFeed(portal, source)).proposals, 1)
  assert.deepEqual(await proposed(permit), [['CLOSED', '2026-11-21']])
})

test('the status before it goes on counting, and a corrected date speaks', async () => {
  publish('Active', '2026-11-10')
  const { permit, source } = await given('ISSUED')
  assert.equal((await runFeed(portal, source)).verified, 1)
  publish('Final', farDay)
  const again = await runFeed(portal, source)
  assert.deepEqual([again.ahead, again.verified, again.proposals], [1, 1, 0])
  // Read again in full, the row that is still the same is not kept twice.
  await portal.deps.database.query('update authority_sources set asked_all_at = null', [])
  await runFeed(portal, source)
  assert.deepEqual(await seen(permit), [
    ['Final', farDay, true],
    ['Active', '2026-11-10', false],
  ])
  // An old file that is published again still says nothing.
  publish('VOID', '2026-11-01')
  assert.equal((await runFeed(portal, source)).proposals, 0)
  publish('Final', '2026-11-19')
  assert.equal((await runFeed(portal, source)).proposals, 1)
  assert.deepEqual(await proposed(permit), [['CLOSED', '2026-11-19']])
})

test('a day of issue that is still to come does not outrank the rows after it', async () => {
  publish('Active', '2026-11-10', farDay)
  const { permit, source } = await given('ISSUED')
  assert.equal((await runFeed(portal, source)).verified, 1)
  publish('Final', '2026-11-18', '2026-03-02')
  assert.equal((await runFeed(portal, source)).proposals, 1)
  assert.deepEqual(await proposed(permit), [['CLOSED', '2026-11-18']])
})

test('of two rows of one number, that of a day to come does not speak', async () => {
  feed.publish([
    austinRow(number, 'VOID', { statusdate: farDay, ':id': 'one' }),
    austinRow(number, 'Final', { statusdate: '2026-11-18', ':id': 'other' }),
  ])
  const { permit, source } = await given('ISSUED')
  assert.deepEqual(
    [(await runFeed(portal, source)).ahead, await proposed(permit)],
    [undefined, [['CLOSED', '2026-11-18']]],
  )
})

test('from its day on, a status that was dated ahead counts', async () => {
  publish('Final', '2026-12-01')
  const { permit, source } = await given('ISSUED')
  assert.equal((await runFeed(portal, source)).proposals, 0)
  portal.clock.set('2026-12-02T18:00:00.000Z')
  assert.equal((await runFeed(portal, source)).proposals, 1)
  // The session of the test has ended by then.
  portal.clock.set('2026-11-20T12:00:00.000Z')
  assert.deepEqual(await proposed(permit), [['CLOSED', '2026-12-01']])
})

test('an observation that an earlier release kept as the latest makes no proposal', async () => {
  publish('Active', '2026-11-10')
  const { permit, source } = await given('ISSUED')
  await runFeed(portal, source)
  await portal.deps.database.query(
    `update authority_observations set raw_status = 'Final', status_date = '${farDay}' where permit = $1`,
    [permit],
  )
  const result = await runFeed(portal, source)
  assert.deepEqual([result.proposals, result.verified, result.missing], [0, 0, 0])
  publish('Final', '2026-11-19')
  assert.equal((await runFeed(portal, source)).proposals, 1)
})

test('clients do not read a status that does not count yet', async () => {
  publish('Final', farDay)
  const { permit, source } = await given('ISSUED', {}, { org: people.client.org ?? '' })
  await runFeed(portal, source)
  assert.deepEqual(await seen(permit, people.client), [])
})
