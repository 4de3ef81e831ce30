import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { AuthoritySource } from '@portal/contract/authority-feeds'
import { PermitObservations } from '@portal/contract/authority-proposals'
import { z } from 'zod'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { toFeedRow } from './feed-row.ts'
import { OpenedFeeds } from './test-support/feed-server.ts'
import type { ServedFault } from './test-support/feed-server.ts'
import {
  austin,
  austinRow,
  givenPermits,
  givenSource,
  runFeed,
  said,
  sourceBody,
  withoutPermits,
} from './test-support/given-feed.ts'

/**
 * What goes wrong with real feeds. After each, every permit is as it was, and the source says what happened.
 * The twelve that are tried by name: timeout, 429, 500, a page in HTML, truncated JSON, a renamed column, a
 * dry feed, a clock that runs ahead, duplicate rows, mass expiry, a redirect to this machine, a revoked
 * token.
 */

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp({ environment: { allowPrivateSources: true } })
  people = await portal.given.everyRole()
})
const feeds = new OpenedFeeds()
after(async () => {
  await feeds.close()
  await portal.close()
})
const ask = apiClient(() => portal)

/** Advances the clock, so that a stamp would be due again; sessions stay valid. */
async function passHalfADay(): Promise<void> {
  portal.clock.pass(13 * 3_600_000)
  const [now, later] = [0, 86_400_000].map((ms) => new Date(portal.clock.now().getTime() + ms))
  await portal.deps.database.query(
    'update sessions set last_seen_at = $1, idle_expires_at = $2, expires_at = $2',
    [now, later],
  )
}

const permitsNow = () =>
  portal.deps.database.query('select to_jsonb(p) as row from permits p order by pid', [])
const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `2015-${String(from + at).padStart(6, '0')} BP`)

/** A feed of issued permits that was read once, after half a day, so that a stamp would be due again. */
async function readOnce(count: number, from: number, more: Record<string, unknown> = {}) {
  const feed = await feeds.open(numbers(count, from).map((number) => austinRow(number, 'Active')))
  // The clock advances with each test.
  feed.lastModified = portal.clock.now()
  await withoutPermits(portal)
  await givenPermits(
    portal,
    numbers(count, from).map((number) => ({ number, status: 'ISSUED' })),
  )
  const source = await givenSource(portal, people.admin, feed, more)
  const first = await runFeed(portal, source)
  assert.deepEqual([first.checked, first.verified, first.stopped], [count, count, undefined])
  await passHalfADay()
  return { feed, source }
}

const shown = async (source: string) =>
  AuthoritySource.parse(await ask(people.superadmin, 'GET', `authority-sources/${source}`))

const faults: readonly { fault: ServedFault; says: RegExp; state: 'failing' | 'stopped' }[] = [
  { fault: 'timeout', says: /did not answer in time/, state: 'failing' },
  { fault: '429', says: /less often \(HTTP 429\)/, state: 'failing' },
  { fault: '500', says: /answered with HTTP 500/, state: 'failing' },
  { fault: 'html', says: /complete JSON/, state: 'failing' },
  { fault: 'truncated', says: /complete JSON/, state: 'failing' },
  { fault: 'cut-off', says: /broke off/, state: 'failing' },
  { fault: 'clock-skew', says: /still to come/, state: 'failing' },
  { fault: 'renamed-column', says: /no column status_current/, state: 'stopped' },
  { fault: 'dry', says: /no rows/, state: 'stopped' },
  { fault: 'redirect-inside', says: /redirects to a private address/, state: 'stopped' },
  { fault: 'revoked-token', says: /refused access \(HTTP 403\)/, state: 'stopped' },
]

test('a feed that is out of order leaves every permit as it was, and says what happened', async () => {
  const { feed, source } = await readOnce(12, 0)
  const before = await permitsNow()
  for (const { fault, says, state } of faults) {
    await portal.deps.database.query('update authority_sources set is_stopped = false, failures = 0', [])
    feed.fault = fault
    const result = await runFeed(portal, source, 300)
    assert.match(said(result), says, fault)
    assert.deepEqual([result.verified, result.proposals, result.applied], [0, 0, 0], fault)
    assert.deepEqual(await permitsNow(), before, fault)
    const { problem, state: now } = await shown(source)
    assert.match(problem ?? '', says, fault)
    assert.equal(now, state, fault)
  }
  feed.fault = null
  assert.equal((await runFeed(portal, source)).stopped, undefined)
  assert.deepEqual([(await shown(source)).state, (await shown(source)).problem], ['running', null])
})

