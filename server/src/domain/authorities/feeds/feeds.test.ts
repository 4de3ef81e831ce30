import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Job, JobStarted } from '@portal/contract'
import type { Role } from '@portal/contract'
import { AuthoritySource, AuthoritySources, FeedRuns } from '@portal/contract/authority-feeds'
import { PermitObservations, Proposal, Proposals } from '@portal/contract/authority-proposals'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { retainFeedRuns } from './retain-runs.ts'
import { runDueSources } from './run-due-sources.ts'
import { FeedServer } from './test-support/feed-server.ts'
import type { ServedRow } from './test-support/feed-server.ts'
import {
  austin,
  austinRow,
  givenPermits,
  givenSource,
  runFeed,
  sourceBody,
  withoutFeeds,
} from './test-support/given-feed.ts'

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
  feed.fault = null
  feed.token = null
  feed.forget()
  await withoutFeeds(portal)
})
const ask = apiClient(() => portal)

const proposalsOf = async (query: object = {}, person = people.team) => {
  const response = await portal.crud(person, { apiPath: 'proposals', method: 'GET', query })
  assert.equal(response.statusCode, 200, response.body)
  return Proposals.parse(response.json())
}
const statusOf = async (pid: string) => (await ask(people.team, 'GET', `permits/${pid}`))['status']

/** One permit with this status, one row of the feed, and the source that was run once. */
async function given(status: string, raw: string, more: Record<string, unknown> = {}, row: ServedRow = {}) {
  feed.publish([austinRow('2015-000001 BP', raw, row)])
  const pids = await givenPermits(portal, [{ number: '2015-000001 BP', status }])
  const source = await givenSource(portal, people.admin, feed, more)
  const result = await runFeed(portal, source)
  return { permit: pids.get('2015-000001 BP') ?? '', source, result }
}

test('administrators set up feeds, staff read them, clients do not; a token is never shown', async () => {
  const body = { ...sourceBody(feed, await austin(portal)), token: 'secret-token-of-austin' }
  for (const person of [people.team, people.client]) await ask(person, 'POST', 'authority-sources', body, 403)
  const pid = String((await ask(people.admin, 'POST', 'authority-sources', body, 201))['pid'])
  await ask(people.client, 'GET', 'authority-sources', undefined, 403)
  const listed = AuthoritySources.parse(await ask(people.team, 'GET', 'authority-sources'))
  assert.deepEqual([listed.metadata.count, listed.sources[0]?.hasToken], [1, true])
  assert.equal(listed.sources[0]?.authority.title, 'Austin Development Services')
  const everything = JSON.stringify([listed, await ask(people.team, 'GET', `authority-sources/${pid}`)])
  assert.ok(!everything.includes('secret-token-of-austin'))
  const stored = await portal.deps.database.query('select token from authority_sources', [])
  assert.ok(!JSON.stringify(stored).includes('secret-token-of-austin'))
  await ask(people.team, 'PATCH', `authority-sources/${pid}`, { intervalMinutes: 60 }, 403)
  const changed = AuthoritySource.parse(
    await ask(people.admin, 'PATCH', `authority-sources/${pid}`, { intervalMinutes: 60, version: 1 }),
  )
  assert.deepEqual([changed.intervalMinutes, changed.hasToken, changed.version], [60, true, 2])
  await ask(people.admin, 'PATCH', `authority-sources/${pid}`, { intervalMinutes: 90, version: 1 }, 409)
  await ask(people.team, 'DELETE', `authority-sources/${pid}`, undefined, 403)
  await ask(people.admin, 'DELETE', `authority-sources/${pid}`)
  await ask(people.admin, 'GET', `authority-sources/${pid}`, undefined, 404)
})

test('what a feed cannot have is refused by name', async () => {
  const body = sourceBody(feed, await austin(portal))
  const refused = async (more: object, names: RegExp) => {
    const problem = await ask(people.admin, 'POST', 'authority-sources', { ...body, ...more }, 400)
    assert.match(JSON.stringify(problem['errors']), names)
  }
  await refused({ authority: 'NOBODY' }, /body\.authority/)
  await refused({ dialect: 'soap' }, /body\.dialect/)
  await refused({ address: 'ftp://data.example.gov' }, /body\.address/)
  await refused({ address: 'https://user:secret@data.example.gov' }, /body\.address/)
  await refused({ token: 'secret\r\nX-Other: 1' }, /body\.token.*only has visible ASCII/)
  await refused({ token: '\u{1f511}' }, /body\.token.*only has visible ASCII/)
  await refused({ dataset: null }, /body\.dataset/)
  await refused({ dataset: '../../secrets' }, /body\.dataset/)
  await refused({ fields: { number: 'permit_number' } }, /body\.fields\.status/)
  await refused({ fields: { number: "n' or '1'='1", status: 's' } }, /body\.fields\.number/)
  await refused({ statuses: { Final: { to: 'FINISHED', policy: 'propose' } } }, /body\.statuses\.Final\.to/)
  await refused({ statuses: { Final: { to: 'CLOSED', policy: 'overwrite' } } }, /policy/)
  await refused({ intervalMinutes: 0 }, /body\.intervalMinutes/)
})

