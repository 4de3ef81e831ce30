import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Role } from '@portal/contract'
import { AuthoritySources } from '@portal/contract/authority-feeds'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { feedDate, speakingRows, toFeedRow } from './feed-row.ts'
import type { RawRecord } from './feed-row.ts'
import { ScriptedFeed } from './test-support/scripted-feed.ts'
import type { ScriptedAnswer } from './test-support/scripted-feed.ts'
import { FeedServer } from './test-support/feed-server.ts'
import { givenPermits, givenSource, runFeed, withoutFeeds } from './test-support/given-feed.ts'

/** Rows as other cities publish them: their numbers, words and days, in any order. */

let portal: TestApp
let people: Record<Role, Person>
const feed = new ScriptedFeed()
const other = new FeedServer()
before(async () => {
  portal = await startTestApp({ environment: { allowPrivateSources: true } })
  people = await portal.given.everyRole()
  await feed.listen()
  await other.listen()
})
after(async () => {
  await feed.close()
  await other.close()
  await portal.close()
})
beforeEach(async () => {
  await withoutFeeds(portal)
})
const ask = apiClient(() => portal)
const fields = { number: 'no', status: 'st', issuedDate: 'day', expiryDate: 'end' }
const statuses = {
  Final: { to: 'CLOSED', policy: 'propose' as const },
  Active: { to: 'ISSUED', policy: 'propose' as const },
}
const issued = (...numbers: string[]) =>
  givenPermits(
    portal,
    numbers.map((number) => ({ number, status: 'ISSUED' })),
  )
/** A feed that compares the numbers of a condition letter by letter, as the known services do. */
function serve(rows: readonly RawRecord[], headers: Record<string, string> = {}): void {
  feed.script = (url): ScriptedAnswer => {
    const where = url.searchParams.get('$where')
    const numbers = new Set([...(where ?? '').matchAll(/'((?:[^']|'')*)'/g)].map(([, text]) => text))
    return { headers, json: rows.filter(({ no }) => where === null || numbers.has(String(no))) }
  }
}
const source = (more: Record<string, unknown> = {}) =>
  givenSource(portal, people.admin, other, {
    dialect: 'soda2',
    address: feed.origin,
    dataset: 'abcd-1234',
    fields,
    statuses,
    ...more,
  })
const proposed = async (pid: string) =>
  portal.deps.database.query(
    `select p.authority_number as number, x.to_status as to, x.state from authority_proposals x join permits p on p.pid = x.permit where x.source = $1 order by x.seq`,
    [pid],
  )

test('a number is found however its blanks and letters were typed', async () => {
  const numbers = ['2015\u00a0000001\u2009BP', 'bp2024-00001', 'CAF\u00c9-7', 'x\u3000 9']
  await issued(...numbers)
  serve([
    { no: '2015 000001 BP', st: 'Final', day: '2026-01-01' },
    { no: 'bp2024-00001', st: 'Final', day: '2026-01-01' },
    { no: 'CAF\u00c9-7', st: 'Final', day: '2026-01-01' },
    { no: 'X 9', st: 'Active', day: '2026-01-01' },
  ])
  const pid = await source()
  const result = await runFeed(portal, pid)
  assert.deepEqual([result.stopped, result.missing, result.verified, result.proposals], [undefined, 0, 1, 3])
})

test('rows that say the same in other letters or in another order are one, and a dismissed one stays so', async () => {
  await issued('A-1', 'A-2')
  const rows = [
    { no: 'A-1', st: 'Final', day: '2026-01-01', end: '2026-05-01' },
    { no: 'A-1', st: 'FINAL ', day: '2026-01-01', end: '2026-06-01' },
    { no: 'A-2', st: 'Active', day: '2026-01-01' },
  ]
  serve(rows)
  const pid = await source()
  assert.equal((await runFeed(portal, pid)).proposals, 1)
  const { proposals } = (
    await portal.crud(people.team, { apiPath: 'proposals', method: 'GET', query: { source: pid } })
  ).json<{ proposals: { pid: string }[] }>()
  await ask(people.team, 'POST', `proposals/${proposals[0]?.pid}/dismiss`, { reason: 'Not ours' })
  for (const order of [rows.toReversed(), rows]) {
    serve(order)
    assert.equal((await runFeed(portal, pid)).proposals, 0)
  }
})

test('rows that contradict each other do not confirm the status that we have, also in later runs', async () => {
  await issued('B-1', 'B-2')
  serve([
    { no: 'B-1', st: 'Active', day: '2026-01-01' },
    { no: 'B-2', st: 'Active', day: '2026-01-01' },
  ])
  const pid = await source()
  assert.equal((await runFeed(portal, pid)).verified, 2)
  const contradicting = [
    { no: 'B-1', st: 'Active', day: '2026-01-01' },
    { no: 'B-1', st: 'Final', day: '2026-01-01' },
    { no: 'B-2', st: 'Active', day: '2026-01-01' },
  ]
  serve(contradicting, { etag: '"2"' })
  const result = await runFeed(portal, pid)
  assert.deepEqual([result.verified, result.proposals, result.missing], [1, 0, 0])
  feed.script = () => ({ status: 304, body: '' })
  const unchanged = await runFeed(portal, pid)
  assert.deepEqual([unchanged.unchanged, unchanged.verified, unchanged.proposals], [true, 1, 0])
  serve(contradicting.slice(1), { etag: '"3"' })
  assert.deepEqual((await runFeed(portal, pid)).proposals, 1)
})