test('rows that contradict each other leave every permit as it was, and the run says so, also when it is repeated', async () => {
  const { feed, source } = await readOnce(12, 40)
  const before = await permitsNow()
  feed.publish(
    feed.rows.flatMap((row) => [
      row,
      { ...row, ':id': `again-${String(row['permit_number'])}`, status_current: 'Final' },
    ]),
  )
  for (const isUnchanged of [undefined, true]) {
    const { contradicted, verified, proposals, stopped, missing, unchanged } = await runFeed(portal, source)
    assert.deepEqual([contradicted, verified, proposals, missing, stopped], [12, 0, 0, 0, undefined])
    assert.equal(unchanged, isUnchanged)
    assert.deepEqual(await permitsNow(), before)
  }
  assert.equal((await shown(source)).lastRun?.result.contradicted, 12)
})

test('rows that are sent twice and agree are one', async () => {
  const { feed, source } = await readOnce(12, 60)
  feed.publish(feed.rows.flatMap((row) => [row, { ...row, ':id': `again-${String(row['permit_number'])}` }]))
  const { contradicted, verified, proposals } = await runFeed(portal, source)
  assert.deepEqual([contradicted, verified, proposals], [undefined, 12, 0])
})

test('a permit counts as gone after two runs that did not find it, whether the feed changed or not', async () => {
  const { feed, source } = await readOnce(30, 600)
  const [gone = ''] = numbers(1, 600)
  const pid = z
    .array(z.object({ pid: z.string() }))
    .parse(
      await portal.deps.database.query(
        'select pid from permits where authority_number = $1 and deleted_at is null',
        [gone],
      ),
    )[0]?.pid
  const isMissing = async () =>
    PermitObservations.parse(await ask(people.superadmin, 'GET', `permits/${pid}/observations`)).current
      ?.isMissing
  const [changing = '', ...others] = numbers(29, 601)
  const changedAt = (hour: number) => ({ ':updated_at': `2026-11-21T0${hour}:00:00.000Z` })
  /** Publishes the other permits, one of them with a change. */
  const publishWithout = (hour: number) =>
    feed.publish([
      austinRow(changing, 'Active', changedAt(hour)),
      ...others.map((number) => austinRow(number, 'Active')),
    ])
  publishWithout(0)
  // The feed says what changed, so only a full reading sees that a row is gone.
  await portal.deps.database.query('update authority_sources set asked_all_at = null', [])
  assert.deepEqual([(await runFeed(portal, source)).missing, await isMissing()], [1, false])
  const again = await runFeed(portal, source)
  assert.deepEqual([again.unchanged, again.calls, again.missing, await isMissing()], [true, 1, 1, true])
  // Back, and gone again while other rows change.
  feed.publish([austinRow(gone, 'Active', changedAt(1)), ...feed.rows])
  assert.deepEqual([(await runFeed(portal, source)).missing, await isMissing()], [0, false])
  publishWithout(2)
  await portal.deps.database.query('update authority_sources set asked_all_at = null', [])
  assert.deepEqual([(await runFeed(portal, source)).missing, await isMissing()], [1, false])
  publishWithout(3)
  const second = await runFeed(portal, source)
  assert.deepEqual([second.stopped, second.calls, second.missing, await isMissing()], [undefined, 3, 1, true])
  publishWithout(4)
  assert.deepEqual([(await runFeed(portal, source)).calls, await isMissing()], [2, true])
})

