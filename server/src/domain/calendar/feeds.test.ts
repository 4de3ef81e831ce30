import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CalendarFeeds, MadeCalendarFeed, maxFeeds } from '@portal/contract/calendar'
import type { Role } from '@portal/contract'
import ical from 'node-ical'
import { markSamplePeople } from '#platform/auth/demo-people.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { findFeedRow } from './feeds.queries.ts'

let portal: TestApp
let people: Record<Role, Person>
const ask = apiClient(() => portal)
const day = '2026-12-01'

before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  const org = people.client.org
  await ask(
    people.superadmin,
    'POST',
    'permits',
    { title: 'Own', org, permitType: 'SIGN', targetDate: day },
    201,
  )
  const other = await portal.given.org()
  await ask(
    people.superadmin,
    'POST',
    'permits',
    { title: 'Foreign', org: other, permitType: 'SIGN', targetDate: day },
    201,
  )
  const task = {
    title: 'Internal',
    dueDate: day,
    followUpAt: '2026-12-01T15:30:00.000Z',
    assignedTo: people.team.pid,
  }
  await ask(people.superadmin, 'POST', 'tasks', task, 201)
})
after(() => portal.close())

async function feedOf(person: Person, payload: object = {}): Promise<MadeCalendarFeed> {
  const response = await portal.send({ method: 'POST', url: '/api/calendar/feeds', payload }, person)
  assert.equal(response.statusCode, 201, response.body)
  return MadeCalendarFeed.parse(response.json())
}
const pathOf = ({ url }: Pick<MadeCalendarFeed, 'url'>) => new URL(url).pathname
const open = (feed: Pick<MadeCalendarFeed, 'url'>, headers: Record<string, string> = {}) =>
  portal.send({ method: 'GET', url: pathOf(feed), headers })
const listed = async (person: Person) =>
  CalendarFeeds.parse((await portal.send({ method: 'GET', url: '/api/calendar/feeds' }, person)).json()).feeds
const revoke = (person: Person, id: string) =>
  portal.send({ method: 'DELETE', url: `/api/calendar/feeds/${id}` }, person)
const change = (pid: string, assignment: string) =>
  portal.deps.database.query(`update users set ${assignment} where pid = $1`, [pid])

/** The summaries of a calendar as another program reads them. */
async function summaries(feed: Pick<MadeCalendarFeed, 'url'>): Promise<string[]> {
  const result = await open(feed)
  assert.equal(result.statusCode, 200, result.body)
  return Object.values(ical.sync.parseICS(result.body))
    .map((each): unknown => (each === undefined ? undefined : Reflect.get(each, 'summary')))
    .filter((summary) => typeof summary === 'string')
    .toSorted()
}

test('a feed is read without a session, with the dates that its owner may read', async () => {
  const feed = await feedOf(people.team)
  const result = await open(feed)
  assert.equal(result.headers['content-type'], 'text/calendar; charset=utf-8')
  assert.equal(result.headers['cache-control'], 'private, no-cache')
  assert.deepEqual(await summaries(feed), [
    'Due date: Internal',
    'Due: Foreign',
    'Due: Own',
    'Follow-up date: Internal',
  ])
  assert.match(result.body, /\r\nDTSTART:20261201T153000Z\r\n/)
  assert.match(result.body, /\r\nURL:http:\/\/localhost:3000\/permits\/processing\/\w+\r\n/)
  assert.deepEqual(await summaries(await feedOf(people.client)), ['Due: Own'])
})

test('the texts of a feed are in the language of its owner', async () => {
  const person = await portal.given.user({ role: 'client', org: people.client.org })
  await portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { language: 'es' } }, person)
  const feed = await feedOf(person)
  assert.match((await open(feed)).body, /\r\nX-WR-CALNAME:Portal de permisos\r\n/)
  assert.deepEqual(await summaries(feed), ['Fecha límite: Own'])
})

test('a feed of a view has the dates of the view; without the view it is gone', async () => {
  const view = await ask(
    people.team,
    'POST',
    'views',
    { name: 'Signs', collection: 'permits', filters: { title: { contains: 'Own' } }, visibility: 'clients' },
    201,
  )
  const feeds = [
    await feedOf(people.team, { view: view['pid'] }),
    await feedOf(people.client, { view: view['pid'] }),
  ]
  for (const feed of feeds) {
    assert.match((await open(feed)).body, /\r\nX-WR-CALNAME:Permit Portal: Signs\r\n/)
    assert.deepEqual(await summaries(feed), ['Due: Own'])
  }
  await ask(people.team, 'DELETE', `views/${String(view['pid'])}`)
  for (const feed of feeds) assert.equal((await open(feed)).statusCode, 404)
  const mine = (await listed(people.client)).filter(({ isBroken }) => isBroken)
  assert.deepEqual(
    mine.map(({ view: gone }) => gone),
    [null],
  )
})

