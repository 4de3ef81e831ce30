import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CurrentUser, SignOffActs, AvailableTransitions, orgRoles } from '@portal/contract'
import type { OrgRole, Role } from '@portal/contract'
import { z } from 'zod'
import { up } from '#platform/database/migrations/0340-org-roles.ts'
import { packagesIn } from '#domain/permits/test-support/packages.ts'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
let clients: Record<OrgRole, Person>
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
  const of = async (orgRole: OrgRole) =>
    portal.given.user({ role: 'client', org: people.client.org, orgRole })
  clients = { ORG_ADMIN: await of('ORG_ADMIN'), MEMBER: await of('MEMBER'), VIEWER: await of('VIEWER') }
})
after(() => portal.close())

const ask = apiClient(() => portal)
const { prepared, act } = packagesIn(
  () => portal,
  () => people,
)
const viewOnly = /view-only access/
const administratorsOnly = /Only an administrator of your organization/

const permitBody = () => ({ title: 'A garage', org: people.client.org, permitType: 'BUILDING' })
const draft = async (): Promise<string> =>
  String((await ask(clients.ORG_ADMIN, 'POST', 'permits', permitBody(), 201))['pid'])

async function clientTask(): Promise<string> {
  return String(
    (await ask(people.team, 'POST', 'ctasks', { title: 'Sign it', assignedOrg: people.client.org }, 201))[
      'pid'
    ],
  )
}

async function file(person: Person, parentId: string, name: string, mimeType = 'folder', size = 0) {
  return portal.send(
    {
      method: 'POST',
      url: '/api/aws/createFile',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ name, parentId, size, mimeType }),
    },
    person,
  )
}
const madeFile = async (person: Person, parentId: string) =>
  (await file(person, parentId, 'plan.pdf', 'application/pdf', 10)).json<{ file: { pid: string } }>().file.pid

test('S-13: a VIEWER reads the organization’s records; every write is 403 with the reason', async () => {
  const { VIEWER } = clients
  const permit = await draft()
  const task = await clientTask()
  const ownNote = await ask(clients.MEMBER, 'POST', `permits/${permit}/notes`, { content: 'Ours' }, 201)
  const issued = await ask(people.team, 'POST', 'permits', permitBody(), 201)
  await portal.deps.database.query(
    "update permits set status = 'ISSUED', bucket = 'processed' where pid = $1",
    [issued['pid']],
  )
  const refused: [string, string, object?][] = [
    ['POST', 'permits', permitBody()],
    ['POST', 'permits', {}],
    ['PATCH', `permits/${permit}`, { title: 'Mine' }],
    ['PATCH', 'permits', { pids: [permit], patch: { title: 'Mine' } }],
    ['DELETE', `permits/${permit}`],
    ['DELETE', 'permits', { pids: [permit] }],
    ['POST', `permits/${permit}/transitions`, { to: 'NEW' }],
    ['POST', `ctasks/${task}/transitions`, { to: 'IN_PROGRESS' }],
    ['POST', `permits/${permit}/notes`, { content: 'From me' }],
    ['POST', `permits/${String(issued['pid'])}/amend`],
    ['POST', `permits/${String(issued['pid'])}/renew`],
  ]
  for (const [method, path, body] of refused) {
    const result = await ask(VIEWER, method, path, body, 403)
    assert.match(
      String(result['detail']),
      path.includes('transitions') && path.startsWith('permits') ? administratorsOnly : viewOnly,
      `${method} ${path}`,
    )
  }
  const bulk = await ask(VIEWER, 'POST', 'ctasks/transitions', { pids: [task], to: 'SUBMITTED' })
  assert.match(JSON.stringify(bulk['failed']), viewOnly)
  for (const parentId of ['uploads', `permits/${permit}`])
    assert.equal((await file(VIEWER, parentId, 'Drawings')).statusCode, 403)
  // A VIEWER can read all of it and keeps personal settings.
  for (const path of [
    'permits',
    `permits/${permit}`,
    `permits/${permit}/notes`,
    `permits/${permit}/history`,
    'ctasks',
    `ctasks/${task}`,
  ])
    await ask(VIEWER, 'GET', path)
  assert.equal(
    (await portal.send({ method: 'GET', url: `/api/aws/listFiles?parentId=permits/${permit}` }, VIEWER))
      .statusCode,
    200,
  )
  await ask(VIEWER, 'POST', 'views', { name: 'Mine', collection: 'permits' }, 201)
  await ask(VIEWER, 'POST', 'alerts/read-all', {}, 200)
  assert.equal(JSON.stringify(ownNote).includes('Ours'), true)
})

