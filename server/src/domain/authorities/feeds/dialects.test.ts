import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { OpenedFeeds } from './test-support/feed-server.ts'
import type { ServedRow } from './test-support/feed-server.ts'
import {
  austinRow,
  givenPermits,
  givenSource,
  runFeed,
  said,
  servedDialects,
  withoutPermits,
} from './test-support/given-feed.ts'

/** Each dialect reads the same permits from a service that answers in that dialect. */

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp({ environment: { allowPrivateSources: true } })
  people = await portal.given.everyRole()
})
const feeds = new OpenedFeeds()
after(async () => {
  await feeds.close()
  await portal.close()
})

const count = 130

for (const { dialect, path, dataset, dayOf } of servedDialects) {
  test(`${dialect}: every permit is found over several pages, a change is proposed, and no news is one call`, async () => {
    const numbers = Array.from({ length: count }, (_, at) => `2015-${String(at).padStart(6, '0')} BP`)
    const row = (number: string, status: string, more: ServedRow = {}) =>
      austinRow(number, status, {
        issue_date: dayOf('2026-03-02'),
        link: `https://abc.austintexas.gov/${encodeURIComponent(number)}`,
        ...more,
      })
    const feed = await feeds.open(numbers.map((number) => row(number, 'Active')))
    await withoutPermits(portal)
    await givenPermits(
      portal,
      numbers.map((number) => ({ number, status: 'ISSUED' })),
    )
    const more = { dialect, address: `${feed.origin}${path}`, dataset, token: null }
    const source = await givenSource(portal, people.admin, feed, more)
    const first = await runFeed(portal, source)
    assert.deepEqual(
      [first.stopped, first.checked, first.verified, first.missing],
      [undefined, count, count, 0],
    )
    const again = await runFeed(portal, source)
    // SODA 3 has no conditional call: its one call says when the newest row was written.
    assert.deepEqual([again.calls, again.verified, again.proposals, again.unchanged], [1, count, 0, true])
    const change = { ':updated_at': '2026-11-20T01:00:00.000Z', statusdate: '2026-11-20' }
    feed.publish(
      numbers.map((number, at) => (at === 77 ? row(number, 'Final', change) : row(number, 'Active'))),
      new Date('2026-11-20T01:00:00Z'),
    )
    const changed = await runFeed(portal, source)
    assert.deepEqual([changed.proposals, changed.verified], [1, count - 1])
    const proposed = await portal.deps.database.query(
      `select p.authority_number as number, x.to_status as to from authority_proposals x join permits p on p.pid = x.permit where x.source = $1`,
      [source],
    )
    assert.deepEqual(proposed, [{ number: numbers[77], to: 'CLOSED' }])
    feed.fault = 'renamed-column'
    const gone = await runFeed(portal, source)
    assert.match(said(gone), /status_current/)
  })
}

test('where the feed says what changed, only that is read', async () => {
  const numbers = Array.from({ length: count }, (_, at) => `2016-${String(at).padStart(6, '0')} BP`)
  const feed = await feeds.open(numbers.map((number) => austinRow(number, 'Active')))
  await withoutPermits(portal)
  await givenPermits(
    portal,
    numbers.map((number) => ({ number, status: 'ISSUED' })),
  )
  const source = await givenSource(portal, people.admin, feed)
  await runFeed(portal, source)
  const change = { ':updated_at': '2026-11-20T01:00:00.000Z', statusdate: '2026-11-20' }
  feed.publish(
    numbers.map((number, at) =>
      at === 3 ? austinRow(number, 'Final', change) : austinRow(number, 'Active'),
    ),
  )
  feed.forget()
  const changed = await runFeed(portal, source)
  assert.deepEqual([changed.calls, changed.proposals, changed.verified], [2, 1, count - 1])
  assert.match(feed.calls[1] ?? '', /:updated_at\+>\+'2026-11-19T00:00:00.000Z'/)
})

for (const { dialect, path, dataset, dayOf } of servedDialects) {
  for (const hasTags of [true, false])
    test(`${dialect} ${hasTags ? 'with' : 'without'} entity tags: a new permit is looked for in a feed that did not change`, async () => {
      const numbers = Array.from({ length: 3 }, (_, at) => `2017-${String(at).padStart(6, '0')} BP`)
      const feed = await feeds.open(
        numbers.map((number) => austinRow(number, 'Active', { issue_date: dayOf('2026-03-02'), link: '' })),
      )
      feed.hasTags = hasTags
      await withoutPermits(portal)
      const [added = '', ...first] = numbers
      await givenPermits(
        portal,
        first.map((number) => ({ number, status: 'ISSUED' })),
      )
      const more = { dialect, address: `${feed.origin}${path}`, dataset }
      const source = await givenSource(portal, people.admin, feed, more)
      assert.equal((await runFeed(portal, source)).verified, 2)
      const unchanged = await runFeed(portal, source)
      assert.deepEqual([unchanged.calls, unchanged.unchanged, unchanged.verified], [1, true, 2])
      await givenPermits(portal, [{ number: added, status: 'ISSUED' }])
      const found = await runFeed(portal, source)
      assert.deepEqual([found.stopped, found.verified, found.missing], [undefined, 3, 0])
      // Every week all are asked for, whether the feed changed or not.
      await portal.deps.database.query('update authority_sources set asked_all_at = null', [])
      const all = await runFeed(portal, source)
      assert.deepEqual([all.stopped, all.verified, all.missing], [undefined, 3, 0])
    })
}
