import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AuditList, fileContentUrl } from '@portal/contract'
import type { AuditKind, Role } from '@portal/contract'
import { z } from 'zod'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { givenFile } from '#files/test-support/given-files.ts'
import { AuditQueue } from '#platform/auth/audit-queue.ts'
import { OnceAWhile } from '#platform/auth/once-a-while.ts'
import { RefusalCounter } from '#platform/http/refusal-audit.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
})
after(() => portal.close())

const get = (person: Person, url: string, headers: Record<string, string> = {}) =>
  portal.send({ method: 'GET', url, headers }, person)
const tracesOf = async (kind: AuditKind, person: Person) =>
  AuditList.parse((await get(people.superadmin, `/api/auth/audit?kind=${kind}&person=${person.pid}`)).json())
    .entries
const canary = 'canaryword7'

test('S-29: an export is audited with person, collection, count and filter fields, but no searched values', async () => {
  const filter = encodeURIComponent(
    JSON.stringify({ or: [{ title: { contains: canary } }, { city: 'Austin' }] }),
  )
  const response = await get(
    people.team,
    `/api/export/permits?format=csv&fields=refNo,title&filter=${filter}&searchToken=${canary}`,
  )
  assert.equal(response.statusCode, 200)
  const [line] = await tracesOf('records-exported', people.team)
  assert.deepEqual(line?.detail, {
    collection: 'permits',
    count: 0,
    format: 'csv',
    filteredBy: ['title', 'city'],
    isSearched: true,
    fields: 2,
  })
  assert.deepEqual([line?.by?.pid, line?.address], [people.team.pid, '127.0.0.1'])
  assert.doesNotMatch(JSON.stringify(line), new RegExp(canary))
})

test('S-29: a download in ranges writes one audit row, and a zip writes one row for all its files', async () => {
  const bytes = Buffer.alloc(5_000, 1)
  const [one, two] = [
    await givenFile(portal.deps, { root: 'team', bytes }),
    await givenFile(portal.deps, { root: 'team', bytes }),
  ]
  for (const range of ['bytes=0-99', 'bytes=100-199', 'bytes=200-299']) {
    assert.equal((await get(people.team, fileContentUrl(one), { range })).statusCode, 206)
  }
  const lines = await tracesOf('file-downloaded', people.team)
  assert.deepEqual(
    lines.map(({ detail }) => detail),
    [{ file: one, version: 1, root: 'team' }],
  )
  portal.clock.pass(11 * 60_000)
  await get(people.team, fileContentUrl(one))
  assert.equal((await tracesOf('file-downloaded', people.team)).length, 2)
  await portal.send({ method: 'HEAD', url: fileContentUrl(two) }, people.team)
  assert.equal((await tracesOf('file-downloaded', people.team)).length, 2)
  assert.equal((await get(people.team, `/api/files/zip?pids=${one},${two}`)).statusCode, 200)
  const [zip] = await tracesOf('files-zipped', people.team)
  assert.deepEqual([zip?.detail['count'], zip?.detail['bytes'], zip?.detail['roots']], [2, 10_000, ['team']])
})

test('S-29: opening an office mailbox writes one audit row a day; opening your own writes none', async () => {
  const { settings } = await currentConfiguration(portal.deps)
  const [office = ''] = settings.emailIds
  assert.notEqual(office, '')
  for (let round = 0; round < 3; round += 1) {
    assert.equal(
      (await get(people.team, `/api/mail/recipients?searchToken=x&mailbox=${encodeURIComponent(office)}`))
        .statusCode,
      200,
    )
    assert.equal((await get(people.team, '/api/mail/recipients?searchToken=x')).statusCode, 200)
  }
  const lines = await tracesOf('mailbox-opened', people.team)
  assert.deepEqual(
    lines.map(({ detail }) => detail),
    [{ mailbox: office.toLowerCase() }],
  )
})

test('S-29: refused calls write at most ten audit rows per person and minute, and the rest is counted', async () => {
  for (let round = 0; round < 14; round += 1)
    await portal.crud(people.client, { apiPath: `users/${people.admin.pid}`, method: 'GET' })
  await get(people.client, '/api/auth/audit')
  portal.clock.pass(61_000)
  await get(people.client, '/api/auth/audit')
  const lines = await tracesOf('access-refused', people.client)
  assert.equal(lines.filter(({ detail }) => 'path' in detail).length, 11)
  assert.deepEqual(lines.find(({ detail }) => 'more' in detail)?.detail, { more: 5 })
  assert.deepEqual(lines[0]?.detail, { method: 'GET', path: '/api/auth/audit' })
})

test('S-29: an audit row that cannot be written is retried, and logged in full if it must be dropped', async () => {
  const logged: unknown[] = []
  const log = { ...portal.deps.log, warn: () => undefined, error: (line: unknown) => logged.push(line) }
  let isDown = true
  const kysely = portal.deps.database.kysely
  const broken = new Proxy(kysely, {
    get: (target, name) => {
      if (isDown && name === 'getExecutor') throw new Error('the database is away')
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const queue = new AuditQueue({
    database: { ...portal.deps.database, kysely: broken },
    log: Object.assign(Object.create(portal.deps.log), log),
  })
  const line = {
    kind: 'file-downloaded',
    at: portal.clock.now(),
    actor: 'Q',
    person: null,
    origin: null,
    detail: { file: 'F' },
  } as const
  queue.add(line)
  await queue.flush()
  const count = async () =>
    (
      await portal.deps.database.query(
        "select count(*)::int as n from audit where actor = 'Q'",
        [],
        z.object({ n: z.number() }),
      )
    )[0]?.n
  assert.equal(await count(), 0)
  isDown = false
  await queue.flush()
  assert.equal(await count(), 1)
  isDown = true
  queue.add(line)
  await queue.close()
  assert.deepEqual(logged, [{ audit: line }])
})

test('the windows that limit audit rows restart when they end', () => {
  const [counter, once, at] = [new RefusalCounter(), new OnceAWhile(1_000, 2), new Date(0)]
  for (let round = 0; round < 12; round += 1) counter.take('P', 0)
  assert.deepEqual(counter.over(59_999), [])
  assert.deepEqual(counter.over(60_000), [{ person: 'P', more: 2 }])
  assert.equal(counter.take('P', 60_001), true)
  assert.deepEqual(
    [once.isFirst('a', at), once.isFirst('a', at), once.isFirst('a', new Date(1_000))],
    [true, false, true],
  )
})