test('characters that cannot be kept and values that are no text stop no run', async () => {
  const { feed, source } = await readOnce(4, 20)
  const [nul = '', half = '', cut = '', listed = ''] = numbers(4, 20)
  const newer = { ':updated_at': '2026-11-21T00:00:00.000Z', statusdate: '2026-11-21' }
  feed.publish([
    austinRow(nul, 'Fi\u0000nal', newer),
    austinRow(half, 'Fi\ud800nal', newer),
    // The character at the limit of a text is one of two halves.
    austinRow(cut, `${'x'.repeat(499)}😀`, newer),
    austinRow(listed, 'Final', { ...newer, link: ['a'], expiresdate: { day: 'b\u0000' } }),
  ])
  await portal.deps.database.query('update authority_sources set asked_all_at = null', [])
  const result = await runFeed(portal, source)
  assert.deepEqual([result.checked, result.stopped], [4, undefined])
  const seen = await portal.deps.database.query(
    `select o.raw_status as status from authority_watches w join authority_observations o on o.pid = w.observation
      where w.source = $1 order by w.number`,
    [source],
  )
  assert.deepEqual(seen, [
    { status: 'Final' },
    { status: 'Fi\ufffdnal' },
    { status: `${'x'.repeat(499)}\ufffd` },
    { status: 'Final' },
  ])
})

test('a value of any depth is noted, not kept', () => {
  const nested: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  const row = toFeedRow({ number: 'no', status: 'st', client: 'by' }, { no: 'A-1', st: 'Final', by: nested })
  assert.deepEqual(row?.raw, { no: 'A-1', st: 'Final', by: true })
})

test('a source that stopped tells administrators once, and the schedule asks it no more', async () => {
  const { feed, source } = await readOnce(3, 100)
  feed.fault = 'dry'
  await runFeed(portal, source)
  await runFeed(portal, source)
  const { alerts } = (
    await portal.crud(people.admin, {
      apiPath: 'alerts',
      method: 'GET',
      query: { filter: { rule: 'feed-stopped' } },
    })
  ).json<{ alerts: { title: string }[] }>()
  assert.equal(alerts.filter(({ title }) => title.includes('Austin')).length >= 1, true)
  assert.equal((await shown(source)).nextRunAt, null)
})

test('a feed that lost most of its permits has run dry, and none of them counts as gone', async () => {
  const { feed, source } = await readOnce(30, 200)
  const before = await permitsNow()
  feed.publish(feed.rows.slice(0, 5))
  await portal.deps.database.query('update authority_sources set asked_all_at = null', [])
  const result = await runFeed(portal, source)
  assert.match(said(result), /of 30 permits that it had, 5 are left/)
  assert.deepEqual(await permitsNow(), before)
})

test('when very many permits would end at once they are held for one decision of an administrator', async () => {
  const { feed, source } = await readOnce(60, 300)
  const before = await permitsNow()
  const ended = (number: string) =>
    austinRow(number, 'Expired', { ':updated_at': '2026-11-21T00:00:00.000Z', statusdate: '2026-11-21' })
  feed.publish(numbers(60, 300).map((number, at) => (at < 12 ? ended(number) : austinRow(number, 'Active'))))
  const result = await runFeed(portal, source)
  // What it says of the others is no check either, until a person has decided.
  assert.deepEqual([result.proposals, result.held, result.applied, result.verified], [12, 12, 0, 0])
  assert.deepEqual(await permitsNow(), before)
  assert.deepEqual([(await runFeed(portal, source)).verified, await permitsNow()], [0, before])
  const held = (
    await portal.crud(people.team, { apiPath: 'proposals', method: 'GET', query: { source, state: 'HELD' } })
  ).json<{ proposals: { pid: string }[] }>().proposals
  assert.equal(held.length, 12)
  await ask(people.admin, 'POST', `proposals/${held[0]?.pid}/accept`, undefined, 409)
  await ask(people.team, 'POST', `authority-sources/${source}/held`, { decision: 'release' }, 403)
  assert.equal((await shown(source)).held, 12)
  const decided = await ask(people.admin, 'POST', `authority-sources/${source}/held`, {
    decision: 'dismiss',
    reason: 'The city confirmed an error',
  })
  assert.equal(decided['updated'], 12)
  const decidedRun = await runFeed(portal, source)
  assert.deepEqual([decidedRun.proposals, decidedRun.held, decidedRun.verified], [0, 0, 48])
  const statuses = await portal.deps.database.query(
    'select distinct status from permits where deleted_at is null',
    [],
  )
  assert.deepEqual(statuses, [{ status: 'ISSUED' }])
})