test('a run by a person is a job; what is the same is stamped as checked, and the history names the feed', async () => {
  feed.publish([austinRow('2015-000002 EP', 'Active')])
  const pids = await givenPermits(portal, [{ number: '2015-000002 EP', status: 'ISSUED' }])
  const source = await givenSource(portal, people.admin, feed)
  await ask(people.team, 'POST', `authority-sources/${source}/run`, undefined, 403)
  const { job } = JobStarted.parse(
    await ask(people.admin, 'POST', `authority-sources/${source}/run`, undefined, 202),
  )
  const read = async () =>
    Job.parse((await portal.send({ method: 'GET', url: `/api/jobs/${job.id}` }, people.admin)).json())
  let found = await read()
  while (found.state !== 'done' && found.state !== 'failed') {
    await delay(20)
    found = await read()
  }
  assert.deepEqual(
    [found.state, found.result?.['checked'], found.result?.['verified'], found.result?.['proposals']],
    ['done', 1, 1, 0],
  )
  assert.equal(found.result?.['calls'], 2)
  const pid = pids.get('2015-000002 EP') ?? ''
  const record = await ask(people.team, 'GET', `permits/${pid}`)
  assert.equal(record['statusVerifiedAt'], portal.clock.now().toISOString())
  const history = JSON.stringify(await ask(people.team, 'GET', `permits/${pid}/history`))
  assert.match(history, /Checked with the feed of Austin Development Services/)
  const { runs } = FeedRuns.parse(await ask(people.team, 'GET', `authority-sources/${source}/runs`))
  assert.deepEqual([runs.length, runs[0]?.by?.pid], [1, people.admin.pid])
})

test('a feed without news costs one conditional call and writes nothing', async () => {
  const { source, permit } = await given('ISSUED', 'Active')
  const before = await ask(people.team, 'GET', `permits/${permit}`)
  feed.forget()
  const again = await runFeed(portal, source)
  assert.deepEqual([again.calls, feed.calls.length, feed.notModified, again.unchanged], [1, 1, 1, true])
  assert.deepEqual([again.checked, again.verified, again.proposals], [1, 1, 0])
  assert.deepEqual(await ask(people.team, 'GET', `permits/${permit}`), before)
  const { observations } = PermitObservations.parse(
    await ask(people.team, 'GET', `permits/${permit}/observations`),
  )
  assert.equal(observations.length, 1)
})

test('a permit says when the feed last confirmed its status, and whether the data of the feed are out of date', async () => {
  const { source, permit } = await given('ISSUED', 'Active', { staleAfterDays: 3 })
  const current = async () =>
    PermitObservations.parse(await ask(people.team, 'GET', `permits/${permit}/observations`)).current
  const first = await current()
  assert.deepEqual([first?.isMissing, first?.isStale], [false, false])
  portal.clock.pass(3_600_000)
  const confirmedAt = portal.clock.now().toISOString()
  assert.equal((await runFeed(portal, source)).unchanged, true)
  assert.deepEqual(await current(), { checkedAt: confirmedAt, isMissing: false, isStale: false })
  // A run that could not read the feed confirms nothing.
  feed.fault = '500'
  portal.clock.pass(60_000)
  await runFeed(portal, source)
  assert.equal((await current())?.checkedAt, confirmedAt)
  feed.fault = null
  await portal.deps.database.query(
    `update authority_sources set refreshed_at = $2::timestamptz - interval '4 days' where pid = $1`,
    [source, portal.clock.now()],
  )
  assert.equal((await current())?.isStale, true)
  portal.clock.pass(-3_660_000)
})

