import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { noteStatements } from '#test-support/note-statements.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { PageAnchors, anchorsApart } from './anchors.ts'

const rowCount = anchorsApart * 2 + 700
const pageSize = 100
let portal: TestApp
let team: Person

before(async () => {
  portal = await startTestApp()
  team = (await portal.given.everyRole()).team
  const org = await portal.given.org()
  await portal.deps.database.query(
    `insert into permits (pid, ref_no, title, org, permit_type, status, bucket, closed_date)
     select 'P' || lpad(i::text, 10, '0'), 'PM-2020-' || lpad(i::text, 6, '0'), 'Permit ' || (i % 7), $1, 'BUILDING', 'ISSUED', 'processed',
       case when i % 4 > 0 then date '2020-01-01' + (i * 7919) % 900 end
     from generate_series(1, ${rowCount}) i`,
    [org],
  )
})
after(() => portal.close())

async function pageOf(page: number, sort: string): Promise<string[]> {
  const query = { page, pageSize, sort, fields: 'pid' }
  const response = await portal.crud(team, { apiPath: 'processed', method: 'GET', query })
  assert.equal(response.statusCode, 200, response.body)
  return response.json<{ permits: { pid: string }[] }>().permits.map(({ pid }) => pid)
}

const lastPage = Math.ceil(rowCount / pageSize)

/** The rows of every far page, in the order of the list. */
async function farRows(sort: string): Promise<string[]> {
  const rows: string[] = []
  for (let page = 12; page <= lastPage; page += 1) rows.push(...(await pageOf(page, sort)))
  return rows
}

/** Number of queries that start at an anchor while `act` runs. */
async function readingsFromAnchors(act: () => Promise<unknown>): Promise<number> {
  let found = 0
  const stop = noteStatements(portal.deps.database, (text) => {
    if (/t\.seq\)? [<>]= [($]/.test(text)) found += 1
  })
  await act().finally(stop)
  return found
}

const anchors = () => portal.deps.anchors

for (const sort of ['-closedDate', 'closedDate', 'title', '-createdAt']) {
  test(`far pages of a list by ${sort} are the same with anchors as without (issue 3, facts/database 2)`, async () => {
    const plain = await farRows(sort)
    assert.equal(new Set(plain).size, plain.length)
    assert.equal(plain.length, rowCount - 11 * pageSize)
    await anchors().scanPending(portal.deps.database)
    let again: string[] = []
    const readings = await readingsFromAnchors(async () => (again = await farRows(sort)))
    assert.deepEqual(again, plain)
    assert.equal(readings, lastPage - 11)
  })
}

test('a write invalidates the anchors of its table, and the next page is correct immediately', async () => {
  await farRows('title')
  await anchors().scanPending(portal.deps.database)
  const before = await pageOf(60, 'title')
  const first = (await pageOf(1, 'title'))[0] ?? ''
  await portal.deps.database.query("update permits set title = 'Permit zzz' where pid = $1", [first])
  const moved = await pageOf(60, 'title')
  assert.deepEqual(moved.slice(0, -1), before.slice(1))
})

test('a list whose far pages are read while it is scanned has anchors after that', async () => {
  const { database } = portal.deps
  const { slowQuery } = database
  await farRows('title')
  async function readingMeanwhile(...given: Parameters<typeof slowQuery>) {
    await pageOf(60, 'title')
    return slowQuery.apply(database, given)
  }
  Object.assign(database, { slowQuery: readingMeanwhile })
  await anchors()
    .scanPending(database)
    .finally(() => Object.assign(database, { slowQuery }))
  assert.equal(await readingsFromAnchors(() => pageOf(60, 'title')), 1)
  assert.deepEqual(anchors().wanted, [], 'and is not scanned again')
})

test('a list whose scan fails is not scanned again before it is asked for', async () => {
  const { database } = portal.deps
  const { slowQuery } = database
  await portal.deps.database.query("update permits set title = 'Permit 0' where pid = 'P0000000001'", [])
  await farRows('title')
  Object.assign(database, { slowQuery: () => Promise.reject(new Error('too long')) })
  await assert.rejects(anchors().scanPending(database), /too long/)
  Object.assign(database, { slowQuery })
  assert.deepEqual(anchors().wanted, [])
})

test('a list is scanned for anchors only after two requests without a write in between', () => {
  const known = new PageAnchors()
  const walk = { text: 'select 1', values: [] }
  known.missed('a list', walk, 1)
  known.missed('a list', walk, 2)
  assert.equal(known.before('a list', 6_000), null)
  assert.deepEqual(known.wanted, [])
  known.missed('a list', walk, 2)
  assert.deepEqual(known.wanted, ['a list'])
})