test('a number that was corrected and set back is compared again', async () => {
  const pid = (await issued('C-1', 'C-2')).get('C-1') ?? ''
  serve([
    { no: 'C-1', st: 'Active', day: '2026-01-01' },
    { no: 'C-9', st: 'Active', day: '2026-01-01' },
    { no: 'C-2', st: 'Active', day: '2026-01-01' },
  ])
  const feedPid = await source()
  const rename = (number: string) =>
    portal.deps.database.query('update permits set authority_number = $2 where pid = $1', [pid, number])
  for (const number of ['C-1', 'C-9', 'C-1']) {
    await rename(number)
    const result = await runFeed(portal, feedPid)
    assert.deepEqual([result.verified, result.missing], [2, 0], number)
    const [seen] = await portal.deps.database.query(
      `select o.number from authority_watches w join authority_observations o on o.pid = w.observation where w.permit = $1`,
      [pid],
    )
    assert.deepEqual(seen, { number })
  }
  assert.deepEqual(await proposed(feedPid), [])
})

test('an entity tag of the description of a layer says nothing of its rows', async () => {
  await issued('D-1')
  const layer = (status: string) => {
    feed.script = (url, request) => {
      if (url.pathname.endsWith('/query'))
        return {
          json: { features: [{ attributes: { no: 'D-1', st: status, day: 1_767_225_600_000, end: null } }] },
        }
      if (request.headers['if-none-match'] === '"layer"') return { status: 304, body: '' }
      const names = ['no', 'st', 'day', 'end'].map((name) => ({ name }))
      return { headers: { etag: '"layer"' }, json: { fields: names } }
    }
  }
  layer('Active')
  const pid = await source({ dialect: 'arcgis', address: `${feed.origin}/FeatureServer/0`, dataset: null })
  assert.equal((await runFeed(portal, pid)).verified, 1)
  layer('Final')
  const result = await runFeed(portal, pid)
  assert.deepEqual([result.unchanged, result.proposals, result.verified], [undefined, 1, 0])
})

test('a weak tag of the first row of a data store says nothing of the others', async () => {
  await issued('E-1')
  const serveStore = (status: string) => {
    feed.script = (url, request) => {
      const records = [
        { no: 'E-0', st: 'Active', day: '2026-01-01', end: '' },
        { no: 'E-1', st: status, day: '2026-01-01', end: '' },
      ].filter(({ no }) => !url.searchParams.has('filters') || no === 'E-1')
      const page = records.slice(0, Number(url.searchParams.get('limit')))
      const etag = `W/"${Buffer.from(JSON.stringify(page)).toString('base64url')}"`
      if (request.headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: '' }
      const names = ['no', 'st', 'day', 'end'].map((id) => ({ id }))
      return {
        headers: { etag },
        json: { success: true, result: { fields: names, records: page, total: records.length } },
      }
    }
  }
  serveStore('Active')
  const pid = await source({ dialect: 'ckan' })
  assert.equal((await runFeed(portal, pid)).verified, 1)
  serveStore('Final')
  const result = await runFeed(portal, pid)
  assert.deepEqual([result.unchanged, result.proposals, result.verified], [undefined, 1, 0])
})

test('days are read as cities write them', () => {
  const days: [value: unknown, day: string | null][] = [
    ['2024-03-01T00:00:00.000', '2024-03-01'],
    ['2024/03/01 05:00:00+00', '2024-03-01'],
    ['3/1/2024', '2024-03-01'],
    ['03/01/2024 12:00:00 AM', '2024-03-01'],
    [1_709_251_200_000, '2024-03-01'],
    ['1709251200000', '2024-03-01'],
    ['20240301', '2024-03-01'],
    ['2024-02-30', null],
    ['13/13/2024', null],
    ['20241301', null],
    ['None', null],
    ['', null],
    [1e300, null],
    [-1e15, null],
  ]
  for (const [value, day] of days) assert.equal(feedDate(value), day, String(value))
})

test('of rows with the same status on the same days the one with the later end speaks', () => {
  const rows = ['2026-05-01', '2026-06-01', null].flatMap(
    (end) => toFeedRow(fields, { no: 'F-1', st: 'Active', day: '2026-01-01', end }) ?? [],
  )
  for (const order of [rows, rows.toReversed()])
    assert.equal(speakingRows(order, '2026-11-21').get('F-1')?.expiryDate, '2026-06-01')
})

test('of rows with the same status and days that are still to come the earliest one speaks', () => {
  const rows = ['2998-01-01', '2999-01-01', ''].flatMap(
    (day) =>
      toFeedRow({ ...fields, statusDate: 'since' }, { no: 'G-1', st: 'Active', day, since: day }) ?? [],
  )
  for (const order of [rows, rows.toReversed()]) {
    assert.equal(speakingRows(order, '2026-11-21').get('G-1')?.statusDate, null)
    const dated = order.filter(({ statusDate }) => statusDate !== null)
    assert.equal(speakingRows(dated, '2026-11-21').get('G-1')?.statusDate, '2998-01-01')
  }
})

test('a feed full of unknown words hides neither their number nor the words of other feeds', async () => {
  const numbers = Array.from({ length: 130 }, (_, at) => `G-${at}`)
  await issued(...numbers)
  serve(numbers.map((no, at) => ({ no, st: `Word ${at}`, day: '2026-01-01' })))
  const noisy = await source()
  assert.equal((await runFeed(portal, noisy)).unknownStatuses, 130)
  serve(numbers.map((no) => ({ no, st: 'Other word', day: '2026-01-01' })))
  const quiet = await source()
  assert.equal((await runFeed(portal, quiet)).unknownStatuses, 1)
  const { sources } = AuthoritySources.parse(await ask(people.team, 'GET', 'authority-sources'))
  const wordsOf = (pid: string) => sources.find((each) => each.pid === pid)?.unknownStatuses ?? []
  assert.deepEqual(wordsOf(quiet), [{ status: 'Other word', count: 130 }])
  assert.equal(wordsOf(noisy).length, 100)
})