test('a difference is proposed with its path and what stands against it, and changes nothing by itself', async () => {
  const { permit, result } = await given('UNDER_REVIEW', 'Active')
  assert.deepEqual([result.checked, result.verified, result.proposals], [1, 0, 1])
  await portal.deps.database.query('update permits set balance = 12000 where pid = $1', [permit])
  const { proposals, metadata } = await proposalsOf({ filter: { permit, state: 'OPEN' } })
  assert.equal(metadata.count, 1)
  const [proposal] = proposals
  assert.deepEqual(
    [proposal?.rawStatus, proposal?.statusDate, proposal?.to, proposal?.path],
    ['Active', '2026-11-18', 'ISSUED', ['APPROVED', 'ISSUED']],
  )
  assert.deepEqual(
    proposal?.blockers.map(({ step, code }) => [step, code]),
    [['ISSUED', 'balance']],
  )
  assert.equal(await statusOf(permit), 'UNDER_REVIEW')
  const refused = await ask(people.team, 'POST', `proposals/${proposal?.pid}/accept`, undefined, 409)
  assert.match(String(refused['detail']), /Balance due/)
  await portal.deps.database.query('update permits set balance = 0 where pid = $1', [permit])
  await ask(people.client, 'POST', `proposals/${proposal?.pid}/accept`, undefined, 403)
  const accepted = Proposal.parse(await ask(people.team, 'POST', `proposals/${proposal?.pid}/accept`))
  assert.deepEqual([accepted.state, accepted.decidedBy?.pid], ['ACCEPTED', people.team.pid])
  const record = await ask(people.team, 'GET', `permits/${permit}`)
  assert.deepEqual(
    [record['status'], record['issuedDate'], record['expiryDate']],
    ['ISSUED', '2026-03-02', '2027-03-02'],
  )
  const history = JSON.stringify(await ask(people.team, 'GET', `permits/${permit}/history`))
  assert.match(history, /Austin Development Services says “Active” since 2026-11-18/)
  await ask(people.team, 'POST', `proposals/${proposal?.pid}/accept`, undefined, 409)
})

test('a dismissed proposal comes back only when the feed says something new', async () => {
  const { permit, source } = await given('ISSUED', 'Final')
  const [first] = (await proposalsOf({ permit })).proposals
  await ask(people.team, 'POST', `proposals/${first?.pid}/dismiss`, {}, 400)
  await ask(people.team, 'POST', `proposals/${first?.pid}/dismiss`, { reason: 'Inspection is next week' })
  feed.publish([austinRow('2015-000001 BP', 'Final', { ':updated_at': '2026-11-19T08:00:00.000Z' })])
  assert.equal((await runFeed(portal, source)).proposals, 0)
  feed.publish([
    austinRow('2015-000001 BP', 'Final', {
      ':updated_at': '2026-11-20T08:00:00.000Z',
      statusdate: '2026-11-20T00:00:00.000',
    }),
  ])
  assert.equal((await runFeed(portal, source)).proposals, 1)
  const states = (await proposalsOf({ permit })).proposals.map(({ state, reason }) => [state, reason])
  assert.deepEqual(states, [
    ['OPEN', null],
    ['DISMISSED', 'Inspection is next week'],
  ])
})

test('a newer change by hand wins over the feed and closes what waits', async () => {
  const { permit, source } = await given('ISSUED', 'Expired')
  assert.equal((await proposalsOf({ permit, state: 'OPEN' })).metadata.count, 1)
  await ask(people.team, 'POST', `permits/${permit}/transitions`, { to: 'CLOSED', reason: 'Finaled on site' })
  const { proposals } = await proposalsOf({ permit })
  assert.deepEqual(
    proposals.map(({ state, reason }) => [state, reason]),
    [['DISMISSED', 'The status of the permit changed otherwise.']],
  )
  // The feed still says what it said before that change, in a row that was written again.
  feed.publish([
    austinRow('2015-000001 BP', 'Expired', {
      ':updated_at': '2026-11-21T00:00:00.000Z',
      expiresdate: '2026-11-01',
    }),
  ])
  assert.equal((await runFeed(portal, source)).proposals, 0)
  assert.equal(await statusOf(permit), 'CLOSED')
})

test('many proposals are accepted at once, each judged by itself', async () => {
  feed.publish([austinRow('2015-000003 BP', 'Final'), austinRow('2015-000004 BP', 'VOID')])
  const pids = await givenPermits(portal, [
    { number: '2015-000003 BP', status: 'ISSUED' },
    { number: '2015-000004 BP', status: 'ISSUED' },
  ])
  await runFeed(portal, await givenSource(portal, people.admin, feed))
  const { proposals } = await proposalsOf({ state: 'OPEN' })
  const answer = await ask(people.team, 'POST', 'proposals/accept', { pids: proposals.map(({ pid }) => pid) })
  assert.equal(answer['updated'], 1)
  assert.match(JSON.stringify(answer['failed']), /Administrators only/)
  assert.equal(await statusOf(pids.get('2015-000003 BP') ?? ''), 'CLOSED')
  assert.equal(await statusOf(pids.get('2015-000004 BP') ?? ''), 'ISSUED')
})

test('only an explicit policy changes a status without a person, and only past its guards', async () => {
  const statuses = {
    Final: { to: 'CLOSED', policy: 'apply' as const },
    Active: { to: 'ISSUED', policy: 'apply' as const },
  }
  const { permit, result } = await given('ISSUED', 'Final', { statuses })
  assert.deepEqual([result.proposals, result.applied, await statusOf(permit)], [1, 1, 'CLOSED'])
  const [proposal] = (await proposalsOf({ permit })).proposals
  assert.deepEqual([proposal?.state, proposal?.decidedBy], ['ACCEPTED', null])
})

