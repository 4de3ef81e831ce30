import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { OrganizationPeople } from '@portal/contract'
import type { OrgRole, Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
let clients: Record<OrgRole, Person>
let stranger: Person
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
  const of = (orgRole: OrgRole) =>
    portal.given.user({ role: 'client', org: people.client.org, orgRole, name: `The ${orgRole}` })
  clients = { ORG_ADMIN: await of('ORG_ADMIN'), MEMBER: await of('MEMBER'), VIEWER: await of('VIEWER') }
  stranger = await portal.given.user({ role: 'client', org: await portal.given.org(), orgRole: 'MEMBER' })
})
after(() => portal.close())

const url = '/api/auth/organization/people'
const send = (person: Person, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
  portal.send({ method, url: url + path, ...(payload && { payload }) }, person)
const inviting = (email: string, orgRole = 'MEMBER') => ({ name: 'New colleague', email, orgRole })
const listed = async (person: Person) => OrganizationPeople.parse((await send(person, 'GET')).json()).people
const statusOf = async (
  person: Person,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
) => (await send(person, method, path, payload)).statusCode

test('S-13: an ORG_ADMIN sees only the people of their own organization, and all others get 403', async () => {
  const names = (await listed(clients.ORG_ADMIN)).map(({ pid }) => pid)
  assert.deepEqual(new Set(names), new Set([people.client, ...Object.values(clients)].map(({ pid }) => pid)))
  for (const person of [clients.MEMBER, clients.VIEWER, people.team, people.superadmin])
    assert.equal((await send(person, 'GET')).statusCode, 403)
  // Clients cannot read the list of all users.
  assert.equal((await portal.crud(clients.ORG_ADMIN, { apiPath: 'users', method: 'GET' })).statusCode, 403)
})

test('S-13: an ORG_ADMIN invites members and viewers of their own organization by a link that is shown once', async () => {
  const made = await send(clients.ORG_ADMIN, 'POST', '', inviting('new@client.example', 'VIEWER'))
  assert.equal(made.statusCode, 201, made.body)
  const { pid, link, kind } = made.json()
  assert.equal(kind, 'invitation')
  assert.match(link, /\/sign-up#link=/)
  const user = (await portal.crud(people.admin, { apiPath: `users/${pid}`, method: 'GET' })).json()
  assert.deepEqual(
    [user.role, user.org.pid, user.orgRole, user.status],
    ['client', people.client.org, 'VIEWER', 'INVITED'],
  )
  assert.equal(user.invitedBy.pid, clients.ORG_ADMIN.pid)
  assert.equal((await send(clients.ORG_ADMIN, 'POST', `/${pid}/link`)).statusCode, 201)
  assert.equal(await statusOf(clients.ORG_ADMIN, 'DELETE', `/${pid}/link`), 204)
  assert.equal(await statusOf(clients.ORG_ADMIN, 'DELETE', `/${pid}/link`), 404)

  assert.equal(await statusOf(clients.ORG_ADMIN, 'POST', '', inviting('new@client.example')), 409)
  const wrong = [
    { orgRole: 'ORG_ADMIN' },
    { role: 'team' },
    { org: stranger.org },
    { email: 'nobody' },
    { name: '' },
  ]
  for (const more of wrong) {
    assert.equal(
      await statusOf(clients.ORG_ADMIN, 'POST', '', { ...inviting('other@client.example'), ...more }),
      400,
      JSON.stringify(more),
    )
  }
  for (const person of [clients.MEMBER, clients.VIEWER])
    assert.equal(await statusOf(person, 'POST', '', inviting('third@client.example')), 403)
})

test('S-13: an ORG_ADMIN changes and disables only members and viewers of their own organization', async () => {
  const member = await portal.given.user({ role: 'client', org: people.client.org, orgRole: 'MEMBER' })
  await portal.crud(member, { apiPath: 'permits', method: 'GET' })
  assert.equal(await statusOf(clients.ORG_ADMIN, 'PATCH', `/${member.pid}`, { orgRole: 'VIEWER' }), 204)
  assert.equal((await listed(clients.ORG_ADMIN)).find(({ pid }) => pid === member.pid)?.orgRole, 'VIEWER')
  assert.equal(
    await statusOf(clients.ORG_ADMIN, 'PATCH', `/${member.pid}`, { orgRole: 'MEMBER', version: 1 }),
    409,
  )
  assert.equal(await statusOf(clients.ORG_ADMIN, 'PATCH', `/${member.pid}`, { orgRole: 'ORG_ADMIN' }), 400)
  assert.equal(await statusOf(clients.ORG_ADMIN, 'POST', `/${member.pid}/link`), 409)
  assert.equal(await statusOf(clients.ORG_ADMIN, 'POST', `/${member.pid}/disable`), 204)
  assert.equal((await portal.crud(member, { apiPath: 'permits', method: 'GET' })).statusCode, 401)
  const audit = await portal.send(
    { method: 'GET', url: `/api/auth/audit?person=${member.pid}&kind=role-changed` },
    people.admin,
  )
  assert.match(audit.body, new RegExp(`"by":\\{"pid":"${clients.ORG_ADMIN.pid}"`))

  for (const [pid, status] of [
    [clients.ORG_ADMIN.pid, 403],
    [people.client.pid, 403],
    [stranger.pid, 404],
    [people.team.pid, 404],
  ] as const) {
    assert.equal(await statusOf(clients.ORG_ADMIN, 'PATCH', `/${pid}`, { orgRole: 'VIEWER' }), status)
    assert.equal(await statusOf(clients.ORG_ADMIN, 'POST', `/${pid}/disable`), status)
    assert.equal(await statusOf(clients.ORG_ADMIN, 'POST', `/${pid}/link`), status)
  }
  for (const person of [clients.MEMBER, clients.VIEWER]) {
    assert.equal(await statusOf(person, 'PATCH', `/${clients.VIEWER.pid}`, { orgRole: 'MEMBER' }), 403)
    assert.equal(await statusOf(person, 'POST', `/${clients.MEMBER.pid}/disable`), 403)
  }
})

test('S-13: changing an organization’s people needs a recent authentication', async () => {
  const admin = await portal.given.user({ role: 'client', org: people.client.org, orgRole: 'ORG_ADMIN' })
  await send(admin, 'GET')
  await portal.deps.database.query(
    "update sessions set method = 'passkey', verified_at = $2 where user_pid = $1",
    [admin.pid, new Date(portal.clock.now().getTime() - 6 * 60_000)],
  )
  const response = await send(admin, 'POST', '', inviting('proof@client.example'))
  assert.deepEqual([response.statusCode, response.json().type], [403, 'reauth-required'])
  assert.equal((await send(admin, 'GET')).statusCode, 200)
})
