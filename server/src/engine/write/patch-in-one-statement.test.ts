import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collections, seedRequirements } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { z } from 'zod'
import { findSession, sessionSql } from '#platform/sessions/sessions.queries.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { createRecord } from './create-record.ts'
import { readableRows } from '../query/visibility.ts'
import { patchInOneStatement } from './patch-in-one-statement.ts'
import { patchRecord } from './patch-record.ts'
import type { AttachedCheck } from '#platform/sessions/pending-session.ts'

let portal: TestApp
let org: string
const team: Actor = { pid: 'TEAM', role: 'team', org: null }
const today = '2026-11-20'
before(async () => {
  portal = await startTestApp()
  org = await portal.given.org()
})
after(() => portal.close())

type Values = Readonly<Record<string, unknown>>
const locked = {
  region: 'North – 北京 "quoted"',
  valuation: 20_000,
  lat: 30.25,
  targetDate: '2026-03-01',
  statusVerifiedAt: '2026-03-01T10:00:00.000Z',
  tags: ['big', 'a "quoted", {list}'],
}
const given = async (values: Values = locked) =>
  (
    await createRecord(portal.deps, team, collections.permits, {
      title: 'Sign',
      org,
      permitType: 'SIGN',
      ...values,
    })
  ).pid
const atOnce = (pid: string, body: unknown, deps: Parameters<typeof patchInOneStatement>[0] = portal.deps) =>
  patchInOneStatement(deps, readableRows(collections.permits, team, today), pid, body)
const told = async (pid: string) =>
  portal.deps.database.query(
    'select version, actor, changes from history where pid = $1 and version > 1 order by id',
    [pid],
    z.object({ version: z.number(), actor: z.string(), changes: z.array(z.unknown()) }),
  )

test('history has the old and new value of each changed field of every type, and no unchanged field (contract.md 2)', async () => {
  const pid = await given()
  const changed = {
    region: null,
    valuation: 9_007_199_254_740_991,
    lat: 30.250_000_1,
    lng: -97.7,
    targetDate: '2027-01-31',
    statusVerifiedAt: '2026-04-01T10:00:00.500Z',
    tags: ['big'],
  }
  const line = await atOnce(pid, { ...changed, priority: 'NORMAL' })
  assert.ok(line !== null)
  assert.deepEqual({ ...JSON.parse(line), ...changed, version: 2 }, JSON.parse(line))
  const changes = Object.entries(changed).map(([field, to]) => ({
    field,
    from: Object.entries(locked).find(([name]) => name === field)?.[1] ?? null,
    to,
  }))
  assert.deepEqual(await told(pid), [{ version: 2, actor: team.pid, changes }])
})

test('a patch in one statement writes the same as a patch under a lock', async () => {
  const [one, other] = [await given(), await given()]
  const change = {
    region: 'South',
    tags: [],
    valuation: 0,
    lat: null,
    targetDate: '2026-03-02',
    statusVerifiedAt: '2026-03-01T10:00:00.001Z',
  }
  assert.ok(await atOnce(one, change))
  // The title is part of the search text, so changing it requires a lock.
  assert.equal(await atOnce(other, { ...change, title: 'Sign 2' }), null)
  await patchRecord(portal.deps, team, collections.permits, other, { ...change, title: 'Sign 2' })
  const [[first], [second]] = [await told(one), await told(other)]
  assert.ok(first !== undefined && first.changes.length === 6, JSON.stringify(first))
  assert.deepEqual(second, {
    ...first,
    changes: [...first.changes, { field: 'title', from: 'Sign', to: 'Sign 2' }],
  })
})

