import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Conditions, History, AvailableTransitions } from '@portal/contract'
import type { Role } from '@portal/contract'
import { openStream } from '#test-support/event-stream.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { packagesIn } from './test-support/packages.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const { ask, step, prepared } = packagesIn(
  () => portal,
  () => people,
)

/** A separate organization per test, since its conditions affect all of its permits. */
async function newOrganization() {
  const org = await portal.given.org({ name: 'Acme Builders' })
  const client = await portal.given.user({ role: 'client', org })
  const newPermit = async () =>
    String(
      (
        await ask(
          people.team,
          'POST',
          'permits',
          { title: 'Sign', org, permitType: 'SIGN', city: 'Austin' },
          201,
        )
      )['pid'],
    )
  return { org, client, newPermit }
}
const put = (pid: string, status: string) =>
  portal.deps.database.query('update permits set status = $2 where pid = $1', [pid, status])
const conditionsOf = async (path: string, person = people.admin) =>
  Conditions.parse(await ask(person, 'GET', `${path}/conditions`)).conditions
const required = { text: 'Insured', kind: 'PRIOR_TO_SUBMIT', severity: 'REQUIRED' }

/** Adds a free-text condition; returns its path. */
async function add(path: string, body: object = {}): Promise<string> {
  const { conditions } = Conditions.parse(
    await ask(people.admin, 'POST', `${path}/conditions`, { ...required, ...body }, 201),
  )
  const own = conditions.filter(({ organization }) => path.startsWith('orgs') || organization === null)
  return `${path}/conditions/${own.at(-1)?.pid ?? ''}`
}
const unmet = async (path: string, to: string) => (await step(path, to, 409))['unmet']

/** All reasons that block a transition. */
async function whyNot(path: string, to: string, person = people.team): Promise<string[]> {
  const { transitions } = AvailableTransitions.parse(await ask(person, 'GET', `${path}/transitions`))
  return transitions.find((transition) => transition.to === to)?.whyNot ?? ['not offered']
}

/** A file of a record. */
async function newFile(root: string): Promise<string> {
  const pid = portal.deps.ids.pid()
  await portal.deps.database.query(
    `insert into files (pid, root, name, mime_type, size, status, visibility, store_key, created_at, updated_at)
      values ($1, $2, 'Policy.pdf', 'application/pdf', 3, 'done', 'CLIENT', 'k', now(), now())`,
    [pid, root],
  )
  return pid
}

test('a condition blocks the permit until it is met with evidence or an administrator waives it (domain.md 3)', async () => {
  const pid = await (await newOrganization()).newPermit()
  const path = `permits/${pid}/conditions`
  const { library } = Conditions.parse(await ask(people.team, 'GET', path))
  assert.ok(library.some(({ code }) => code === 'INSURANCE_PROVEN'))
  await ask(people.client, 'POST', path, { code: 'INSURANCE_PROVEN' }, 403)
  await ask(people.team, 'POST', path, { code: 'DAYLIGHT_ONLY' }, 400)
  await ask(people.team, 'POST', path, { code: 'INSURANCE_PROVEN' }, 201)
  await ask(people.team, 'POST', path, { code: 'INSURANCE_PROVEN' }, 409)
  await ask(
    people.team,
    'POST',
    path,
    { text: 'Neighbours told', kind: 'PRIOR_TO_ISSUE', severity: 'HOLD' },
    201,
  )
  await ask(
    people.team,
    'POST',
    path,
    { text: 'Mind the tree', kind: 'PRIOR_TO_ISSUE', severity: 'NOTICE' },
    201,
  )
  const [insurance = '', neighbours = ''] = (await conditionsOf(`permits/${pid}`)).map(
    (condition) => `${path}/${condition.pid}`,
  )
  await put(pid, 'APPROVED')
  assert.deepEqual(await unmet(`permits/${pid}`, 'ISSUED'), [
    '2 conditions must be met or waived before issuance.',
  ])
  await ask(
    people.team,
    'PATCH',
    insurance,
    { status: 'MET', evidence: await newFile('permits/another') },
    400,
  )
  await ask(people.team, 'PATCH', insurance, { status: 'MET', evidence: await newFile(`permits/${pid}`) })
  await ask(people.team, 'PATCH', neighbours, { status: 'WAIVED', reason: 'None live there' }, 403)
  await ask(people.admin, 'PATCH', neighbours, { status: 'WAIVED' }, 400)
  await ask(people.admin, 'PATCH', neighbours, { status: 'WAIVED', reason: 'None live there' })
  await ask(people.admin, 'PATCH', `${path}/nothing`, { status: 'MET' }, 404)
  await step(`permits/${pid}`, 'ISSUED')
})

