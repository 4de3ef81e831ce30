import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { inEnglish } from '@portal/contract'
import type { Role } from '@portal/contract'
import { AuthoritySource } from '@portal/contract/authority-feeds'
import { DiscoveredPermit, DiscoveredPermits } from '@portal/contract/authority-discovery'
import { Proposals } from '@portal/contract/authority-proposals'
import { fromStoredText } from '#platform/language/stored-message.ts'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { FeedServer } from '../test-support/feed-server.ts'
import type { ServedRow } from '../test-support/feed-server.ts'
import {
  austin,
  austinRow,
  givenPermits,
  givenSource,
  runFeed,
  servedDialects,
  sourceBody,
} from '../test-support/given-feed.ts'

let portal: TestApp
let people: Record<Role, Person>
let feed: FeedServer
let org: string
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
const write = (text: string, values: unknown[] = []) => portal.deps.database.query(text, values)
beforeEach(async () => {
  feed.refuses = null
  feed.forget()
  await write('delete from authority_sources')
  await write('update permits set authority_number = null')
  await write(`update orgs set status = 'CLOSED'`)
  org = await portal.given.org({ name: 'Hill Country Électric, LLC' })
})
const ask = apiClient(() => portal)
const number = '2026-000009 BP'
const dayMs = 86_400_000
const daysAgo = (days: number) =>
  new Date(portal.clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)

/** A row of the feed that names the client, issued this many days ago. */
const rowOf = (of: string, company: string, days = 10, more: ServedRow = {}) =>
  austinRow(of, 'Active', {
    issue_date: `${daysAgo(days)}T00:00:00.000`,
    applieddate: `${daysAgo(days + 20)}T00:00:00.000`,
    contractor_company_name: company,
    ...more,
  })
const discovering = (more: Record<string, unknown> = {}) =>
  givenSource(portal, people.admin, feed, { discovers: true, ...more })
const listed = async (query: object = {}, person = people.team) => {
  const response = await portal.crud(person, { apiPath: 'finds', method: 'GET', query })
  assert.equal(response.statusCode, 200, response.body)
  return DiscoveredPermits.parse(response.json())
}
const numbersOf = async (query: object = {}) =>
  (await listed(query)).finds.map(({ authorityNumber }) => authorityNumber).toSorted()
/**
 * A run of the next day, as discovery is once a day. Sessions do not last so long, so the day ends after it.
 */
const runNextDay = async (source: string) => {
  portal.clock.pass(dayMs)
  const result = await runFeed(portal, source)
  portal.clock.pass(-dayMs)
  return result
}

for (const { dialect, path, dataset, dayOf } of servedDialects) {
  test(`${dialect}: recent permits that name a client are found, and no others`, async () => {
    const row = (of: string, company: string, days = 10) =>
      rowOf(of, company, days, {
        issue_date: dayOf(daysAgo(days)),
        applieddate: dayOf(daysAgo(days)),
        link: '',
      })
    feed.publish([
      row(number, 'HILL COUNTRY ELECTRIC'),
      row('2026-000010 BP', 'Hill  Country Electric, L.L.C.'),
      row('2026-000011 BP', 'Hill Country Electrical Supply'),
      row('2026-000012 BP', 'Hill Country Electric', 181),
      row('2026-000013 BP', ''),
      ...Array.from({ length: 60 }, (_, at) => row(`2026-${1000 + at} EP`, 'Another Company')),
    ])
    const source = await discovering({ dialect, address: `${feed.origin}${path}`, dataset })
    const result = await runFeed(portal, source)
    assert.deepEqual([result.stopped, result.discoveryProblem, result.discovered], [undefined, undefined, 2])
    assert.deepEqual(await numbersOf(), [number, '2026-000010 BP'])
    const asked = feed.calls.slice(1).join(' ')
    if (dialect === 'soda2')
      assert.match(asked, /upper\(contractor_company_name\).like.'HILL%COUNTRY%LECTRIC%'/)
    // The rows of other companies are not read, except from a file.
    if (dialect !== 'csv') assert.ok(result.calls <= 3, String(result.calls))
  })
}