test('a field that a condition of the permit’s requirements names is changed under a lock, others are not', async () => {
  const begun = await given()
  const [first] = seedRequirements.rules
  assert.ok(first)
  const rule = { ...first, when: { valuation: { min: 1 } } }
  await portal.deps.database.query(
    `insert into requirement_versions (number, requirements, published_at) values (1, $1::jsonb, now())`,
    [JSON.stringify({ ...seedRequirements, rules: [rule] })],
    z.unknown(),
  )
  const later = await given()
  assert.ok(await atOnce(begun, { valuation: 5, lat: 1 }), 'its version has no condition')
  assert.equal(await atOnce(later, { valuation: 5, lat: 1 }), null)
  assert.ok(await atOnce(later, { lat: 1, priority: 'LOW', region: 'East' }))
  await patchRecord(portal.deps, team, collections.permits, later, { valuation: 5 })
  assert.equal((await told(later)).length, 2)
  // A version that another server published, which this one has not read.
  await portal.deps.database.query(
    'update permits set requirements_number = 2 where pid = $1',
    [begun],
    z.unknown(),
  )
  assert.equal(await atOnce(begun, { valuation: 6 }), null)
  assert.ok(await atOnce(begun, { region: 'West' }))
})

const refused: [what: string, body: unknown][] = [
  ['without a difference', { ...locked }],
  ['of a stale version', { region: 'West', version: 7 }],
  ['of nothing', {}],
  ['that is not an object', 'region'],
  ['of a field there is none of', { nonsense: 1 }],
  ['of a status', { status: 'ISSUED' }],
  ['of the client', { org: 'ORG' }],
  ['of an added field', { custom: { color: 'blue' } }],
]
for (const [what, body] of refused) {
  test(`a change ${what} is not written in one statement`, async () => {
    const pid = await given()
    assert.equal(await atOnce(pid, body), null)
    assert.deepEqual(await told(pid), [])
  })
}

test('a change of a processed, deleted or foreign record is not written in one statement', async () => {
  const { database } = portal.deps
  const [processed, deleted] = [await given(), await given()]
  await database.query("update permits set bucket = 'processed', status = 'CLOSED' where pid = $1", [
    processed,
  ])
  await database.query('update permits set deleted_at = now() where pid = $1', [deleted])
  for (const pid of [processed, deleted, 'NOBODY', ''])
    assert.equal(await atOnce(pid, { region: 'West' }), null)
  const client: Actor = { pid: 'CLIENT', role: 'client', org: 'ANOTHER' }
  const pid = await given()
  assert.equal(
    await patchInOneStatement(portal.deps, readableRows(collections.permits, client, today), pid, {
      region: 'West',
    }),
    null,
  )
  for (const each of [processed, deleted, pid]) assert.deepEqual(await told(each), [])
})

test('a change is written only if the session check confirms the expected user', async () => {
  const person = await portal.given.user({ role: 'team' })
  const cookie = await portal.given.cookieOf(person)
  assert.ok(cookie)
  const [session] = await portal.deps.database.query(
    'select token_hash from sessions where user_pid = $1',
    [person.pid],
    z.object({ token_hash: z.string() }),
  )
  const sessionHash = session?.token_hash ?? ''
  const fingerprint = async () =>
    (await findSession(portal.deps, sessionHash, portal.deps.clock.now()))?.fingerprint ?? ''
  const arrived: boolean[] = []
  const boarding = (expected: string): AttachedCheck => ({
    ...sessionSql(sessionHash, expected, portal.deps.clock.now()),
    onResult: (isExpected) => arrived.push(isExpected),
    onFailure: () => assert.fail('the question was not brought home'),
  })
  const pid = await given()
  const patched = (expected: string) =>
    atOnce(
      pid,
      { region: 'West' },
      {
        ...portal.deps,
        pendingSession: { attach: () => boarding(expected), resolve: () => assert.fail('it waited') },
      },
    )
  assert.equal(await patched('somebody else'), null)
  const before = await fingerprint()
  await portal.deps.database.query("update users set name = 'Another' where pid = $1", [person.pid])
  assert.equal(await patched(before), null)
  assert.deepEqual(await told(pid), [])
  assert.ok(await patched(await fingerprint()))
  assert.deepEqual(arrived, [false, false, true])
  assert.equal((await told(pid)).length, 1)
})