test('open conditions of an organization block submission of its permits, packages and bulk changes (domain.md 4)', async () => {
  const { permit, pack } = await prepared()
  const [org, other] = [`orgs/${people.client.org ?? ''}`, `orgs/${(await newOrganization()).org}`]
  await add(other)
  const insured = await add(org)
  const signed = await add(org, { severity: 'HOLD' })
  await add(org, { severity: 'NOTICE' })
  await add(org, { kind: 'DURING' })
  const settle = (path: string, body: object) => ask(people.admin, 'PATCH', path, body)
  const beforePackage = (count: string) => [`${count} must be met or waived before submittal.`]
  assert.deepEqual(await whyNot(`rts/${pack}`, 'READY'), beforePackage('2 client conditions'))
  assert.deepEqual(await unmet(`rts/${pack}`, 'READY'), beforePackage('2 client conditions'))
  await settle(insured, { status: 'MET', evidence: await newFile(org) })
  assert.deepEqual(await unmet(`rts/${pack}`, 'READY'), beforePackage('1 client condition'))
  await settle(signed, { status: 'WAIVED', reason: 'Signed on paper' })
  await step(`rts/${pack}`, 'READY')
  assert.equal((await ask(people.team, 'GET', `permits/${permit}`))['status'], 'READY_TO_SUBMIT')

  await settle(insured, { status: 'OPEN' })
  const sentence = '1 client condition must be met or waived before submittal.'
  assert.deepEqual(await whyNot(`permits/${permit}`, 'SUBMITTED'), [sentence])
  assert.deepEqual(await unmet(`permits/${permit}`, 'SUBMITTED'), [sentence])
  assert.deepEqual(await unmet(`rts/${pack}`, 'SUBMITTED'), beforePackage('1 client condition'))
  const bulk = await ask(people.team, 'POST', 'permits/transitions', { pids: [permit], to: 'SUBMITTED' })
  assert.deepEqual(bulk, { updated: 0, failed: [{ pid: permit, reason: sentence }] })
  await settle(insured, { status: 'MET' })
  assert.deepEqual(await whyNot(`permits/${permit}`, 'SUBMITTED'), [])
  await step(`permits/${permit}`, 'SUBMITTED')
})

test('issuance lists open conditions of the permit and of its organization separately, of no other (domain.md 2)', async () => {
  const [mine, theirs] = [await newOrganization(), await newOrganization()]
  const [permit, neighbour] = [await mine.newPermit(), await theirs.newPermit()]
  for (const pid of [permit, neighbour]) await put(pid, 'APPROVED')
  const own = await add(`permits/${permit}`, { kind: 'PRIOR_TO_ISSUE' })
  const shared = await add(`orgs/${mine.org}`, { kind: 'PRIOR_TO_ISSUE' })
  assert.deepEqual(await unmet(`permits/${permit}`, 'ISSUED'), [
    '1 condition must be met or waived before issuance.',
    '1 client condition must be met or waived before issuance.',
  ])
  await step(`permits/${neighbour}`, 'ISSUED')
  for (const path of [own, shared]) await ask(people.admin, 'PATCH', path, { status: 'MET' })
  await step(`permits/${permit}`, 'ISSUED')
})

test('a permit also lists, marked and last, its organization’s conditions, which are settled there only (domain.md 4)', async () => {
  const { org, client, newPermit } = await newOrganization()
  const permit = `permits/${await newPermit()}`
  await add(`orgs/${org}`, { text: 'Agreement signed' })
  await add(permit, { text: 'Route approved' })
  for (const person of [people.team, people.admin, client]) {
    const told = (await conditionsOf(permit, person)).map(({ text, organization }) => [text, organization])
    assert.deepEqual(told, [
      ['Route approved', null],
      ['Agreement signed', { pid: org, title: 'Acme Builders' }],
    ])
  }
  const shared = (await conditionsOf(permit)).at(-1)?.pid ?? ''
  const sentence = 'This is a client condition. Update it in the client’s conditions.'
  assert.deepEqual(
    (await ask(people.admin, 'PATCH', `${permit}/conditions/${shared}`, { status: 'MET' }, 409))['unmet'],
    [sentence],
  )
  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  await ask(stranger, 'GET', `${permit}/conditions`, undefined, 404)
})

test('administrators manage an organization’s conditions, its own client reads them, nobody else does (domain.md 5)', async () => {
  const { org, client } = await newOrganization()
  const path = `orgs/${org}/conditions`
  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  const settled = await add(`orgs/${org}`)
  for (const [person, read, write] of [
    [people.superadmin, 200, 201],
    [people.admin, 200, 201],
    [people.team, 403, 403],
    [client, 200, 403],
    [stranger, 404, 403],
  ] as const) {
    await ask(person, 'GET', path, undefined, read)
    await ask(person, 'POST', path, required, write)
    await ask(person, 'PATCH', settled, { status: 'MET' }, write === 201 ? 200 : write)
  }
  const seen = Conditions.parse(await ask(client, 'GET', path))
  assert.deepEqual(
    [seen.library, new Set(seen.conditions.map(({ organization }) => organization?.pid))],
    [[], new Set([org])],
  )
})