test('S-13: a MEMBER who becomes a VIEWER cannot finish, change or withdraw earlier work', async () => {
  const person = await portal.given.user({ role: 'client', org: people.client.org, orgRole: 'MEMBER' })
  const pid = String((await ask(person, 'POST', 'permits', permitBody(), 201))['pid'])
  const { notes } = await ask(person, 'POST', `permits/${pid}/notes`, { content: 'First' }, 201)
  const note = JSON.stringify(notes).match(/"pid":"([^"]+)"/)?.[1] ?? ''
  const upload = await madeFile(person, `permits/${pid}`)
  const changed = await portal.crud(person, {
    apiPath: 'permits',
    method: 'PATCH',
    body: { pids: [pid], patch: { title: 'Two garages' } },
  })
  assert.equal(changed.statusCode, 200, changed.body)
  const jobs = await portal.deps.database.query(
    'select id from jobs where owner = $1',
    [person.pid],
    z.object({ id: z.string() }),
  )
  await portal.deps.database.query("update users set org_role = 'VIEWER' where pid = $1", [person.pid])
  await ask(person, 'PATCH', `permits/${pid}`, { title: 'Changed' }, 403)
  await ask(person, 'PATCH', `permits/${pid}/notes/${note}`, { content: 'Second' }, 403)
  await ask(person, 'DELETE', `permits/${pid}/notes/${note}`, undefined, 403)
  const send = async (method: 'POST' | 'DELETE', url: string) =>
    (await portal.send({ method, url }, person)).statusCode
  assert.equal(await send('POST', `/api/aws/markAsDone?pid=${upload}`), 403)
  assert.equal(await send('DELETE', `/api/aws/deleteFile?fileId=${upload}`), 403)
  assert.equal(jobs.length, 1)
  for (const { id } of jobs) assert.equal(await send('POST', `/api/jobs/${id}/undo`), 403)
})

test('S-13: a MEMBER drafts, uploads and works on client tasks, but cannot submit, withdraw or approve', async () => {
  const { MEMBER } = clients
  const pid = String((await ask(MEMBER, 'POST', 'permits', permitBody(), 201))['pid'])
  await ask(MEMBER, 'PATCH', `permits/${pid}`, { title: 'A carport' })
  await ask(MEMBER, 'POST', `permits/${pid}/notes`, { content: 'From us' }, 201)
  assert.equal((await file(MEMBER, `permits/${pid}`, 'Drawings')).statusCode, 201)
  const task = await clientTask()
  await ask(MEMBER, 'POST', `ctasks/${task}/transitions`, { to: 'IN_PROGRESS' })
  await ask(MEMBER, 'POST', `ctasks/${task}/transitions`, { to: 'SUBMITTED' })
  assert.match(
    String((await ask(MEMBER, 'POST', `permits/${pid}/transitions`, { to: 'NEW' }, 403))['detail']),
    administratorsOnly,
  )
  await ask(clients.ORG_ADMIN, 'POST', `permits/${pid}/transitions`, { to: 'NEW' })
  await ask(MEMBER, 'POST', `permits/${pid}/transitions`, { to: 'WITHDRAWN', reason: 'Not needed' }, 403)
  await ask(clients.ORG_ADMIN, 'POST', `permits/${pid}/transitions`, {
    to: 'WITHDRAWN',
    reason: 'Not needed',
  })

  const { pack } = await prepared()
  await act(people.team, pack, 'ASK')
  for (const person of [MEMBER, clients.VIEWER]) {
    const { acts } = SignOffActs.parse(await ask(person, 'GET', `rts/${pack}/sign-off`))
    assert.deepEqual(new Set(acts.map(({ allowed }) => allowed)), new Set([false]))
    for (const { whyNot } of acts) assert.match(whyNot.join(' '), administratorsOnly)
    await ask(person, 'POST', `rts/${pack}/sign-off`, { act: 'APPROVE' }, 403)
    await ask(person, 'POST', `rts/${pack}/sign-off`, { act: 'RETURN', reason: 'No' }, 403)
  }
  await act(clients.ORG_ADMIN, pack, 'APPROVE')
})

