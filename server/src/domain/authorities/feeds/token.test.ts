import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { AuthoritySource } from '@portal/contract/authority-feeds'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { FeedServer } from './test-support/feed-server.ts'
import type { ServedFault } from './test-support/feed-server.ts'
import { ScriptedFeed } from './test-support/scripted-feed.ts'
import { austinRow, givenPermits, givenSource, runFeed, servedDialects } from './test-support/given-feed.ts'

/** The token of a feed is written and used, and never shown again. */

const token = 'secret-token-of-austin'
let portal: TestApp
let people: Record<Role, Person>
const feed = new FeedServer()
const elsewhere = new ScriptedFeed()
before(async () => {
  portal = await startTestApp({ environment: { allowPrivateSources: true } })
  people = await portal.given.everyRole()
  await feed.listen()
  await elsewhere.listen()
  await givenPermits(portal, [{ number: '2015-000001 BP', status: 'ISSUED' }])
  feed.publish([austinRow('2015-000001 BP', 'Final')])
})
after(async () => {
  await feed.close()
  await elsewhere.close()
  await portal.close()
})
const ask = apiClient(() => portal)

/** Everything that the database has, apart from what is sealed. */
async function everythingStored(): Promise<string> {
  const tables = [
    'audit',
    'record_history',
    'authority_runs',
    'authority_observations',
    'authority_proposals',
  ]
  const rows = await Promise.all(
    [...tables, 'authority_sources', 'jobs', 'alerts'].map((table) =>
      portal.deps.database.query(`select to_jsonb(t) as row from ${table} t`, []),
    ),
  )
  return JSON.stringify(rows)
}

const faults: readonly (ServedFault | null)[] = [
  null,
  '500',
  'html',
  'truncated',
  'cut-off',
  'timeout',
  'redirect-inside',
  'revoked-token',
]

for (const { dialect, path, dataset } of servedDialects)
  test(`${dialect}: a token is in no answer, export, history, audit or log, whatever the feed answers`, async () => {
    const more = { dialect, dataset, token }
    const source = await givenSource(portal, people.admin, feed, {
      ...more,
      address: `${feed.origin}${path}`,
    })
    for (const fault of faults) {
      feed.fault = fault
      await runFeed(portal, source, 300)
    }
    feed.fault = null
    // Nobody listens there.
    const unreachable = { ...more, address: `http://127.0.0.1:9${path}` }
    await runFeed(portal, await givenSource(portal, people.admin, feed, unreachable))
    await ask(people.admin, 'PATCH', `authority-sources/${source}`, { token: `${token}-2` })
    await portal.deps.audit.flush()
    const answers = await Promise.all(
      [
        'authority-sources',
        `authority-sources/${source}`,
        `authority-sources/${source}/runs`,
        'proposals',
      ].map((call) => ask(people.admin, 'GET', call)),
    )
    const query = { sources: true }
    const file = await portal.crud(people.admin, { apiPath: 'permit-library/file', method: 'GET', query })
    assert.match(file.body, /"dataset"/)
    const observations = await portal.send(
      { method: 'GET', url: '/api/export/observations', query: { source } },
      people.admin,
    )
    assert.equal(observations.statusCode, 200)
    for (const [name, text] of Object.entries({
      answers: JSON.stringify(answers),
      file: file.body,
      observations: observations.body,
      stored: await everythingStored(),
      log: portal.logged.join('\n'),
    }))
      assert.ok(!text.includes(token), `${name} has the token`)
    await ask(people.admin, 'DELETE', `authority-sources/${source}`)
    const [row] = await portal.deps.database.query('select token from authority_sources where pid = $1', [
      source,
    ])
    assert.deepEqual(row, { token: null })
  })

test('a token is not sent to another server, wherever its source is pointed later', async () => {
  const source = await givenSource(portal, people.admin, feed, { token })
  const received: string[] = []
  elsewhere.script = (url, request) => {
    received.push(`${url.href} ${JSON.stringify(request.headers)}`)
    return { json: [] }
  }
  const samePath = await ask(people.admin, 'PATCH', `authority-sources/${source}`, {
    address: `${feed.origin}/`,
  })
  assert.equal(AuthoritySource.parse(samePath).hasToken, true)
  const moved = await ask(people.admin, 'PATCH', `authority-sources/${source}`, { address: elsewhere.origin })
  assert.equal(AuthoritySource.parse(moved).hasToken, false)
  await runFeed(portal, source)
  assert.ok(received.length > 0)
  assert.ok(!received.join('\n').includes(token))
  const own = await ask(people.admin, 'PATCH', `authority-sources/${source}`, {
    address: feed.origin,
    token: 'another-token',
  })
  assert.equal(AuthoritySource.parse(own).hasToken, true)
})