test('the library offers each unused condition of an organization once; an invalid one is refused (contract.md 2)', async () => {
  const { org, newPermit } = await newOrganization()
  const path = `orgs/${org}/conditions`
  const code = 'LIABILITY_INSURANCE_CURRENT'
  const offered = async () =>
    Conditions.parse(await ask(people.admin, 'GET', path)).library.map((entry) => entry.code)
  assert.ok((await offered()).includes(code))
  const posts = [1, 2, 3].map(() =>
    portal.crud(people.admin, { apiPath: path, method: 'POST', body: { code } }),
  )
  const statuses = (await Promise.all(posts)).map(({ statusCode }) => statusCode)
  assert.deepEqual(
    statuses.toSorted((status, another) => status - another),
    [201, 409, 409],
  )
  assert.ok(!(await offered()).includes(code))
  await ask(people.admin, 'POST', `orgs/${(await newOrganization()).org}/conditions`, { code }, 201)

  const one = await add(`orgs/${org}`)
  for (const body of [
    { code: 'INSURANCE_PROVEN' },
    { code: 5 },
    {},
    { ...required, kind: 'LATER' },
    { ...required, dueDate: '2026-02-30' },
    { ...required, org },
  ])
    await ask(people.admin, 'POST', path, body, 400)
  for (const body of [
    { status: 'DONE' },
    { status: 'WAIVED' },
    {},
    { status: 'MET', evidence: 'nothing' },
    { status: 'MET', evidence: await newFile(`permits/${org}`) },
  ])
    await ask(people.admin, 'PATCH', one, body, 400)
  await ask(people.admin, 'PATCH', `${path}/nothing`, { status: 'MET' }, 404)
  await ask(people.admin, 'GET', 'orgs/nothing/conditions', undefined, 404)
  const ofPermit = await add(`permits/${await newPermit()}`)
  await ask(people.admin, 'PATCH', `${path}/${ofPermit.split('/').at(-1) ?? ''}`, { status: 'MET' }, 404)
})

test('a permit that changes organization has the new one’s conditions; a deleted organization’s do not apply', async () => {
  const [former, next] = [await newOrganization(), await newOrganization()]
  const permit = `permits/${await former.newPermit()}`
  await add(`orgs/${former.org}`, { text: 'Former' })
  await add(`orgs/${next.org}`, { text: 'Next', kind: 'PRIOR_TO_ISSUE' })
  const texts = async () => (await conditionsOf(permit)).map(({ text }) => text)
  assert.deepEqual(await texts(), ['Former'])
  await ask(people.team, 'PATCH', permit, { org: next.org })
  assert.deepEqual(await texts(), ['Next'])
  await put(permit.slice('permits/'.length), 'APPROVED')
  const sentence = '1 client condition must be met or waived before issuance.'
  assert.deepEqual(await whyNot(permit, 'ISSUED'), [sentence])
  await ask(people.admin, 'DELETE', `orgs/${next.org}`)
  assert.deepEqual([await texts(), await whyNot(permit, 'ISSUED')], [[], []])
  await ask(people.admin, 'POST', `orgs/${next.org}/restore`)
  assert.deepEqual([await texts(), await whyNot(permit, 'ISSUED')], [['Next'], [sentence]])
})

test('changes of conditions are in the organization’s history and reach open pages immediately (contract.md 7)', async () => {
  const { org, client } = await newOrganization()
  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  const listen = async (person: Person) => openStream(portal.app, await portal.given.cookieOf(person))
  const [toTeam, toClient, toStranger] = [
    await listen(people.team),
    await listen(client),
    await listen(stranger),
  ]
  try {
    const path = await add(`orgs/${org}`)
    const event = { collection: 'conditions', pid: path.split('/').at(-1), action: 'update', version: 1 }
    assert.deepEqual((await toTeam.next('record')).data, event)
    const heard = [(await toClient.next('record')).data, (await toClient.next('record')).data]
    assert.deepEqual(heard, [{ collection: 'orgs', pid: org, action: 'update', version: 1 }, event])
    await ask(people.admin, 'PATCH', path, { status: 'MET' })
    assert.deepEqual((await toTeam.next('record')).data, { ...event, version: 2 })
    await ask(people.team, 'POST', 'permits', { title: 'Theirs', org: stranger.org, permitType: 'SIGN' }, 201)
    const theirs = (await toStranger.next('record')).data
    assert.deepEqual([Object(theirs).collection, toStranger.rest()], ['permits', []])
  } finally {
    for (const stream of [toTeam, toClient, toStranger]) stream.close()
  }
  const { changes } = History.parse(await ask(people.admin, 'GET', `orgs/${org}/history`))
  assert.deepEqual(
    changes.flatMap((line) => line.changes),
    [
      { field: 'condition', from: 'Insured OPEN', to: 'Insured MET' },
      { field: 'condition', from: null, to: 'Insured' },
    ],
  )
})