test('a feed has the rights its owner has now: a smaller set for another role, 404 without access', async () => {
  const org = people.client.org
  const person = await portal.given.user({ role: 'team' })
  const feed = await feedOf(person)
  assert.equal((await summaries(feed)).length, 4)
  await change(person.pid, `role = 'client', org = '${org ?? ''}', org_role = 'VIEWER'`)
  assert.deepEqual(await summaries(feed), ['Due: Own'])
  await change(person.pid, 'role = null')
  assert.equal((await open(feed)).statusCode, 404)
  await change(person.pid, "role = 'team'")
  assert.equal((await open(feed)).statusCode, 200)
  await change(person.pid, "status = 'DISABLED'")
  assert.equal((await open(feed)).statusCode, 404)
  await change(person.pid, "status = 'ACTIVE', deleted_at = now()")
  assert.equal((await open(feed)).statusCode, 404)
})

test('a revoked feed, an unknown address and a wrong one get the same answer', async () => {
  const feed = await feedOf(people.client)
  assert.equal((await revoke(people.team, feed.id)).statusCode, 404)
  assert.equal((await open(feed)).statusCode, 200)
  assert.equal((await revoke(people.client, feed.id)).statusCode, 204)
  assert.equal((await revoke(people.client, feed.id)).statusCode, 404)
  const unknown = `https://localhost/api/calendar/feeds/${'a'.repeat(43)}.ics`
  const results = [
    await open(feed),
    await open({ url: unknown }),
    await open({ url: unknown.replace('aa', '') }),
  ]
  const texts = results.map(({ statusCode, body }) => [statusCode, { ...JSON.parse(body), instance: '' }])
  assert.deepEqual(texts[0]?.[0], 404)
  assert.deepEqual(texts[1], texts[0])
  assert.deepEqual(texts[2], texts[0])
})

test('an unchanged feed answers 304, and a changed record another tag, sequence and last change', async () => {
  const person = await portal.given.user({ role: 'client', org: await portal.given.org() })
  const values = { title: 'Tag', org: person.org, permitType: 'SIGN', targetDate: day }
  const { pid } = await ask(people.superadmin, 'POST', 'permits', values, 201)
  const feed = await feedOf(person)
  const first = await open(feed)
  const etag = String(first.headers['etag'])
  for (const sent of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await open(feed, { 'if-none-match': sent })
    assert.deepEqual([again.statusCode, again.body, again.headers['etag']], [304, '', etag])
  }
  assert.equal((await open(feed, { 'if-none-match': '"other"' })).statusCode, 200)
  portal.clock.pass(60_000)
  await ask(people.superadmin, 'PATCH', `permits/${String(pid)}`, { targetDate: '2026-12-02' })
  const second = await open(feed, { 'if-none-match': etag })
  assert.equal(second.statusCode, 200)
  const part = (body: string, name: string) => new RegExp(`\\r\\n${name}[:;]([^\\r]+)`).exec(body)?.[1]
  assert.equal(part(second.body, 'UID'), part(first.body, 'UID'))
  assert.equal(Number(part(second.body, 'SEQUENCE')), Number(part(first.body, 'SEQUENCE')) + 1)
  assert.notEqual(part(second.body, 'LAST-MODIFIED'), part(first.body, 'LAST-MODIFIED'))
  await ask(people.superadmin, 'DELETE', `permits/${String(pid)}`)
  assert.equal((await open(feed)).body.includes('VEVENT'), false)
})

