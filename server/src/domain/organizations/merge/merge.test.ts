import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MadeMerge, MergePreview, sessionCookie } from '@portal/contract'
import type { Role, TableName } from '@portal/contract'
import { z } from 'zod'
import { assertValueTotals } from '#engine/oracle/test-support/value-totals.ts'
import { givenFile } from '#files/test-support/given-files.ts'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import { insertSession } from '#platform/sessions/sessions.queries.ts'
import { apiClient } from '#test-support/api-client.ts'
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

const ask = apiClient(() => portal)
const Row = z.record(z.string(), z.unknown())
const query = (text: string, values: unknown[] = []) => portal.deps.database.query(text, values, Row)
const make = async (collection: string, body: object) =>
  String((await ask(people.admin, 'POST', collection, body, 201))['pid'])
const countOf = async (person: Person, collection: string, filter: object = {}) => {
  const response = await portal.crud(person, { apiPath: collection, method: 'GET', query: { filter } })
  return response.json<{ metadata: { count: number } }>().metadata.count
}

async function finish(started: Record<string, unknown>): Promise<void> {
  const { job } = z.object({ job: z.object({ id: z.string() }) }).parse(started)
  assert.equal((await endOfJob(portal, people.admin, job.id)).state, 'done')
}
const merge = async (losing: string, into: string, fields: object = {}) =>
  finish(await ask(people.admin, 'POST', `orgs/${losing}/merge`, { into, fields }, 202))
const undo = async (losing: string) =>
  finish(await ask(people.admin, 'POST', `orgs/${losing}/merge/undo`, undefined, 202))
const preview = async (losing: string, into: string) => {
  const query = { into }
  const response = await portal.crud(people.admin, { apiPath: `orgs/${losing}/merge`, method: 'GET', query })
  return MergePreview.parse(response.json())
}
const madeMerge = async (losing: string) =>
  MadeMerge.parse(await ask(people.admin, 'GET', `orgs/${losing}/merge`))

/** The Cookie header of a new session of the person. */
async function signInAgain({ pid }: Person): Promise<string> {
  const token = portal.deps.ids.token()
  await insertSession(portal.deps.database.kysely, {
    token,
    id: portal.deps.ids.pid(),
    principal: { kind: 'person', pid },
    method: 'demo',
    stage: 'full',
    userAgent: null,
    address: null,
    now: portal.clock.now(),
  })
  return `${sessionCookie}=${token}`
}

/** Two organizations: one with a record of every kind, one with a permit and a person. */
async function givenPair() {
  const losing = await portal.given.org({ name: 'Acme Building' })
  const into = await portal.given.org({ name: 'Acme Group' })
  const [lost, kept] = [
    await portal.given.user({ role: 'client', org: losing }),
    await portal.given.user({ role: 'client', org: into }),
  ]
  const permit = await make('permits', { title: 'Two garages', org: losing, permitType: 'SIGN' })
  await make('permits', { title: 'One garage', org: into, permitType: 'SIGN' })
  const task = await make('ctasks', { title: 'Sign', assignedOrg: losing, permit, taskType: 'SIGN' })
  const fee = await make('payments', { permit, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 12_300 })
  const contact = await make('contacts', {
    name: 'Jo',
    role: 'OWNER',
    org: losing,
    email: `${permit}@a.example`,
  })
  await ask(people.admin, 'POST', `permits/${permit}/notes`, { content: 'Hello', visibility: 'CLIENT' }, 201)
  return { losing, into, lost, kept, permit, task, fee, contact }
}

const counted: readonly (readonly [TableName, string])[] = [
  ['permits', 'bucket, status, org'],
  ['tasks', 'audience, status, org'],
  ['payments', 'status, org'],
  ['rts', 'status, org'],
  ['orgs', 'status'],
  ['users', 'status, role'],
]

/** The totals that lists are counted by are those of the rows. */
async function assertTotals(): Promise<void> {
  for (const [table, keys] of counted) {
    const sorted = (text: string) => query(`select * from (${text}) f order by f::text`)
    assert.deepEqual(
      await sorted(
        `select ${keys}, sum(n)::int as n from ${table}_counts group by ${keys} having sum(n) <> 0`,
      ),
      await sorted(
        `select ${keys}, count(*)::int as n from ${table} where deleted_at is null group by ${keys}`,
      ),
      table,
    )
    await assertValueTotals(portal.deps.database, table)
  }
}