test('while very many permits are held for one decision, no status is applied by itself', async () => {
  const { feed, source } = await readOnce(40, 700)
  const [held, applied] = [numbers(12, 700), numbers(1, 712)[0] ?? '']
  const newer = { ':updated_at': '2026-11-21T00:00:00.000Z', statusdate: '2026-11-21' }
  await ask(people.admin, 'PATCH', `authority-sources/${source}`, {
    statuses: {
      Active: { to: 'ISSUED', policy: 'propose' },
      Expired: { to: 'EXPIRED', policy: 'propose' },
      'On Hold': { to: 'ON_HOLD', policy: 'apply' },
    },
  })
  const saysOf = (number: string) => {
    if (held.includes(number)) return austinRow(number, 'Expired', newer)
    return number === applied ? austinRow(number, 'On Hold', newer) : austinRow(number, 'Active')
  }
  feed.publish(numbers(40, 700).map(saysOf))
  const before = await permitsNow()
  const run = await runFeed(portal, source)
  assert.deepEqual([run.proposals, run.held, run.applied, await permitsNow()], [13, 12, 0, before])
  await ask(people.admin, 'POST', `authority-sources/${source}/held`, { decision: 'release' })
  assert.equal((await runFeed(portal, source)).applied, 1)
})

test('rows that contradict each other say nothing, and an old row that is published again changes nothing', async () => {
  const { feed, source } = await readOnce(2, 400)
  const [one = '', two = ''] = numbers(2, 400)
  const newer = { ':updated_at': '2026-11-21T00:00:00.000Z' }
  feed.publish([
    austinRow(one, 'Active'),
    austinRow(one, 'Final', { ...newer, ':id': 'again' }),
    austinRow(two, 'Active'),
    austinRow(two, 'Expired', { ...newer, ':id': 'old', issue_date: '2015-01-02T00:00:00.000' }),
  ])
  await portal.deps.database.query('update authority_sources set asked_all_at = null', [])
  const result = await runFeed(portal, source)
  assert.deepEqual([result.proposals, result.stopped], [0, undefined])
})

test('data older than the limit count as no check', async () => {
  const feed = await feeds.open([austinRow('2015-000500 BP', 'Active')])
  feed.lastModified = new Date(portal.clock.now().getTime() - 5 * 86_400_000)
  await withoutPermits(portal)
  await givenPermits(portal, [{ number: '2015-000500 BP', status: 'ISSUED' }])
  const source = await givenSource(portal, people.admin, feed, { staleAfterDays: 3 })
  assert.deepEqual([(await runFeed(portal, source)).verified, (await shown(source)).isStale], [0, true])
  const [row] = await portal.deps.database.query(
    'select status_verified_at from permits where deleted_at is null',
    [],
  )
  assert.deepEqual(row, { status_verified_at: null })
})

test('without the setting, an address of this machine is refused, by name and by redirect', async () => {
  const strict = await startTestApp()
  const admin = await strict.given.user({ role: 'admin' })
  const feed = await feeds.open()
  const refused = async (address: string) => {
    const body = sourceBody(feed, await austin(strict), { address })
    const response = await strict.crud(admin, { apiPath: 'authority-sources', method: 'POST', body })
    assert.equal(response.statusCode, 400, address)
    assert.match(response.body, /body\.address/)
  }
  for (const host of [
    '127.0.0.1',
    'localhost',
    '10.1.2.3',
    '169.254.169.254',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '2130706433',
  ])
    await refused(`https://${host}/`)
  await refused('http://data.example.gov')
  // A source of the time before the setting was taken away is stopped, and its host is not called.
  const pid = strict.deps.ids.pid()
  await strict.deps.database.query(
    `insert into authority_sources (pid, created_at, created_by, updated_at, updated_by, authority, dialect, address, dataset, fields, statuses, interval_minutes, stale_after_days, is_active)
     select $1, now(), $2, now(), $2, a.pid, 'soda2', $3, 'a', '{"number": "n", "status": "s"}', '{}', 60, 3, true from authorities a limit 1`,
    [pid, admin.pid, feed.origin],
  )
  const { stopped } = await runFeed(strict, pid)
  assert.match(said({ stopped }), /address of this machine/)
  assert.equal(feed.calls.length, 0)
  await strict.close()
})
