import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Allocations, PermitAllocations, fileContentUrl, sessionCookie } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { givenFile as given } from '#files/test-support/given-files.ts'
import { insertSession } from '#platform/sessions/sessions.queries.ts'
import { apiClient } from '#test-support/api-client.ts'
import { openStream } from '#test-support/event-stream.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/** Tests access after a permit changes its client or a person changes organization. */

let portal: TestApp
let people: Record<Role, Person>
let former: string
let next: string
/** A client of the new organization; `people.client` belongs to the former one. */
let neighbor: Person
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  former = await portal.given.org({ name: 'Casa Builders' })
  next = await portal.given.org({ name: 'Fox Paving' })
  people = await portal.given.everyRole(former)
  neighbor = await portal.given.user({ role: 'client', org: next })
})
after(() => portal.close())

const ask = apiClient(() => portal)
const make = async (collection: string, body: object) =>
  String((await ask(people.team, 'POST', collection, body, 201))['pid'])
const newPermit = (org = former) => make('permits', { title: 'Two garages', org, permitType: 'SIGN' })
const move = (permit: string, org = next) => ask(people.admin, 'PATCH', `permits/${permit}`, { org })

const givenFile = (root: string, parent: string | null = null, bytes: Buffer | null = Buffer.from('plan')) =>
  given(portal.deps, { root, parent, visibility: 'CLIENT', ...(bytes && { bytes }) })
const listed = async (person: Person, parentId: string) => {
  const response = await portal.send(
    { method: 'GET', url: `/api/aws/listFiles?parentId=${encodeURIComponent(parentId)}` },
    person,
  )
  return {
    status: response.statusCode,
    pids:
      response.statusCode === 200
        ? response.json<{ records: { pid: string }[] }>().records.map(({ pid }) => pid)
        : [],
  }
}

test('S-09: when a permit changes its client, files shared with the former client become visible to staff only', async () => {
  const permit = await newPermit()
  const task = await make('ctasks', { title: 'Sign', assignedOrg: former, permit, taskType: 'SIGN' })
  const pack = await make('rts', { permit })
  const folder = await givenFile(`permits/${permit}`, null, null)
  const inFolder = await givenFile(`permits/${permit}`, folder)
  const roots = [`permits/${permit}`, `tasks/${task}`, `rts/${pack}`]
  const files = [...(await Promise.all(roots.map((root) => givenFile(root)))), folder, inFolder]
  assert.equal((await listed(people.client, `permits/${permit}`)).pids.length, 2)
  await move(permit)
  for (const root of roots) assert.deepEqual(await listed(neighbor, root), { status: 200, pids: [] }, root)
  for (const pid of files)
    assert.equal((await portal.send({ method: 'GET', url: fileContentUrl(pid) }, neighbor)).statusCode, 404)
  assert.equal((await listed(people.client, `permits/${permit}`)).status, 404)
  // Staff still see them and may share them with the new client; the history of each file records both.
  assert.equal((await listed(people.team, `permits/${permit}`)).pids.length, 2)
  const told = await portal.deps.database.query(
    `select pid from history where collection = 'files' and pid = any($1) and changes @> '[{"field":"visibility","from":"CLIENT","to":"INTERNAL"}]'`,
    [files],
    z.object({ pid: z.string() }),
  )
  assert.equal(told.length, files.length)
  const { assignedOrg } = await ask(people.team, 'GET', `ctasks/${task}`)
  assert.deepEqual(assignedOrg, { pid: next, title: 'Fox Paving' })
})

test('S-09: a file that a client uploads while the permit changes its client is hidden from the new client', async () => {
  const permit = await newPermit()
  const upload = {
    method: 'POST' as const,
    url: '/api/aws/createFile',
    headers: { 'content-type': 'application/json' },
  }
  const payload = JSON.stringify({
    name: 'plan.pdf',
    size: 3,
    mimeType: 'application/pdf',
    parentId: `permits/${permit}`,
  })
  const made = (await portal.send({ ...upload, payload }, people.client)).json<{ file: { pid: string } }>()
    .file.pid
  await move(permit)
  const [row] = await portal.deps.database.query(
    'select visibility from files where pid = $1',
    [made],
    z.object({ visibility: z.string() }),
  )
  assert.equal(row?.visibility, 'INTERNAL')
  assert.equal((await portal.send({ ...upload, payload }, people.client)).statusCode, 404)
})