/** Everything that refers to one of these organizations, without the columns that every write changes. */
async function everything(...orgs: string[]): Promise<unknown> {
  const rows = (table: string, condition: string) =>
    query(
      `select to_jsonb(t) - 'version' - 'updated_at' - 'updated_by' as row from ${table} t where ${condition} order by t::text`,
      [orgs],
    )
  return Promise.all([
    ...['permits', 'rts', 'payments', 'users', 'contacts'].map((table) => rows(table, 'org = any($1)')),
    rows('tasks', 'org = any($1) or assigned_org = any($1)'),
    rows('orgs', 'pid = any($1)'),
    rows('conditions', 'org = any($1)'),
    query(
      `select pid, root, org, name, parent_pid from files where split_part(root, '/', 2) = any($1) or org = any($1) order by pid`,
      [orgs],
    ),
    query('select message, pid from mail_links where pid = any($1) order by 1, 2', [orgs]),
  ])
}

test('everything of the losing organization belongs to the surviving one, which alone can be chosen then', async () => {
  const { losing, into, permit, task, fee, contact } = await givenPair()
  const before = await preview(losing, into)
  assert.deepEqual(
    Object.fromEntries(before.moves.filter(({ count }) => count > 0).map(({ part, count }) => [part, count])),
    { permits: 1, payments: 1, tasks: 1, users: 1, contacts: 1, notifications: 2 },
  )
  assert.deepEqual(before.blockers, [])
  await merge(losing, into)
  for (const [path, field] of [
    [`permits/${permit}`, 'org'],
    [`ctasks/${task}`, 'assignedOrg'],
    [`payments/${fee}`, 'org'],
    [`contacts/${contact}`, 'org'],
  ] as const)
    assert.equal(Row.parse((await ask(people.admin, 'GET', path))[field])['pid'], into, path)
  const old = await ask(people.admin, 'GET', `orgs/${losing}`)
  assert.deepEqual([old['status'], old['mergedInto']], ['CLOSED', { pid: into, title: 'Acme Group' }])
  await ask(people.admin, 'POST', 'permits', { title: 'x', org: losing, permitType: 'SIGN' }, 400)
  await ask(people.admin, 'PATCH', `orgs/${losing}`, { city: 'Austin' }, 409)
  const found = await portal.crud(people.admin, {
    apiPath: 'orgs/lookup',
    method: 'GET',
    query: { searchToken: 'Acme Building' },
  })
  assert.deepEqual(
    found.json<{ options: { pid: string }[] }>().options.filter(({ pid }) => pid === losing),
    [],
  )
  assert.equal((await ask(people.team, 'GET', `clients/${losing}`))['pid'], into)
})

test('counters, search, balance and row rules are right after a merge and after its undo', async () => {
  const { losing, into, lost, kept, permit } = await givenPair()
  const search = async (person: Person, searchToken: string) => {
    const response = await portal.crud(person, {
      apiPath: 'permits/search',
      method: 'GET',
      query: { searchToken, filter: { title: 'Two garages' } },
    })
    return response.json<{ permits: { pid: string }[] }>().permits.map(({ pid }) => pid)
  }
  const balance = async (org: string) => (await ask(people.admin, 'GET', `orgs/${org}`))['balance']
  const former = await everything(losing, into)
  assert.deepEqual([await balance(losing), await balance(into)], [12_300, 0])
  await merge(losing, into)
  await assertTotals()
  assert.deepEqual([await balance(losing), await balance(into)], [0, 12_300])
  assert.equal((await ask(people.admin, 'GET', `orgs/${into}`))['openPermits'], 2)
  assert.ok((await search(people.team, 'Acme Group')).includes(permit))
  for (const cookie of [await signInAgain(lost), await portal.given.cookieOf(kept)]) {
    const read = async (apiPath: string) => {
      const payload = JSON.stringify({ apiPath, method: 'GET' })
      const headers = { cookie, 'content-type': 'application/json' }
      return (await portal.send({ method: 'POST', url: '/api/crud', headers, payload })).json<unknown>()
    }
    const Counted = z.object({ metadata: z.object({ count: z.number() }) })
    assert.equal(Counted.parse(await read('permits')).metadata.count, 2)
    assert.equal(Counted.parse(await read('payments')).metadata.count, 1)
    const { notes } = z.object({ notes: z.array(Row) }).parse(await read(`permits/${permit}/notes`))
    assert.equal(notes.length, 1, 'notes are read from before the merge')
  }
  assert.equal(await countOf(people.client, 'permits', { org: into }), 0)
  await undo(losing)
  await assertTotals()
  assert.deepEqual(await everything(losing, into), former)
  assert.deepEqual([await balance(losing), await balance(into)], [12_300, 0])
  assert.equal((await search(people.team, 'Acme Group')).includes(permit), false)
  assert.equal(await countOf(kept, 'permits'), 1)
  assert.equal(await countOf(kept, 'payments'), 0)
})

