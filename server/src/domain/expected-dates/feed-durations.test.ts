import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ExpectedDates, addDays } from '@portal/contract'
import { z } from 'zod'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { FeedServer } from '../authorities/feeds/test-support/feed-server.ts'
import {
  austinRow,
  givenPermits,
  givenSource,
  runFeed,
} from '../authorities/feeds/test-support/given-feed.ts'
import { fitDurations } from './fit-durations.ts'

const today = '2026-11-20'
let portal: TestApp
let feed: FeedServer
before(async () => {
  portal = await startTestApp({ environment: { allowPrivateSources: true } })
  portal.clock.set(`${today}T12:00:00.000Z`)
  feed = new FeedServer()
  await feed.listen()
})
after(async () => {
  await feed.close()
  await portal.close()
})
const ask = apiClient(() => portal)

test('imported permits without days of their own count by those that the feed of their agency says', async () => {
  const people = await portal.given.everyRole()
  const numbers = Array.from({ length: 40 }, (_, at) => `2026-${100_000 + at} BP`)
  // Days that are still to come say nothing about durations.
  const ahead = Array.from({ length: 40 }, (_, at) => `2026-${200_000 + at} BP`)
  await givenPermits(
    portal,
    [...numbers, ...ahead].map((number) => ({ number, status: 'ISSUED' })),
  )
  // Applied for on one day, and issued after 1 to 40 days.
  feed.publish([
    ...numbers.map((number, at) =>
      austinRow(number, 'Active', {
        applieddate: '2026-08-01T00:00:00.000',
        issue_date: `${addDays('2026-08-01', at + 1)}T00:00:00.000`,
      }),
    ),
    ...ahead.map((number) =>
      austinRow(number, 'Active', {
        applieddate: '2998-01-01T00:00:00.000',
        issue_date: '2999-01-01T00:00:00.000',
      }),
    ),
  ])
  const source = await givenSource(portal, people.admin, feed)
  const result = await runFeed(portal, source, 60_000)
  assert.deepEqual([result.stopped, result.checked], [undefined, 80])
  await fitDurations(portal.deps, new AbortController().signal)
  const body = { title: 'New', org: people.client.org, permitType: 'BUILDING', authority: 'AUSTIN_DSD' }
  const { pid } = await ask(people.admin, 'POST', 'permits', body, 201)
  await portal.deps.database.query(
    `update permits set status = 'SUBMITTED', submitted_date = $2 where pid = $1`,
    [pid, today],
    z.unknown(),
  )
  const { expected } = ExpectedDates.parse(
    await ask(people.team, 'GET', `permits/${String(pid)}/expected-dates`),
  )
  const basis = 'authority-and-type'
  assert.deepEqual(
    expected.filter(({ milestone }) => milestone === 'issue'),
    [{ milestone: 'issue', likely: '2026-12-10', late: '2026-12-22', basis, permits: 40 }],
  )
})