test('what is found again is not new, and only its status and last sight change', async () => {
  feed.publish([rowOf(number, 'Hill Country Electric')])
  const source = await discovering()
  assert.equal((await runFeed(portal, source)).discovered, 1)
  const [first] = (await listed()).finds
  // Once a day: the second run does not look again.
  assert.equal((await runFeed(portal, source)).discovered, undefined)
  feed.publish([rowOf(number, 'Hill Country Electric Inc', 11, { status_current: 'Final', link: '' })])
  assert.equal((await runNextDay(source)).discovered, 0)
  const [again, ...others] = (await listed()).finds
  assert.deepEqual(others, [])
  assert.ok(first && again && again.lastSeenAt > first.lastSeenAt)
  assert.deepEqual(again, { ...first, rawStatus: 'Final', lastSeenAt: again.lastSeenAt })
})

test('a dismissed one stays dismissed, with its reason', async () => {
  feed.publish([rowOf(number, 'Hill Country Electric')])
  const source = await discovering()
  await runFeed(portal, source)
  const [{ pid } = { pid: '' }] = (await listed({ state: 'OPEN' })).finds
  await ask(people.team, 'POST', `finds/${pid}/dismiss`, {}, 400)
  const body = { reason: 'Another office has it' }
  const dismissed = DiscoveredPermit.parse(await ask(people.team, 'POST', `finds/${pid}/dismiss`, body))
  assert.deepEqual(
    [dismissed.state, dismissed.reason, dismissed.decidedBy?.pid],
    ['DISMISSED', 'Another office has it', people.team.pid],
  )
  await ask(people.team, 'POST', `finds/${pid}/dismiss`, body, 409)
  await ask(people.team, 'POST', `finds/${pid}/create`, { permitType: 'BUILDING' }, 409)
  assert.equal((await runNextDay(source)).discovered, 0)
  assert.deepEqual([await numbersOf({ state: 'OPEN' }), await numbersOf({ filter: { org } })], [[], [number]])
})

test('a number that a permit has is left out, also of a deleted permit, and closes what was found', async () => {
  feed.publish([rowOf(number, 'Hill Country Electric'), rowOf('2026-000010 BP', 'Hill Country Electric')])
  await givenPermits(portal, [{ number, status: 'ISSUED' }])
  await write('update permits set deleted_at = now() where authority_number = $1', [number])
  const source = await discovering()
  await runFeed(portal, source)
  assert.deepEqual(await numbersOf(), ['2026-000010 BP'])
  const [{ pid } = { pid: '' }] = (await listed()).finds
  await givenPermits(portal, [{ number: ' 2026-000010  bp', status: 'ISSUED' }])
  await ask(people.team, 'POST', `finds/${pid}/create`, { permitType: 'BUILDING' }, 409)
  const [closed] = (await listed()).finds
  assert.deepEqual(
    [closed?.state, closed?.reason, closed?.decidedBy],
    ['DISMISSED', 'A permit has this number now.', null],
  )
})

