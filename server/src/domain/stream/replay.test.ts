import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { sql } from 'kysely'
import { openStream } from '#test-support/event-stream.ts'
import type { EventStream } from '#test-support/event-stream.ts'
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

async function createPermit(by: Person, org: string, title = 'Porch'): Promise<string> {
  const response = await portal.crud(by, {
    apiPath: '/permits',
    method: 'POST',
    body: { title, org, permitType: 'BUILDING' },
  })
  assert.equal(response.statusCode, 201, response.body)
  return response.json().pid
}

const pidOf = ({ data }: { data: unknown }) => String(Reflect.get(Object(data), 'pid'))

/** Id of the newest event of a stream, which is then closed. */
async function lastIdOf(person: Person, org: string): Promise<string> {
  const stream = await listenAs(person)
  await stream.beginning
  const pid = await createPermit(person, org, 'The last one seen')
  let event = await stream.next('record')
  while (pidOf(event) !== pid) event = await stream.next('record')
  stream.close()
  return event.id
}

/** Writes many rows in one transaction, as an import does. */
function writeLines(pid: string, count: number, job: string | null) {
  return sql`insert into history (at, collection, pid, action, version, job)
    select ${portal.clock.now()}, 'permits', ${pid}, 'update', n, ${job}::text from generate_series(1, ${count}::int) n`.execute(
    portal.deps.database.kysely,
  )
}

test('F7: a page that was away during an import of 6,000 rows also gets the other events', async () => {
  const { admin } = await portal.given.everyRole()
  const org = await portal.given.org()
  const seen = await lastIdOf(admin, org)
  const watching = await listenAs(admin)
  await writeLines(await createPermit(admin, org), 6_000, 'IMPORT')
  const after = await createPermit(admin, org, 'After the import')
  // Once the watching stream got it, it is part of the replay.
  while (pidOf(await watching.next('record')) !== after);
  const stream = await listenAs(admin, seen)
  for (let event = await stream.next(); pidOf(event) !== after; event = await stream.next())
    assert.notEqual(event.event, 'reset')
})

test('F7: 6,000 single events are replayed one by one, in order', async () => {
  const { admin } = await portal.given.everyRole()
  const org = await portal.given.org()
  const seen = await lastIdOf(admin, org)
  const pid = await createPermit(admin, org)
  await writeLines(pid, 6_000, null)
  const stream = await listenAs(admin, seen)
  assert.equal(pidOf(await stream.next('record')), pid)
  for (let version = 1; version <= 6_000; version += 1)
    assert.equal(Reflect.get(Object((await stream.next('record')).data), 'version'), version)
})

test(
  'F7: more than 50,000 events are not replayed: the page gets one reset',
  { timeout: 120_000 },
  async () => {
    const { admin } = await portal.given.everyRole()
    const org = await portal.given.org()
    const seen = await lastIdOf(admin, org)
    await writeLines(await createPermit(admin, org), 50_000, 'IMPORT')
    const stream = await listenAs(admin, seen)
    const { id } = await stream.next('reset', 60_000)
    stream.close()
    const now = await createPermit(admin, org)
    assert.equal(pidOf(await (await listenAs(admin, id)).next()), now)
  },
)

test('F7: an id that is invalid, from another database or older than ten minutes gets a reset', async () => {
  const { admin } = await portal.given.everyRole()
  const org = await portal.given.org()
  const seen = await lastIdOf(admin, org)
  const [id = '', at = '', saidAt = '', , snapshot = ''] = seen.split('-')
  const foreign = {
    'no number': 'x',
    'a number, as older versions gave it': '219223',
    'from the future': [id, at, saidAt, '', (Number.parseInt(snapshot, 36) + 100_000).toString(36)].join('-'),
    'of another database, with another line of that number': [
      id,
      (Number.parseInt(at, 36) - 1).toString(36),
      saidAt,
      '',
      snapshot,
    ].join('-'),
    'of a line that a restored backup lacks': [Number(id) + 1_000, at, saidAt, '', snapshot].join('-'),
  }
  for (const [name, text] of Object.entries(foreign)) {
    const stream = await listenAs(admin, text)
    assert.equal((await stream.next()).event, 'reset', name)
    const pid = await createPermit(admin, org)
    assert.equal(pidOf(await stream.next()), pid, name)
    stream.close()
  }
  portal.clock.pass(11 * 60_000)
  assert.equal((await (await listenAs(admin, seen)).next()).event, 'reset', 'older than ten minutes')
})

test('F6: a transaction that was open at the disconnect is replayed, although its ids are lower', async () => {
  const { admin } = await portal.given.everyRole()
  const org = await portal.given.org()
  const [early, late] = [await createPermit(admin, org), await createPermit(admin, org)]
  // PGlite has one session, so this writes a row with an id that was drawn earlier.
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('history', 'id'))::int as id`.execute(portal.deps.database.kysely)
  const seen = await lastIdOf(admin, org)
  await sql`insert into history (id, at, collection, pid, action, version) overriding system value
    values (${rows[0]?.id}, ${portal.clock.now()}, 'permits', ${early}, 'update', 2)`.execute(
    portal.deps.database.kysely,
  )
  await sql`insert into history (at, collection, pid, action, version) values (${portal.clock.now()}, 'permits', ${late}, 'update', 2)`.execute(
    portal.deps.database.kysely,
  )
  const stream = await listenAs(admin, seen)
  assert.deepEqual([pidOf(await stream.next('record')), pidOf(await stream.next('record'))], [early, late])
})

test('F6: an id from the middle of a transaction continues after that row', async () => {
  const { admin } = await portal.given.everyRole()
  const org = await portal.given.org()
  const first = await listenAs(admin)
  await first.beginning
  const pid = await createPermit(admin, org)
  await writeLines(pid, 10, null)
  let event = await first.next('record')
  while (
    Reflect.get(Object(event.data), 'version') !== 4 ||
    Reflect.get(Object(event.data), 'action') !== 'update'
  )
    event = await first.next('record')
  first.close()
  const second = await listenAs(admin, event.id)
  for (let version = 5; version <= 10; version += 1)
    assert.equal(Reflect.get(Object((await second.next('record')).data), 'version'), version)
  const next = await createPermit(admin, org)
  assert.equal(pidOf(await second.next('record')), next)
})

test('F6: a replay uses the person’s current role and organization', async () => {
  const [ours, theirs] = [await portal.given.org(), await portal.given.org()]
  const { team, client } = await portal.given.everyRole(ours)
  const first = await listenAs(client)
  await first.beginning
  await createPermit(team, ours)
  const { id } = await first.next('record')
  first.close()
  await createPermit(team, ours, 'Of the former organization')
  const pid = await createPermit(team, theirs, 'Of the new one')
  await sql`update users set org = ${theirs} where pid = ${client.pid}`.execute(portal.deps.database.kysely)
  const second = await listenAs(client, id)
  assert.equal(pidOf(await second.next('record')), pid)
})
