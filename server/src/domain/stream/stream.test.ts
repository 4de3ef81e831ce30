import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { patchConfiguration } from '#domain/configuration/change-configuration.ts'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { endSessions } from '#platform/auth/session-changes.ts'
import { openStream } from '#test-support/event-stream.ts'
import type { EventStream } from '#test-support/event-stream.ts'
import { actorFor } from '#test-support/given.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
const open: EventStream[] = []
before(async () => {
  portal = await startTestApp()
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})
after(() => portal.close())

async function listenAs(person: Person, lastEventId?: string): Promise<EventStream> {
  const stream = await openStream(portal.app, await portal.given.cookieOf(person), lastEventId)
  open.push(stream)
  assert.equal(stream.response.status, 200)
  return stream
}

async function createPermit(by: Person, org: string, title: string): Promise<string> {
  const response = await portal.crud(by, {
    apiPath: '/permits',
    method: 'POST',
    body: { title, org, permitType: 'BUILDING' },
  })
  assert.equal(response.statusCode, 201, response.body)
  return response.json().pid
}

test('another person’s change arrives with its id, collection, action and version', async () => {
  const { admin, team } = await portal.given.everyRole()
  const stream = await listenAs(admin)
  assert.match(stream.response.headers.get('content-type') ?? '', /^text\/event-stream/)
  assert.equal(stream.response.headers.get('cache-control'), 'no-store')
  const pid = await createPermit(team, await portal.given.org(), 'Deck')
  const event = await stream.next('record')
  assert.deepEqual(event.data, { collection: 'permits', pid, action: 'create', version: 1 })
  assert.match(event.id, /^\d+-/)
})

test('44: a client gets only events of their own organization', async () => {
  const [ours, theirs] = [await portal.given.org(), await portal.given.org()]
  const { team, client } = await portal.given.everyRole(ours)
  const neighbour = await portal.given.user({ role: 'client', org: theirs })
  const [mine, other] = [await listenAs(client), await listenAs(neighbour)]
  const ownPid = await createPermit(team, ours, 'Ours')
  const theirPid = await createPermit(team, theirs, 'Theirs')
  assert.deepEqual((await mine.next('record')).data, {
    collection: 'permits',
    pid: ownPid,
    action: 'create',
    version: 1,
  })
  assert.deepEqual((await other.next('record')).data, {
    collection: 'permits',
    pid: theirPid,
    action: 'create',
    version: 1,
  })
  assert.deepEqual([mine.rest(), other.rest()], [[], []])
})

test('an alert reaches its user within 5 s and no one else', async () => {
  const { superadmin, admin, team } = await portal.given.everyRole()
  const [toTeam, toAdmin] = [await listenAs(team), await listenAs(admin)]
  const raised = await portal.crud(superadmin, {
    apiPath: '/alerts',
    method: 'POST',
    body: { title: 'Look here', user: team.pid },
  })
  assert.equal(raised.statusCode, 201, raised.body)
  const event = await toTeam.next('alert')
  assert.deepEqual(event.data, { collection: 'alerts', pid: raised.json().pid, action: 'create', version: 1 })
  await createPermit(team, await portal.given.org(), 'After issuance')
  await toAdmin.next('record')
  assert.deepEqual(toAdmin.rest(), [])
})

test('a browser that was away gets the missed events of the last 10 minutes with Last-Event-ID', async () => {
  const { admin, team } = await portal.given.everyRole()
  const org = await portal.given.org()
  const first = await listenAs(admin)
  await createPermit(team, org, 'Seen')
  const seen = await first.next('record')
  first.close()
  const watching = await listenAs(admin)
  const missed = [await createPermit(team, org, 'Missed one'), await createPermit(team, org, 'Missed two')]
  const second = await listenAs(admin, seen.id)
  const events = [await second.next('record'), await second.next('record')]
  assert.deepEqual(
    events.map((event) =>
      typeof event.data === 'object' && event.data !== null && 'pid' in event.data ? event.data.pid : '',
    ),
    missed,
  )

  // Once the watching stream got them, they are part of the replay.
  for (const _ of missed) await watching.next('record')
  portal.clock.pass(11 * 60_000)
  const late = await listenAs(admin, seen.id)
  assert.deepEqual((await late.next()).event, 'reset', 'and later that everything is to be read anew')
  const now = await createPermit(team, org, 'Now')
  const event = await late.next('record')
  assert.equal(JSON.stringify(event.data).includes(now), true)
})

test('a changed configuration is announced with its version', async () => {
  const { admin, client } = await portal.given.everyRole()
  const stream = await listenAs(client)
  const config = await currentConfiguration(portal.deps)
  const saved = await patchConfiguration(portal.deps, actorFor(admin), config)
  assert.deepEqual((await stream.next('config')).data, { version: saved.version })
  // A later stream starts with the active version, because a page may have read the configuration just before
  // the change.
  const { event, data } = await (await listenAs(admin)).beginning
  assert.deepEqual([event, data], ['config', { version: saved.version }])
})

test('an event written by another server on the database arrives as well', async () => {
  const { admin, team } = await portal.given.everyRole()
  const stream = await listenAs(admin)
  const pid = await createPermit(team, await portal.given.org(), 'Shared')
  await stream.next('record')
  // Written as another process would: the row, without this server's code.
  await sql`insert into history (at, collection, pid, action, version) values (${portal.clock.now()}, 'permits', ${pid}, 'update', 2)`.execute(
    portal.deps.database.kysely,
  )
  assert.deepEqual((await stream.next('record')).data, {
    collection: 'permits',
    pid,
    action: 'update',
    version: 2,
  })
})

test('the stream of a person who is signed out or disabled ends', async () => {
  const { admin, team } = await portal.given.everyRole()
  const stream = await listenAs(team)
  await sql`update users set status = 'DISABLED' where pid = ${team.pid}`.execute(portal.deps.database.kysely)
  // Shortly after the last check of sessions, the next event finds that the session has ended.
  const deadline = Date.now() + 5_000
  let isOver = false
  void stream.ended.then(() => (isOver = true))
  while (!isOver && Date.now() < deadline) await createPermit(admin, await portal.given.org(), 'Secret')
  assert.equal(isOver, true)
})

test('the stream of an ended session is closed within ten seconds, even without any event', async () => {
  const { team } = await portal.given.everyRole()
  const stream = await listenAs(team)
  // Earlier events have been delivered by then.
  await setTimeout(2_000)
  await endSessions(portal.deps.database.kysely, { kind: 'person', pid: team.pid })
  const endedAt = Date.now()
  await stream.ended
  assert.ok(Date.now() - endedAt < 10_000)
})

test('an anonymous caller gets no stream', async () => {
  assert.equal((await portal.send({ method: 'GET', url: '/api/stream' })).statusCode, 401)
})