test('S-09: allocations never name a permit or payment of another client', async () => {
  const permit = await newPermit()
  await make('payments', { permit, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 500 })
  const payment = await make('payments', {
    org: former,
    kind: 'DEPOSIT',
    feeCode: 'SERVICE_FEE',
    amount: 900,
  })
  await ask(people.admin, 'POST', `payments/${payment}/transitions`, {
    to: 'PAID',
    reason: 'Check',
    method: 'CHEQUE',
  })
  await ask(people.team, 'POST', `payments/${payment}/allocations`, { permit, amount: 500 })
  const before = Allocations.parse(await ask(people.client, 'GET', `payments/${payment}/allocations`))
  assert.equal(before.allocations[0]?.permit?.pid, permit)
  await move(permit)
  await ask(people.admin, 'PATCH', `permits/${permit}`, { title: 'Zebraquartz secret project' })
  const seen = Allocations.parse(await ask(people.client, 'GET', `payments/${payment}/allocations`))
  assert.deepEqual(
    seen.allocations.map((allocation) => [allocation.permit, allocation.amount]),
    [[null, 500]],
  )
  assert.equal(seen.allocated, 500)
  assert.deepEqual(
    PermitAllocations.parse(await ask(neighbor, 'GET', `permits/${permit}/allocations`)).allocations,
    [],
  )
  const staff = Allocations.parse(await ask(people.team, 'GET', `payments/${payment}/allocations`))
  assert.equal(staff.allocations[0]?.permit?.title, 'Zebraquartz secret project')
})

test("S-09: a search never finds a client's record by the text of a record they may not see", async () => {
  const permit = await newPermit()
  const fee = await make('payments', { permit, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 500 })
  const count = async (person: Person, searchToken: string) => {
    const response = await portal.crud(person, {
      apiPath: 'payments/search',
      method: 'GET',
      query: { searchToken },
    })
    return response.json<{ metadata: { count: number } }>().metadata.count
  }
  await ask(people.admin, 'PATCH', `permits/${permit}`, { title: 'Ordinaryname' })
  assert.equal(await count(people.client, 'ordinaryname'), 1)
  await move(permit)
  await ask(people.admin, 'PATCH', `permits/${permit}`, { title: 'Zebraquartzfox' })
  for (const word of ['zebraquartzfox', 'ordinaryname'])
    assert.equal(await count(people.client, word), 0, word)
  assert.deepEqual((await ask(people.client, 'GET', `payments/${fee}`))['permit'], null)
  // After the move back, it is found again.
  await move(permit, former)
  assert.equal(await count(people.client, 'zebraquartzfox'), 1)
})

test('S-09: a person who changes organization loses its sessions, streams, alerts and messages', async () => {
  const person = await portal.given.user({ role: 'client', org: former })
  const permit = await newPermit()
  await ask(
    people.admin,
    'POST',
    'alerts',
    { title: 'Zanzibar alert', user: person.pid, relatedType: 'permits', relatedPid: permit },
    201,
  )
  await portal.deps.database.query(`update alerts set org = $1 where "user" = $2`, [former, person.pid])
  await ask(
    people.admin,
    'POST',
    'notifications',
    { subject: 'Zanzibar message', audience: 'USER', recipientUser: person.pid },
    201,
  )
  const found = (cookie: string) =>
    Promise.all(
      ['alerts', 'notifications'].map(async (collection) => {
        const headers = { 'content-type': 'application/json', cookie }
        const payload = JSON.stringify({
          apiPath: `${collection}/search`,
          method: 'GET',
          query: { searchToken: 'zanzibar' },
        })
        const response = await portal.send({ method: 'POST', url: '/api/crud', headers, payload })
        return response.json<{ metadata: { count: number } }>().metadata.count
      }),
    )
  const cookie = await portal.given.cookieOf(person)
  assert.deepEqual(await found(cookie), [1, 1])
  const stream = await openStream(portal.app, cookie)
  await stream.beginning
  await ask(people.admin, 'PATCH', `users/${person.pid}`, { org: next })
  await ask(people.admin, 'PATCH', `permits/${permit}`, { title: 'Of the former organization' })
  await stream.ended
  assert.deepEqual(stream.rest(), [])
  assert.equal(
    (await portal.send({ method: 'GET', url: '/api/auth/me', headers: { cookie } })).statusCode,
    401,
  )
  assert.deepEqual(await found(await signInAgain(person)), [0, 0])
})

test('S-09: a stream ends when its person may see other records, although the session continues', async () => {
  const person = await portal.given.user({ role: 'client', org: null })
  const stream = await openStream(portal.app, await portal.given.cookieOf(person))
  const { id } = await stream.beginning
  await ask(people.admin, 'PATCH', `users/${person.pid}`, { org: next })
  const permit = await newPermit(next)
  await stream.ended
  // The page reconnects automatically with the last event id and now receives the events of the new
  // organization.
  const renewed = await openStream(portal.app, await portal.given.cookieOf(person), id)
  const event = await renewed.next('record')
  assert.deepEqual(event.data, { collection: 'permits', pid: permit, action: 'create', version: 1 })
  renewed.close()
})

/** The Cookie header of a new session of the person. */
async function signInAgain({ pid }: Person): Promise<string> {
  const token = portal.deps.ids.token()
  const principal = { kind: 'person', pid } as const
  const session = {
    token,
    id: portal.deps.ids.pid(),
    principal,
    method: 'demo',
    stage: 'full',
    userAgent: null,
    address: null,
  } as const
  await insertSession(portal.deps.database.kysely, { ...session, now: portal.clock.now() })
  return `${sessionCookie}=${token}`
}