test('a permit is created from what was found, once, and the feed proposes its status', async () => {
  feed.publish([rowOf(number, 'Hill Country Electric', 10, { link: 'https://abc.example.gov/9' })])
  await givenPermits(
    portal,
    ['1', '2', '3'].map((end) => ({ number: `2025-00000${end} BP`, status: 'ISSUED' })),
  )
  const source = await discovering()
  await runFeed(portal, source)
  const [found] = (await listed({ state: 'OPEN', source })).finds
  assert.deepEqual(
    [found?.org, found?.company, found?.permitType, found?.issuedDate],
    [{ pid: org, title: 'Hill Country Électric, LLC' }, 'Hill Country Electric', 'BUILDING', daysAgo(10)],
  )
  const create = () => portal.crud(people.team, { apiPath: `finds/${found?.pid}/create`, method: 'POST' })
  const answers = await Promise.all([create(), create()])
  assert.deepEqual(answers.map(({ statusCode }) => String(statusCode)).toSorted(), ['201', '409'])
  const [created] = (await listed()).finds
  const permit = created?.permit?.pid ?? ''
  assert.deepEqual([created?.state, created?.decidedBy?.pid], ['CREATED', people.team.pid])
  const record = await ask(people.team, 'GET', `permits/${permit}`)
  assert.deepEqual(
    [
      record['title'],
      record['authorityNumber'],
      record['status'],
      record['permitType'],
      record['description'],
    ],
    [number, number, 'NEW', 'BUILDING', 'https://abc.example.gov/9'],
  )
  assert.deepEqual(record['org'], { pid: org, title: 'Hill Country Électric, LLC' })
  const history = JSON.stringify(await ask(people.team, 'GET', `permits/${permit}/history`))
  assert.match(history, /Found in the feed of Austin Development Services\./)
  await runFeed(portal, source)
  const proposed = Proposals.parse(await ask(people.team, 'GET', 'proposals'))
  assert.deepEqual(
    proposed.proposals.map((proposal) => [proposal.permit.pid, proposal.to]),
    [[permit, 'ISSUED']],
  )
})

test('without permits like it, the type of a new permit is asked for', async () => {
  feed.publish([rowOf('X-9', 'Hill Country Electric')])
  await runFeed(portal, await discovering())
  const [found] = (await listed()).finds
  assert.equal(found?.permitType, null)
  const problem = await ask(people.team, 'POST', `finds/${found?.pid}/create`, {}, 400)
  assert.match(JSON.stringify(problem['errors']), /body\.permitType/)
  assert.equal((await listed()).finds[0]?.state, 'OPEN')
  await ask(people.team, 'POST', `finds/${found?.pid}/create`, { permitType: 'HOUSE' }, 400)
  await ask(people.team, 'POST', `finds/${found?.pid}/create`, { permitType: 'SIGN' }, 201)
})

test('two servers that read a feed at once find each permit once', async () => {
  feed.publish([rowOf(number, 'Hill Country Electric')])
  const source = await discovering()
  const runs = await Promise.all([runFeed(portal, source), runFeed(portal, source)])
  assert.equal(
    runs.reduce((sum, { discovered = 0 }) => sum + discovered, 0),
    1,
  )
  assert.deepEqual(await numbersOf(), [number])
})

test('a fault of discovery is said and does not stop the run', async () => {
  feed.publish([rowOf(number, 'Active'), rowOf('2026-000010 BP', 'Hill Country Electric')])
  await givenPermits(portal, [{ number, status: 'ISSUED' }])
  feed.refuses = /upper/
  const source = await discovering()
  const result = await runFeed(portal, source)
  assert.deepEqual([result.stopped, result.verified, result.discovered], [undefined, 1, 0])
  assert.match(inEnglish(fromStoredText(result.discoveryProblem ?? '')), /HTTP 500/)
  const shown = AuthoritySource.parse(await ask(people.team, 'GET', `authority-sources/${source}`))
  assert.deepEqual([shown.state, shown.problem], ['running', null])
  assert.match(shown.lastRun?.result.discoveryProblem ?? '', /HTTP 500/)
  feed.refuses = null
  assert.equal((await runNextDay(source)).discovered, 1)
})

