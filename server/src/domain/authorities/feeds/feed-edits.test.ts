import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Role } from '@portal/contract'
import { Proposals } from '@portal/contract/authority-proposals'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { FeedServer } from './test-support/feed-server.ts'
import { ScriptedFeed } from './test-support/scripted-feed.ts'
import {
  austinRow,
  givenPermits,
  givenSource,
  runFeed,
  said,
  withoutFeeds,
} from './test-support/given-feed.ts'

/** What people change between the reading of a feed and its effect on permits, and during the reading. */

let portal: TestApp
let people: Record<Role, Person>
const feed = new FeedServer()
const scripted = new ScriptedFeed()
before(async () => {
  portal = await startTestApp({ environment: { allowPrivateSources: true } })
  people = await portal.given.everyRole()
  await feed.listen()
  await scripted.listen()
})
after(async () => {
  await feed.close()
  await scripted.close()
  await portal.close()
})
beforeEach(async () => {
  feed.fault = null
  await withoutFeeds(portal)
})
const ask = apiClient(() => portal)
const statusOf = async (pid: string) => (await ask(people.team, 'GET', `permits/${pid}`))['status']
const proposalsOf = async (query: Record<string, string>) =>
  Proposals.parse((await portal.crud(people.team, { apiPath: 'proposals', method: 'GET', query })).json())
    .proposals
const permitOf = async (number: string, status = 'ISSUED') =>
  (await givenPermits(portal, [{ number, status }])).get(number) ?? assert.fail('the permit was made')

test('a proposal of a status that was to apply by itself waits for a person when it no longer is', async () => {
  const permit = await permitOf('2015-000001 BP')
  feed.publish([austinRow('2015-000001 BP', 'Final')])
  const source = await givenSource(portal, people.admin, feed, {
    statuses: { Final: { to: 'CLOSED', policy: 'propose' } },
  })
  await runFeed(portal, source)
  // As a run left it whose guards stood against the step.
  await portal.deps.database.query(`update authority_proposals set policy = 'apply' where source = $1`, [
    source,
  ])
  assert.equal((await runFeed(portal, source)).applied, 0)
  assert.equal(await statusOf(permit), 'ISSUED')
  await ask(people.admin, 'PATCH', `authority-sources/${source}`, {
    statuses: { Final: { to: 'CLOSED', policy: 'apply' } },
  })
  assert.equal((await runFeed(portal, source)).applied, 1)
  assert.equal(await statusOf(permit), 'CLOSED')
})

test('a proposal about another number than that of the permit is not accepted', async () => {
  const permit = await permitOf('2015-000002 EP', 'UNDER_REVIEW')
  feed.publish([austinRow('2015-000002 EP', 'On Hold')])
  const source = await givenSource(portal, people.admin, feed)
  await runFeed(portal, source)
  const [proposal] = await proposalsOf({ source })
  await ask(people.team, 'PATCH', `permits/${permit}`, { authorityNumber: '2015-000002 PP' })
  const [shown] = await proposalsOf({ source })
  assert.deepEqual(
    shown?.blockers.map(({ code }) => code),
    ['other-number'],
  )
  const refused = await ask(people.team, 'POST', `proposals/${proposal?.pid}/accept`, undefined, 409)
  assert.match(JSON.stringify(refused), /2015-000002 EP.*2015-000002 PP/)
  assert.equal(await statusOf(permit), 'UNDER_REVIEW')
  await ask(people.team, 'PATCH', `permits/${permit}`, { authorityNumber: ' 2015-000002  ep' })
  await ask(people.team, 'POST', `proposals/${proposal?.pid}/accept`)
  assert.equal(await statusOf(permit), 'ON_HOLD')
})

test('a proposal about a permit that went to another agency is not accepted', async () => {
  const permit = await permitOf('2015-000003 BP', 'UNDER_REVIEW')
  feed.publish([austinRow('2015-000003 BP', 'On Hold')])
  const source = await givenSource(portal, people.admin, feed)
  await runFeed(portal, source)
  const [proposal] = await proposalsOf({ source })
  const other = await ask(people.admin, 'POST', 'authorities', { name: 'Other', shortCode: 'OTHER' }, 201)
  await ask(people.team, 'PATCH', `permits/${permit}`, { authority: other['pid'] })
  const refused = await ask(people.team, 'POST', `proposals/${proposal?.pid}/accept`, undefined, 409)
  assert.match(JSON.stringify(refused), /another agency/)
  assert.equal(await statusOf(permit), 'UNDER_REVIEW')
})