test('S-13: the offered transitions match what the endpoint allows, and a person sees their position', async () => {
  for (const orgRole of orgRoles) {
    const permit = await draft()
    const person = clients[orgRole]
    const { transitions } = AvailableTransitions.parse(
      await ask(person, 'GET', `permits/${permit}/transitions`),
    )
    assert.deepEqual(
      transitions.map(({ to, allowed }) => [to, allowed]),
      [['NEW', orgRole === 'ORG_ADMIN']],
    )
    await ask(
      person,
      'POST',
      `permits/${permit}/transitions`,
      { to: 'NEW' },
      orgRole === 'ORG_ADMIN' ? 200 : 403,
    )
    const me = CurrentUser.parse((await portal.send({ method: 'GET', url: '/api/auth/me' }, person)).json())
    assert.equal(me.orgRole, orgRole)
  }
})

test('S-13: a client without a position counts as VIEWER, and a new position applies to the next request', async () => {
  const person = await portal.given.user({ role: 'client', org: people.client.org, orgRole: null })
  await ask(person, 'POST', 'permits', permitBody(), 403)
  await portal.deps.database.query("update users set org_role = 'MEMBER' where pid = $1", [person.pid])
  await ask(person, 'POST', 'permits', permitBody(), 201)
  await portal.deps.database.query("update users set org_role = 'VIEWER' where pid = $1", [person.pid])
  await ask(person, 'POST', 'permits', permitBody(), 403)
})

test('S-13: a new client becomes ORG_ADMIN of an organization without one, otherwise MEMBER; staff have no position', async () => {
  const org = await portal.given.org()
  const user = (name: string, more: object = {}) =>
    ask(
      people.admin,
      'POST',
      'users',
      { name, email: `${name}@first.example`, role: 'client', org, ...more },
      201,
    ).then(({ pid }) => String(pid))
  const positionOf = async (pid: string) => (await ask(people.admin, 'GET', `users/${pid}`))['orgRole']
  const [first, second] = [await user('first'), await user('second')]
  assert.deepEqual([await positionOf(first), await positionOf(second)], ['ORG_ADMIN', 'MEMBER'])
  await ask(people.admin, 'PATCH', `users/${second}`, { orgRole: 'VIEWER' })
  assert.equal(await positionOf(second), 'VIEWER')
  // A removed position is set again by the default rule. A move to another organization keeps the position.
  await ask(people.admin, 'PATCH', `users/${second}`, { orgRole: null })
  assert.equal(await positionOf(second), 'MEMBER')
  await ask(people.admin, 'PATCH', `users/${second}`, { org: await portal.given.org() })
  assert.equal(await positionOf(second), 'MEMBER')
  await ask(people.admin, 'PATCH', `users/${second}`, { orgRole: null })
  assert.equal(await positionOf(second), 'ORG_ADMIN')
  await ask(people.admin, 'PATCH', `users/${second}`, { role: 'team' })
  assert.equal(await positionOf(second), null)
  await ask(people.admin, 'PATCH', `users/${second}`, { orgRole: 'MEMBER' }, 400)
})

test('S-13: the migration makes existing clients ORG_ADMIN, or MEMBER if the organization has an administrator', async () => {
  const [with_, without] = [await portal.given.org(), await portal.given.org()]
  const of = (org: string, orgRole: OrgRole | null) => portal.given.user({ role: 'client', org, orgRole })
  const before = [
    await of(with_, 'ORG_ADMIN'),
    await of(with_, null),
    await of(without, null),
    await of(without, 'VIEWER'),
  ]
  const staff = await portal.given.user({ role: 'team' })
  await up(portal.deps.database.kysely)
  const rows = await portal.deps.database.query(
    'select pid, org_role from users',
    [],
    z.object({ pid: z.string(), org_role: z.string().nullable() }),
  )
  const positions = new Map(rows.map((row) => [row.pid, row.org_role]))
  assert.deepEqual(
    [...before, staff].map(({ pid }) => positions.get(pid)),
    ['ORG_ADMIN', 'MEMBER', 'ORG_ADMIN', 'VIEWER', null],
  )
})