test('people of the losing organization are signed out and then belong to the surviving one', async () => {
  const { losing, into, lost } = await givenPair()
  assert.equal((await ask(lost, 'GET', `orgs/${losing}`))['pid'], losing)
  await merge(losing, into)
  const old = await portal.crud(lost, { apiPath: 'permits', method: 'GET' })
  assert.equal(old.statusCode, 401)
})

test('differing fields get the chosen value, mail domains are joined, and what is empty is filled', async () => {
  const { losing, into } = await givenPair()
  await ask(people.admin, 'PATCH', `orgs/${losing}`, {
    city: 'Austin',
    phone: '555-0100',
    licenceExpiry: '2027-01-01',
    emailDomains: ['a.example', 'b.example'],
  })
  await ask(people.admin, 'PATCH', `orgs/${into}`, { city: 'Waco', emailDomains: ['b.example', 'c.example'] })
  const { fields } = await preview(losing, into)
  assert.deepEqual(
    fields.map(({ field, choice }) => [field, choice]),
    [
      ['legalName', 'surviving'],
      ['phone', 'losing'],
      ['city', 'surviving'],
      ['licenceExpiry', 'losing'],
      ['emailDomains', 'both'],
    ],
  )
  for (const wrong of [{ kind: 'losing' }, { city: 'both' }])
    await ask(people.admin, 'POST', `orgs/${losing}/merge`, { into, fields: wrong }, 400)
  await merge(losing, into, { city: 'losing' })
  const merged = await ask(people.admin, 'GET', `orgs/${into}`)
  assert.deepEqual(
    ['legalName', 'phone', 'city', 'licenceExpiry', 'emailDomains'].map((name) => merged[name]),
    ['Acme Group', '555-0100', 'Austin', '2027-01-01', ['b.example', 'c.example', 'a.example']],
  )
  await undo(losing)
  const again = await ask(people.admin, 'GET', `orgs/${into}`)
  assert.deepEqual(
    ['phone', 'city', 'licenceExpiry', 'emailDomains'].map((name) => again[name] ?? null),
    [null, 'Waco', null, ['b.example', 'c.example']],
  )
})

test('files, folders, mail and conditions move, a taken name gets a number, and all of it goes back', async () => {
  const { losing, into } = await givenPair()
  const file = (root: string, name: string, parent: string | null = null, org: string | null = null) =>
    givenFile(portal.deps, { root, name, parent, org, bytes: Buffer.from('x') })
  const folder = await givenFile(portal.deps, { root: `orgs/${losing}`, name: 'Plans' })
  await file(`orgs/${losing}`, 'a.pdf', folder)
  const taken = await file(`orgs/${losing}`, 'Terms.pdf')
  await file(`orgs/${into}`, 'terms.pdf')
  const upload = await file('uploads', 'b.pdf', null, losing)
  const { library } = await ask(people.admin, 'GET', `orgs/${losing}/conditions`)
  const [code, other] = z
    .array(z.looseObject({ code: z.string() }))
    .parse(library)
    .map((each) => each.code)
  await ask(people.admin, 'POST', `orgs/${losing}/conditions`, { code }, 201)
  await ask(people.admin, 'POST', `orgs/${losing}/conditions`, { code: other }, 201)
  const own = await ask(people.admin, 'POST', `orgs/${into}/conditions`, { code }, 201)
  const [settled] = z
    .array(z.looseObject({ pid: z.string(), code: z.string() }))
    .parse(own['conditions'])
    .filter((each) => each.code === code)
  await ask(people.admin, 'PATCH', `orgs/${into}/conditions/${settled?.pid}`, { status: 'MET' })
  await query(
    `insert into mail_links (message, collection, pid, reason, detail, linked_at, mailbox, subject, received_at)
      values ('m1', 'orgs', $1, 'by-hand', '', now(), 'x', 's', now())`,
    [losing],
  )
  const former = await everything(losing, into)
  await merge(losing, into)
  const files = await query('select name from files where root = $1 order by lower(name)', [`orgs/${into}`])
  assert.deepEqual(
    files.map(({ name }) => name),
    ['a.pdf', 'Plans', 'Terms (1).pdf', 'terms.pdf'],
  )
  assert.deepEqual(await query('select org from files where pid = $1', [upload]), [{ org: into }])
  assert.deepEqual(await query("select pid from mail_links where message = 'm1'"), [{ pid: into }])
  const after = await ask(people.admin, 'GET', `orgs/${into}/conditions`)
  const conditions = z
    .array(z.looseObject({ code: z.string(), status: z.string() }))
    .parse(after['conditions'])
  assert.equal(conditions.find((each) => each.code === code)?.status, 'OPEN', 'an open condition stays open')
  assert.ok(conditions.some((each) => each.code === other))
  const added = await file(`orgs/${into}`, 'new.pdf', folder)
  await undo(losing)
  assert.deepEqual(await query('select root from files where pid = $1', [added]), [
    { root: `orgs/${losing}` },
  ])
  await query('delete from files where pid = $1', [added])
  assert.deepEqual(await everything(losing, into), former)
  assert.deepEqual(await query('select name from files where pid = $1', [taken]), [{ name: 'Terms.pdf' }])
})