/** A source that is read while `change` happens: after the first answer, before the last one. */
async function readWhile(number: string, change: (source: string) => Promise<unknown>) {
  const permit = await permitOf(number)
  let source = ''
  let changed = false
  scripted.script = async (url) => {
    if (url.searchParams.has('$where') && !changed) {
      changed = true
      await change(source)
    }
    return {
      headers: { etag: '"1"' },
      json: [{ ':updated_at': '2026-11-19T00:00:00.000Z', no: number, st: 'Final', other: 'Active' }],
    }
  }
  source = await givenSource(portal, people.admin, feed, {
    address: scripted.origin,
    fields: { number: 'no', status: 'st' },
    statuses: { Final: { to: 'CLOSED', policy: 'apply' }, Active: { to: 'ISSUED', policy: 'propose' } },
  })
  const result = await runFeed(portal, source)
  return { permit, source, result }
}

test('a source that is deleted while it is read changes no permit', async () => {
  const { permit, source, result } = await readWhile('2015-000004 BP', (pid) =>
    ask(people.admin, 'DELETE', `authority-sources/${pid}`),
  )
  assert.deepEqual([result.applied, result.proposals], [0, 0])
  assert.match(said(result), /deleted/)
  assert.equal(await statusOf(permit), 'ISSUED')
  assert.deepEqual(
    await portal.deps.database.query('select 1 from authority_proposals where source = $1', [source]),
    [],
  )
})

test('a source that is changed while it is read is read again as it is now', async () => {
  const { permit, source, result } = await readWhile('2015-000005 BP', (pid) =>
    ask(people.admin, 'PATCH', `authority-sources/${pid}`, { fields: { number: 'no', status: 'other' } }),
  )
  assert.deepEqual([result.applied, result.proposals], [0, 0])
  assert.match(said(result), /changed while it was read/)
  assert.equal(await statusOf(permit), 'ISSUED')
  const shown = await ask(people.admin, 'GET', `authority-sources/${source}`)
  assert.deepEqual([shown['problem'], shown['state']], [null, 'running'])
  const again = await runFeed(portal, source)
  assert.deepEqual([again.stopped, again.unchanged, again.verified], [undefined, undefined, 1])
  assert.equal(await statusOf(permit), 'ISSUED')
})

test('of two sources of an agency the one that knows the later day speaks, also where both apply', async () => {
  const permit = await permitOf('2015-000006 BP')
  const apply = (word: string, to: string) => ({ statuses: { [word]: { to, policy: 'apply' as const } } })
  feed.publish([austinRow('2015-000006 BP', 'Final', { statusdate: '2026-11-18' })])
  const newer = await givenSource(portal, people.admin, feed, apply('Final', 'CLOSED'))
  assert.equal((await runFeed(portal, newer)).applied, 1)
  feed.publish([austinRow('2015-000006 BP', 'Active', { statusdate: '2026-11-01' })])
  const older = await givenSource(portal, people.admin, feed, apply('Active', 'ISSUED'))
  const late = await runFeed(portal, older)
  assert.deepEqual([late.proposals, late.applied, late.stopped], [0, 0, undefined])
  assert.equal(await statusOf(permit), 'CLOSED')
  // What it says later counts again.
  feed.publish([
    austinRow('2015-000006 BP', 'Active', {
      statusdate: '2026-11-19',
      ':updated_at': '2026-11-20T00:00:00.000Z',
    }),
  ])
  assert.equal((await runFeed(portal, older)).applied, 1)
  assert.equal(await statusOf(permit), 'ISSUED')
})

test('a source that knows less confirms nothing', async () => {
  await permitOf('2015-000007 BP')
  feed.publish([austinRow('2015-000007 BP', 'Final', { statusdate: '2026-11-18' })])
  const newer = await givenSource(portal, people.admin, feed)
  assert.equal((await runFeed(portal, newer)).proposals, 1)
  feed.publish([austinRow('2015-000007 BP', 'Active', { statusdate: '2026-11-01' })])
  const older = await givenSource(portal, people.admin, feed)
  assert.equal((await runFeed(portal, older)).verified, 0)
  await ask(people.admin, 'DELETE', `authority-sources/${newer}`)
  assert.equal((await runFeed(portal, older)).verified, 1)
})

test('a day of issue that is still to come in one source does not silence the other', async () => {
  await permitOf('2015-000008 BP')
  feed.publish([
    austinRow('2015-000008 BP', 'Active', {
      statusdate: '2026-11-01',
      issue_date: '2999-01-01T00:00:00.000',
    }),
  ])
  const ahead = await givenSource(portal, people.admin, feed)
  assert.equal((await runFeed(portal, ahead)).verified, 1)
  feed.publish([austinRow('2015-000008 BP', 'Final', { statusdate: '2026-11-18' })])
  const other = await givenSource(portal, people.admin, feed)
  assert.equal((await runFeed(portal, other)).proposals, 1)
})
