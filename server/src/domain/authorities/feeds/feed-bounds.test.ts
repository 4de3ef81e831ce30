import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Role } from '@portal/contract'
import { inEnglish } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { boundedPages } from './dialects/bounded-pages.ts'
import { FeedFault } from './feed-fault.ts'
import { FeedServer } from './test-support/feed-server.ts'
import { ScriptedFeed } from './test-support/scripted-feed.ts'
import type { Script } from './test-support/scripted-feed.ts'
import { runDueSources } from './run-due-sources.ts'
import {
  austinRow,
  givenPermits,
  givenSource,
  runFeed,
  said,
  withoutFeeds,
} from './test-support/given-feed.ts'

/** Answers without end or sense: a run ends soon, says why, and the other feeds have their turn. */

let portal: TestApp
let people: Record<Role, Person>
const scripted = new ScriptedFeed()
const honest = new FeedServer()
before(async () => {
  portal = await startTestApp({ environment: { allowPrivateSources: true } })
  people = await portal.given.everyRole()
  await scripted.listen()
  await honest.listen()
})
after(async () => {
  await scripted.close()
  await honest.close()
  await portal.close()
})
beforeEach(async () => {
  await withoutFeeds(portal)
})

/** A source of this dialect that asks the scripted feed. */
async function sourceOf(dialect: string, script: Script, more: Record<string, unknown> = {}) {
  scripted.script = script
  scripted.calls = 0
  const address =
    dialect === 'arcgis' ? `${scripted.origin}/FeatureServer/0` : `${scripted.origin}/permits.csv`
  const where = ['arcgis', 'csv'].includes(dialect)
    ? { address, dataset: null }
    : { address: scripted.origin, dataset: 'abcd-1234' }
  const fields = { number: 'no', status: 'st', issuedDate: 'day' }
  return givenSource(portal, people.admin, honest, { dialect, ...where, fields, ...more })
}
const watched = (...numbers: string[]) =>
  givenPermits(
    portal,
    numbers.map((number) => ({ number, status: 'ISSUED' })),
  )
const nextRun = async (source: string) => {
  const [row] = await portal.deps.database.query(
    'select extract(epoch from next_run_at - $2::timestamptz)::float8 / 3600 as hours, problem from authority_sources where pid = $1',
    [source, portal.clock.now()],
  )
  return row
}

test('a feed that asks for a wait without end is asked again after a day at the latest', async () => {
  for (const wait of ['99999999999999', '1e400', 'Fri, 31 Dec 275000 23:59:59 GMT', '31536000']) {
    const source = await sourceOf('soda2', () => ({
      status: 429,
      headers: { 'retry-after': wait },
      body: '',
    }))
    assert.match(said(await runFeed(portal, source)), /less often/, wait)
    const row = JSON.stringify(await nextRun(source))
    assert.match(row, /"hours":24[,}]/, wait)
  }
})

test('a feed that breaks its run leaves the turn to the others', async () => {
  await sourceOf('soda2', () => ({ status: 429, headers: { 'retry-after': '99999999999999' }, body: '' }))
  honest.publish([austinRow('2015-000001 BP', 'Active')])
  await givenSource(portal, people.admin, honest)
  const { feeds, failed } = await runDueSources(portal.deps, new AbortController().signal)
  assert.deepEqual([feeds, failed], [2, 1])
})

test('a day of the feed that no calendar has leaves the feed without a day', async () => {
  await watched('A-1')
  for (const edited of [1e300, -8e15, -1e14]) {
    const source = await sourceOf('arcgis', (url) =>
      url.pathname.endsWith('/query')
        ? { json: { features: [{ attributes: { no: 'A-1', st: 'Active', day: edited } }] } }
        : {
            json: {
              fields: [{ name: 'no' }, { name: 'st' }, { name: 'day' }],
              editingInfo: { lastEditDate: edited },
            },
          },
    )
    const result = await runFeed(portal, source)
    assert.deepEqual([result.stopped, result.checked], [undefined, 1], String(edited))
  }
  const early = await sourceOf('soda2', () => ({
    json: [{ ':updated_at': '-200000-01-01T00:00:00.000Z', no: 'A-1', st: 'Active', day: '2026-01-01' }],
  }))
  assert.equal((await runFeed(portal, early)).stopped, undefined)
})

const page = (from: number, size = 1_000) =>
  Array.from({ length: size }, (_, at) => ({ no: `Z-${from + at}`, st: 'Active', day: '2026-01-01' }))

test('a feed that sends the same page for ever is stopped by name', async () => {
  await watched('A-1', 'A-2')
  const arcgis = await sourceOf('arcgis', (url) =>
    url.pathname.endsWith('/query')
      ? { json: { features: page(0).map((attributes) => ({ attributes })), exceededTransferLimit: true } }
      : { json: { fields: [{ name: 'no' }, { name: 'st' }, { name: 'day' }] } },
  )
  assert.match(said(await runFeed(portal, arcgis)), /same rows again/)
  assert.ok(scripted.calls < 10, `${scripted.calls} calls`)
  const ckan = await sourceOf('ckan', () => ({
    json: {
      success: true,
      result: { fields: [{ id: 'no' }, { id: 'st' }, { id: 'day' }], records: page(0), total: 1e9 },
    },
  }))
  assert.match(said(await runFeed(portal, ckan)), /same rows again/)
  assert.ok(scripted.calls < 10, `${scripted.calls} calls`)
})

test('a feed that does not look for numbers is read whole, and the permit of its last page is found', async () => {
  await watched('Z-41500')
  const pages = 42
  const source = await sourceOf('ckan', (url) => {
    const offset = Number(url.searchParams.get('offset') ?? 0)
    return {
      json: {
        success: true,
        result: {
          fields: [{ id: 'no' }, { id: 'st' }, { id: 'day' }],
          records: page(offset),
          total: pages * 1_000,
        },
      },
    }
  })
  const found = await runFeed(portal, source)
  assert.deepEqual([found.stopped, found.missing, found.verified], [undefined, 0, 1])
})

test('a feed without end is stopped by name', async () => {
  async function* endless() {
    for (let at = 0; ; at += 1) yield Array.from({ length: 100_000 }, () => ({ no: at }))
  }
  const reading = async () => {
    for await (const rows of boundedPages(endless())) assert.equal(rows.length, 100_000)
  }
  await assert.rejects(
    reading,
    (error) => error instanceof FeedFault && /1000000 rows/.test(inEnglish(error.said)),
  )
})

test('an answer of millions of empty rows is refused before it costs time', async () => {
  await watched('A-1')
  const source = await sourceOf('soda2', () => ({ body: `[${'{},'.repeat(3_000_000)}{}]` }))
  const started = performance.now()
  assert.match(said(await runFeed(portal, source, 20_000)), /too large/)
  assert.ok(performance.now() - started < 20_000)
})