test('whatever is written, a program with an older version gets the new one, and one with the current version none', async () => {
  const org = await portal.given.org()
  const person = await portal.given.user({ role: 'client', org })
  const values = { title: 'Shed', org, permitType: 'SIGN', targetDate: day }
  const { pid } = await ask(people.superadmin, 'POST', 'permits', values, 201)
  const view = await ask(
    people.superadmin,
    'POST',
    'views',
    { name: 'Sheds', collection: 'permits', filters: { title: { contains: 'She' } }, visibility: 'clients' },
    201,
  )
  const feeds = [await feedOf(person), await feedOf(person, { view: view['pid'] })]
  const permit = `permits/${String(pid)}`
  const writes: [string, () => Promise<unknown>][] = [
    ['nothing', () => Promise.resolve()],
    ['another title', () => ask(people.superadmin, 'PATCH', permit, { title: 'Shelter' })],
    ['a title outside the view', () => ask(people.superadmin, 'PATCH', permit, { title: 'Hut' })],
    ['a title inside again', () => ask(people.superadmin, 'PATCH', permit, { title: 'Shed 2' })],
    [
      'a note',
      () => ask(people.superadmin, 'POST', `${permit}/notes`, { content: 'x', visibility: 'CLIENT' }, 201),
    ],
    [
      'another name and filter of the view',
      () =>
        ask(people.superadmin, 'PATCH', `views/${String(view['pid'])}`, {
          name: 'Huts',
          filters: { title: { contains: 'Hut' } },
        }),
    ],
    ['the time zone of the reader', () => change(person.pid, "time_zone = 'Asia/Tokyo'")],
    ['another day', () => Promise.resolve(portal.clock.pass(86_400_000))],
    ['the deletion of the record', () => ask(people.superadmin, 'DELETE', permit)],
  ]
  for (const [what, write] of writes) {
    const tags = await Promise.all(feeds.map(async (feed) => String((await open(feed)).headers['etag'])))
    await write()
    // Sessions of the test end with the day.
    await portal.deps.database.query('update sessions set idle_expires_at = $1, expires_at = $1', [
      new Date(portal.clock.now().getTime() + 86_400_000),
    ])
    for (const [index, feed] of feeds.entries()) {
      const asked = await open(feed, { 'if-none-match': tags[index] ?? '' })
      const read = await open(feed)
      const expected = read.headers['etag'] === tags[index] ? 304 : 200
      assert.equal(asked.statusCode, expected, `${what}, feed ${index}`)
      assert.equal(asked.headers['etag'], read.headers['etag'])
    }
    portal.clock.pass(60_000)
  }
})

test('the list has no address, and says when each feed was last read', async () => {
  const feed = await feedOf(people.admin)
  assert.deepEqual(
    (await listed(people.admin)).map(({ id, lastUsedAt }) => [id, lastUsedAt]),
    [[feed.id, null]],
  )
  await open(feed)
  const [read] = await listed(people.admin)
  assert.equal(read?.lastUsedAt, portal.clock.now().toISOString())
  assert.equal(await listed(people.superadmin).then((feeds) => feeds.length), 0)
})

test('the secret of a feed is in no log line, no stored row and no audit entry', async () => {
  const feed = await feedOf(people.admin)
  await open(feed)
  await revoke(people.admin, feed.id)
  await open(feed)
  const token = /feeds\/([\w-]+)\.ics/.exec(feed.url)?.[1] ?? ''
  const audit = await portal.send({ method: 'GET', url: '/api/auth/audit' }, people.superadmin)
  const rows = await portal.deps.database.query('select to_json(f)::text as row from calendar_feeds f', [])
  const all = [...portal.logged, audit.body, JSON.stringify(rows)].join('\n')
  assert.equal(token.length, 43)
  assert.equal(all.includes(token), false)
  assert.match(audit.body, /calendar-feed-made/)
  assert.match(audit.body, /calendar-feed-revoked/)
  assert.ok(portal.logged.some((line) => line.includes('/api/calendar/feeds/:file')))
})

test('outside demo mode, the feed of a demo account does not exist', async () => {
  const person = await portal.given.user({ role: 'team' })
  const token = /feeds\/([\w-]+)\.ics/.exec((await feedOf(person)).url)?.[1] ?? ''
  const real = { ...portal.deps, environment: { ...portal.deps.environment, demo: false } }
  assert.ok(await findFeedRow(real, hashToken(token)))
  await markSamplePeople(portal.deps.database.kysely, [person.pid])
  assert.equal(await findFeedRow(real, hashToken(token)), undefined)
  assert.ok(await findFeedRow(portal.deps, hashToken(token)))
})

test('a person has a bounded number of feeds, and an address is read a bounded number of times a minute', async () => {
  const person = await portal.given.user({ role: 'team' })
  const feeds = await Promise.all(Array.from({ length: maxFeeds }, () => feedOf(person)))
  const more = await portal.send({ method: 'POST', url: '/api/calendar/feeds', payload: {} }, person)
  assert.equal(more.statusCode, 409)
  const [feed] = feeds
  assert.ok(feed)
  const results = await Promise.all(Array.from({ length: 31 }, () => open(feed)))
  assert.equal(results.filter(({ statusCode }) => statusCode === 200).length, 30)
  assert.match(String(results.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']), /^\d+$/)
})

test('a feed of a view without dates, of an unknown view, or with another member is refused', async () => {
  const statusOf = async (payload: object) =>
    (await portal.send({ method: 'POST', url: '/api/calendar/feeds', payload }, people.team)).statusCode
  const contacts = await ask(people.team, 'POST', 'views', { name: 'Contacts', collection: 'contacts' }, 201)
  assert.deepEqual(
    [
      await statusOf({ view: contacts['pid'] }),
      await statusOf({ view: 'nothing' }),
      await statusOf({ person: 'x' }),
    ],
    [400, 404, 400],
  )
})