test('an unknown word is reported and changes nothing; a status to verify makes no proposal', async () => {
  const { permit, source, result } = await given('ISSUED', 'Red Tagged')
  assert.deepEqual([result.unknownStatuses, result.proposals, result.verified], [1, 0, 0])
  const shown = AuthoritySource.parse(await ask(people.team, 'GET', `authority-sources/${source}`))
  assert.deepEqual(shown.unknownStatuses, [{ status: 'Red Tagged', count: 1 }])
  const statuses = { 'red tagged': { to: 'ON_HOLD', policy: 'verify' as const } }
  await ask(people.admin, 'PATCH', `authority-sources/${source}`, { statuses })
  const again = await runFeed(portal, source)
  assert.deepEqual([again.unknownStatuses, again.proposals, await statusOf(permit)], [0, 0, 'ISSUED'])
})

test('a difference without a way through the status map is said and never forced', async () => {
  const { permit } = await given('DENIED', 'VOID', {
    statuses: { VOID: { to: 'SUPERSEDED', policy: 'propose' } },
  })
  const [proposal] = (await proposalsOf({ permit })).proposals
  assert.deepEqual([proposal?.path, proposal?.blockers[0]?.code], [[], 'no-such-step'])
  assert.match(proposal?.blockers[0]?.detail ?? '', /no way from Denied to Superseded/)
  await ask(people.admin, 'POST', `proposals/${proposal?.pid}/accept`, undefined, 409)
  assert.equal(await statusOf(permit), 'DENIED')
})

test('clients read the status of the agency in their own wording, of their own permits alone', async () => {
  feed.publish([austinRow('2015-000005 BP', 'Final')])
  const pids = await givenPermits(portal, [
    { number: '2015-000005 BP', status: 'ISSUED', org: people.client.org ?? '' },
  ])
  await runFeed(portal, await givenSource(portal, people.admin, feed))
  const pid = pids.get('2015-000005 BP') ?? ''
  const own = await ask(people.client, 'GET', `permits/${pid}/observations`)
  const { observations } = PermitObservations.parse(own)
  assert.deepEqual(observations[0]?.status, { key: 'CLOSED', label: 'Closed' })
  assert.ok(!JSON.stringify(own).includes('Final'))
  const other = await portal.given.user({ role: 'client', org: await portal.given.org() })
  await ask(other, 'GET', `permits/${pid}/observations`, undefined, 404)
  await ask(people.client, 'GET', 'proposals', undefined, 403)
})

test('the schedule asks the feeds whose interval has passed, and no others', async () => {
  const { source } = await given('ISSUED', 'Active', { intervalMinutes: 60 })
  const round = () => runDueSources(portal.deps, new AbortController().signal)
  assert.equal((await round()).feeds, 0)
  portal.clock.pass(61 * 60_000)
  assert.deepEqual(await round(), { feeds: 1, proposals: 0, failed: 0 })
  await ask(people.admin, 'PATCH', `authority-sources/${source}`, { isActive: false })
  portal.clock.pass(61 * 60_000)
  assert.equal((await round()).feeds, 0)
  portal.clock.pass(-122 * 60_000)
})

test('old runs are deleted, except the latest of each feed', async () => {
  const { source } = await given('ISSUED', 'Active')
  const other = await givenSource(portal, people.admin, feed)
  await runFeed(portal, other)
  portal.clock.pass(60_000)
  await runFeed(portal, source)
  const before = new Date(portal.clock.now().getTime() + 1)
  assert.equal(await retainFeedRuns(portal.deps, before, new AbortController().signal), 1)
  for (const pid of [source, other])
    assert.equal(
      FeedRuns.parse(await ask(people.team, 'GET', `authority-sources/${pid}/runs`)).runs.length,
      1,
    )
  portal.clock.pass(-60_000)
})

test('a trial shows columns, rows and statuses of a feed, and stores nothing', async () => {
  feed.publish([austinRow('2015-000006 BP', 'Final'), austinRow('2015-000007 BP', 'Active')])
  const body = sourceBody(feed, await austin(portal))
  await ask(people.team, 'POST', 'authority-sources/try', body, 403)
  const tried = await ask(people.admin, 'POST', 'authority-sources/try', body)
  assert.match(JSON.stringify(tried['columns']), /status_current/)
  assert.match(JSON.stringify(tried['rows']), /2015-000006 BP/)
  assert.equal(tried['problem'], null)
  const wrong = { ...body, fields: { number: 'permit_number', status: 'state_of_things' } }
  assert.match(
    String((await ask(people.admin, 'POST', 'authority-sources/try', wrong))['problem']),
    /state_of_things/,
  )
  assert.equal(AuthoritySources.parse(await ask(people.team, 'GET', 'authority-sources')).metadata.count, 0)
})
