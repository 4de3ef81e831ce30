import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seedMap } from '@portal/contract'
import type { Role } from '@portal/contract'
import { Proposals } from '@portal/contract/authority-proposals'
import { feedPresets } from '@portal/contract/authority-presets'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { readPack } from '../../library-file/packs.ts'
import { FeedServer } from './test-support/feed-server.ts'
import { givenPermits, givenSource, runFeed } from './test-support/given-feed.ts'

let portal: TestApp
let people: Record<Role, Person>
const feed = new FeedServer()
before(async () => {
  portal = await startTestApp({ environment: { allowPrivateSources: true } })
  people = await portal.given.everyRole()
  await feed.listen()
})
after(async () => {
  await feed.close()
  await portal.close()
})

/**
 * What our permit becomes by each raw status, from being under review or issued; null: nothing is proposed.
 */
const expected: Readonly<Record<string, readonly [fromReview: string | null, fromIssued: string | null]>> = {
  New: [null, null],
  'Pending Prescreen Review': [null, null],
  'Hold - Prescreen Review': ['ON_HOLD', 'ON_HOLD'],
  'Pending Plans Review Assignment': [null, null],
  'Pending Plans Review': [null, null],
  'Hold - Pending Plans Review': ['ON_HOLD', 'ON_HOLD'],
  'Under Review': [null, null],
  'Issued Permit': ['ISSUED', null],
  'Pre Backfill Phase': [null, null],
  'Pre Board Phase': [null, null],
  Completed: ['CLOSED', 'CLOSED'],
  Hold: ['ON_HOLD', 'ON_HOLD'],
  Refused: ['DENIED', 'DENIED'],
  Expired: ['EXPIRED', 'EXPIRED'],
  Cancelled: ['CANCELLED', 'CANCELLED'],
  'Cancelled - Pending Refund': ['CANCELLED', 'CANCELLED'],
}

test('the pack of Calgary has a status for each of its 16, and applies none by itself', async () => {
  const [source] = (await readPack('calgary-building')).sources
  const statuses = source?.statuses ?? {}
  assert.deepEqual(Object.keys(statuses).toSorted(), Object.keys(expected).toSorted())
  const known = seedMap.statuses.map(({ key }) => key)
  for (const [raw, { to, policy }] of Object.entries(statuses)) {
    assert.ok(known.includes(to), raw)
    assert.ok(policy === 'verify' || policy === 'propose', raw)
  }
  const preset = feedPresets.find(({ key }) => key === 'calgary')
  assert.deepEqual([preset?.statuses, preset?.fields], [statuses, source?.fields])
})

test('each raw status of Calgary verifies or proposes, no status changes, and a new word is named', async () => {
  const [source] = (await readPack('calgary-building')).sources
  const raws = Object.keys(expected)
  const cases = raws.flatMap((raw, at) =>
    ['UNDER_REVIEW', 'ISSUED'].map((status, to) => ({ raw, status, number: `BP2021-${to}${at + 1000}` })),
  )
  const permits = [...cases, { raw: 'Deferred', status: 'ISSUED', number: 'BP2021-90000' }]
  feed.publish(
    permits.map(({ number, raw }) => ({
      ':id': `row-${number}`,
      ':updated_at': '2026-11-19T00:00:00.000Z',
      permitnum: number,
      statuscurrent: raw,
      applieddate: '2026-01-02T00:00:00.000',
      issueddate: '2026-03-02T00:00:00.000',
      contractorname: 'Bow River Homes',
    })),
  )
  await givenPermits(portal, permits)
  const { fields, statuses } = source ?? assert.fail('the pack has a feed')
  const pid = await givenSource(portal, people.admin, feed, { dataset: 'c2es-76ed', fields, statuses })
  const result = await runFeed(portal, pid)
  assert.equal(result.stopped, undefined)
  assert.equal(result.unknownStatuses, 1)
  const response = await portal.crud(people.team, {
    apiPath: 'proposals',
    method: 'GET',
    query: { pageSize: 200 },
  })
  const { proposals } = Proposals.parse(response.json())
  for (const { raw, status, number } of cases) {
    const [fromReview = null, fromIssued = null] = expected[raw] ?? []
    const proposed = proposals.find(({ authorityNumber }) => authorityNumber === number)
    assert.equal(proposed?.to ?? null, status === 'ISSUED' ? fromIssued : fromReview, `${raw} of ${status}`)
  }
  const stored = await portal.deps.database.kysely
    .selectFrom('permits')
    .select(['authority_number', 'status'])
    .execute()
  assert.deepEqual(
    new Map(stored.map(({ authority_number: number, status }) => [number, status])),
    new Map(permits.map(({ number, status }) => [number, status])),
  )
})