test('hostile rows are left out or become plain text', async () => {
  const huge = `Hill Country Electric ${'x'.repeat(5_000_000)}`
  const script = '<script>alert(1)</script> LLC'
  await portal.given.org({ name: '<script>alert(1)</script>' })
  feed.publish([
    rowOf('H-1', huge),
    rowOf('H-2', script, 10, { link: 'javascript:alert(1)' }),
    rowOf(`H-3 ${'9'.repeat(1_000)}`, 'Hill Country Electric'),
    rowOf('H-4', 'Hill Country Electric', 10, { status_current: 'Act\u0000ive' }),
    rowOf('H-5', 'Hill Country Electric', 10, { contractor_company_name: { url: 'Hill Country Electric' } }),
    rowOf("H-6' or '1'='1", 'Hill Country Electric'),
  ])
  const result = await runFeed(portal, await discovering())
  assert.deepEqual([result.discoveryProblem, result.discovered], [undefined, 3])
  const { finds } = await listed()
  assert.equal(finds.find(({ authorityNumber }) => authorityNumber === 'H-4')?.rawStatus, 'Active')
  assert.deepEqual(
    new Map(finds.map(({ authorityNumber, company, link }) => [authorityNumber, [company, link === null]])),
    new Map([
      ['H-2', [script, true]],
      ['H-4', ['Hill Country Electric', false]],
      ["H-6' OR '1'='1", ['Hill Country Electric', false]],
    ]),
  )
})

test('an office with more clients than a run asks for goes on where the last run ended', async () => {
  await write(
    `insert into orgs (pid, legal_name, kind, status) select 'zz' || lpad(n::text, 5, '0'), lpad(n::text, 5, '0') || ' Builders', 'CONTRACTOR', 'ACTIVE' from generate_series(1, 2100) n`,
  )
  feed.publish([rowOf(number, '00007 Builders'), rowOf('2026-000010 BP', '02099 Builders')])
  const source = await discovering()
  const first = await runFeed(portal, source)
  assert.deepEqual([first.discoveryProblem, await numbersOf()], [undefined, [number]])
  assert.ok(first.calls <= 110, String(first.calls))
  await runNextDay(source)
  assert.deepEqual(await numbersOf(), [number, '2026-000010 BP'])
})

test('a client that is closed or shares its name with another is not meant', async () => {
  await portal.given.org({ name: 'Twin Builders' })
  await portal.given.org({ name: 'TWIN BUILDERS' })
  await write(`update orgs set status = 'SUSPENDED' where pid = $1`, [org])
  feed.publish([rowOf(number, 'Hill Country Electric'), rowOf('2026-000010 BP', 'Twin Builders')])
  assert.equal((await runFeed(portal, await discovering())).discovered, 0)
})

test('only staff see what was found, and only a feed with a company and a day can look for it', async () => {
  feed.publish([rowOf(number, 'Hill Country Electric')])
  const source = await discovering()
  await runFeed(portal, source)
  const [{ pid } = { pid: '' }] = (await listed({}, people.admin)).finds
  await ask(people.client, 'GET', 'finds', undefined, 403)
  await ask(people.client, 'POST', `finds/${pid}/create`, { permitType: 'SIGN' }, 403)
  await ask(people.client, 'POST', `finds/${pid}/dismiss`, { reason: 'Mine' }, 403)
  await ask(people.team, 'POST', 'finds/NOBODY/create', { permitType: 'SIGN' }, 404)
  await ask(people.team, 'POST', 'finds/NOBODY/dismiss', { reason: 'None' }, 404)
  assert.equal(
    (await portal.crud(people.team, { apiPath: 'finds', method: 'GET', query: { state: 'LOST' } }))
      .statusCode,
    400,
  )
  const body = sourceBody(feed, await austin(portal), { discovers: true })
  const columns = { number: 'permit_number', status: 'status_current' }
  const refused = async (fields: object, path: RegExp) => {
    const problem = await ask(people.admin, 'POST', 'authority-sources', { ...body, fields }, 400)
    assert.match(JSON.stringify(problem['errors']), path)
  }
  await refused(columns, /body\.fields\.client/)
  await refused({ ...columns, client: 'contractor_company_name' }, /body\.fields\.issuedDate/)
  await ask(people.team, 'PATCH', `authority-sources/${source}`, { discovers: false }, 403)
  const off = AuthoritySource.parse(
    await ask(people.admin, 'PATCH', `authority-sources/${source}`, { discovers: false }),
  )
  assert.equal(off.discovers, false)
  assert.equal((await runNextDay(source)).discovered, undefined)
})