test('a merge is refused naming what blocks it, and is for administrators alone', async () => {
  const { losing, into, lost } = await givenPair()
  for (const person of [people.team, people.client, lost])
    await ask(person, 'POST', `orgs/${losing}/merge`, { into }, 403)
  await ask(people.admin, 'POST', `orgs/${losing}/merge`, { into: losing }, 400)
  await ask(people.admin, 'POST', `orgs/${losing}/merge`, { into: 'nobody' }, 404)
  await merge(losing, into)
  const third = await portal.given.org({ name: 'Third' })
  const again = await ask(people.admin, 'POST', `orgs/${losing}/merge`, { into: third }, 409)
  assert.match(String(again['detail']), /Acme Building is already merged/)
})

test('a merge is undone with what was added to its permits since, but not after money, a submission or a new client joined both', async () => {
  const { losing, into, permit } = await givenPair()
  await merge(losing, into)
  const task = await make('ctasks', { title: 'More', assignedOrg: into, permit, taskType: 'SIGN' })
  const fee = await make('payments', { permit, kind: 'FEE', feeCode: 'PLAN_REVIEW', amount: 100 })
  const refused = await ask(people.admin, 'POST', `orgs/${losing}/merge/undo`, undefined, 409)
  assert.match(String(refused['detail']), /PY-\S+ was recorded after the merge/)
  assert.equal((await madeMerge(losing)).blockers.length, 1)
  await ask(people.admin, 'DELETE', `payments/${fee}`)
  await ask(people.admin, 'PATCH', `orgs/${into}`, { city: 'Waco' })
  await undo(losing)
  assert.equal(Row.parse((await ask(people.admin, 'GET', `ctasks/${task}`))['assignedOrg'])['pid'], losing)
  assert.equal(Row.parse((await ask(people.admin, 'GET', `permits/${permit}`))['org'])['pid'], losing)

  await merge(losing, into)
  const third = await portal.given.org({ name: 'Third' })
  await ask(people.admin, 'PATCH', `permits/${permit}`, { org: third })
  const gone = await ask(people.admin, 'POST', `orgs/${losing}/merge/undo`, undefined, 409)
  assert.match(String(gone['detail']), /PM-\S+ belongs to another organization by now/)
})

test('an organization that absorbed another one can be merged on; the merges are undone in reverse order', async () => {
  const { losing, into, permit } = await givenPair()
  const third = await portal.given.org({ name: 'Acme Holding' })
  await merge(losing, into)
  await merge(into, third)
  assert.deepEqual((await ask(people.admin, 'GET', `orgs/${losing}`))['mergedInto'], {
    pid: third,
    title: 'Acme Holding',
  })
  const refused = await ask(people.admin, 'POST', `orgs/${losing}/merge/undo`, undefined, 409)
  assert.match(String(refused['detail']), /Undo that merge first/)
  await undo(into)
  await undo(losing)
  assert.equal(Row.parse((await ask(people.admin, 'GET', `permits/${permit}`))['org'])['pid'], losing)
  assert.equal((await ask(people.admin, 'GET', `orgs/${losing}`))['mergedInto'] ?? null, null)
})
