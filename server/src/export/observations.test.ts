import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { FeedServer } from '#domain/authorities/feeds/test-support/feed-server.ts'
import {
  austinRow,
  givenPermits,
  givenSource,
  runFeed,
} from '#domain/authorities/feeds/test-support/given-feed.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

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

const get = (as: Person, query: Record<string, string> = {}) =>
  portal.send({ method: 'GET', url: '/api/export/observations', query }, as)
const rowsOf = (text: string) =>
  z.array(z.record(z.string(), z.string())).parse(parse(text, { columns: true }))

test('administrators export what a feed said, newest first, with each row as it was read and without its token', async () => {
  const [first, second] = ['2015-000001 BP', '2015-000002 EP']
  const pids = await givenPermits(portal, [
    { number: first, status: 'ISSUED' },
    { number: second, status: 'ISSUED' },
  ])
  feed.token = 'secret-token-of-austin'
  feed.publish([austinRow(first, 'Active'), austinRow(second, '=Final', { link: '' })])
  const source = await givenSource(portal, people.admin, feed, { token: feed.token })
  await runFeed(portal, source)
  feed.publish([
    austinRow(first, 'Final', {
      ':updated_at': '2026-11-20T00:00:00.000Z',
      statusdate: '2026-11-20T00:00:00.000',
    }),
    austinRow(second, '=Final', { link: '' }),
  ])
  await runFeed(portal, source)
  const response = await get(people.admin, { source })
  assert.equal(response.statusCode, 200, response.body)
  assert.match(String(response.headers['content-disposition']), /observations-\d{4}-\d{2}-\d{2}\.csv/)
  assert.ok(!response.body.includes('secret-token-of-austin'))
  const rows = rowsOf(response.body)
  assert.deepEqual(
    rows
      .map(({ number, rawStatus, statusDate, permit }) => [number, rawStatus, statusDate, permit])
      .toSorted((a, other) => a.join().localeCompare(other.join(), 'en')),
    [
      [first, 'Active', '2026-11-18', pids.get(first)],
      [first, 'Final', '2026-11-20', pids.get(first)],
      // No program runs a word of the authority as a formula.
      [second, "'=Final", '2026-11-18', pids.get(second)],
    ],
  )
  assert.equal(rows[0]?.['rawStatus'], 'Final')
  assert.match(rows[0]?.['raw'] ?? '', /"status_current":"Final"/)
  const ofOne = rowsOf((await get(people.admin, { permit: pids.get(second) ?? '' })).body)
  assert.deepEqual(
    ofOne.map(({ number }) => number),
    [second],
  )
  assert.deepEqual(rowsOf((await get(people.admin, { source: 'NOBODY' })).body), [])
})

test('only administrators export observations, and the audit says so', async () => {
  for (const person of [people.team, people.client]) assert.equal((await get(person)).statusCode, 403)
  assert.equal((await get(people.admin, { page: '2' })).statusCode, 400)
  await portal.deps.audit.flush()
  const [trace] = await portal.deps.database.query(
    `select detail from audit where kind = 'records-exported' order by id desc limit 1`,
    [],
  )
  assert.match(JSON.stringify(trace), /"collection":"observations"/)
})
