import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Registry } from '@portal/contract'
import { AppAccess, RegisteredApps } from '@portal/contract/apps'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<'client' | 'team' | 'admin' | 'superadmin', Person>
const address = 'http://127.0.0.1:4790/map.html?layer=permits'
const nonce = '0123456789abcdef0123456789abcdef'

before(async () => {
  portal = await startTestApp({ environment: { allowPrivateApps: true } })
  people = await portal.given.everyRole()
})
after(() => portal.close())

const map = {
  name: { en: 'Permit map', es: 'Mapa de permisos' },
  owner: 'Maps Inc.',
  address,
  roles: ['client', 'team'],
  page: true,
  collections: ['permits'],
  scopes: ['records:read:permits', 'records:write:tasks', 'profile:name'],
}
const send = (person: Person, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  portal.send({ method, url, ...(payload && { payload }) }, person)

async function givenApp(changes: object = {}): Promise<string> {
  const response = await send(people.admin, 'POST', '/api/apps', { ...map, ...changes })
  assert.equal(response.statusCode, 201, response.body)
  return z.object({ pid: z.string() }).parse(response.json()).pid
}
async function allow(person: Person, pid: string): Promise<void> {
  const { origin, scopes } = AppAccess.parse((await send(person, 'GET', `/api/apps/${pid}/access`)).json())
  const response = await send(person, 'POST', `/api/apps/${pid}/access`, { origin, scopes })
  assert.equal(response.statusCode, 204, response.body)
}
const call = (person: Person, pid: string, method: string, params: object = {}) =>
  send(person, 'POST', `/api/apps/${pid}/calls`, { method, params })

async function givenPermit(org: string): Promise<string> {
  const body = { org, title: 'Garage', permitType: 'SIGN' }
  const response = await portal.crud(people.admin, { apiPath: '/permits', method: 'POST', body })
  assert.equal(response.statusCode, 201, response.body)
  return z.object({ pid: z.string() }).parse(response.json()).pid
}

test('an app is shown to the roles it is registered for, in their registry alone', async () => {
  const pid = await givenApp()
  const registryOf = async (person?: Person) =>
    Registry.parse((await portal.send({ url: '/federation/registry.json' }, person)).json()).apps
  const [entry] = await registryOf(people.team)
  assert.deepEqual(entry, { pid, name: map.name, page: true, collections: ['permits'] })
  assert.deepEqual(await registryOf(people.admin), [])
  assert.deepEqual(await registryOf(), [])
  assert.equal((await send(people.admin, 'GET', `/api/apps/${pid}/access`)).statusCode, 404)
  await send(people.admin, 'PATCH', `/api/apps/${pid}`, { version: 1, isActive: false })
  assert.deepEqual(await registryOf(people.team), [])
  assert.equal((await send(people.team, 'GET', `/api/apps/${pid}/access`)).statusCode, 404)
  await send(people.admin, 'DELETE', `/api/apps/${pid}`)
})

const wrong: readonly [string, object, string][] = [
  ['javascript:', { address: 'javascript:alert(1)' }, 'is not a web address'],
  ['a user in the address', { address: 'https://user@maps.example' }, 'has a user or a password'],
  ['a fragment', { address: 'https://maps.example/#portal=1' }, 'is not a web address'],
  ['the portal', { address: 'http://localhost:3000/permits' }, 'portal itself'],
  ['the portal by another name of this machine', { address: 'http://127.0.0.1:3000/' }, 'portal itself'],
  ['an IPv6 address', { address: 'http://[::1]:4790/' }, 'must name a host'],
  ['no place', { page: false, collections: [] }, 'Choose a page'],
  ['no role', { roles: [] }, 'Choose at least one role'],
  ['an unknown scope', { scopes: ['records:read:users'] }, 'scopes'],
]
for (const [what, changes, said] of wrong)
  test(`an app with ${what} is refused with 400`, async () => {
    const response = await send(people.admin, 'POST', '/api/apps', { ...map, ...changes })
    assert.equal(response.statusCode, 400, response.body)
    assert.ok(response.body.includes(said), response.body)
  })

test('without ALLOW_PRIVATE_APPS an app is on the internet and has TLS', async () => {
  const strict = await startTestApp()
  const { admin } = await strict.given.everyRole()
  for (const [given, said] of [
    [address, 'of this machine or of a private network'],
    ['https://192.168.0.7/', 'of this machine or of a private network'],
    ['http://maps.example/', 'must begin with https://'],
  ] as const) {
    const response = await strict.send(
      { method: 'POST', url: '/api/apps', payload: { ...map, address: given } },
      admin,
    )
    assert.equal(response.statusCode, 400)
    assert.ok(response.body.includes(said), response.body)
  }
  const fine = { ...map, address: 'https://maps.example/portal' }
  assert.equal(
    (await strict.send({ method: 'POST', url: '/api/apps', payload: fine }, admin)).statusCode,
    201,
  )
  await strict.close()
})

test('without consent there is neither a frame nor a call; a withdrawal ends both at once', async () => {
  const pid = await givenApp()
  const frame = () => send(people.team, 'GET', `/api/apps/${pid}/frame?nonce=${nonce}`)
  assert.equal((await frame()).statusCode, 403)
  assert.equal((await call(people.team, pid, 'profile.get')).json().code, 'app-not-allowed')
  await allow(people.team, pid)
  const shown = await frame()
  assert.equal(shown.statusCode, 200)
  assert.deepEqual((await call(people.team, pid, 'profile.get')).json(), { name: people.team.name })
  // The consent of one person is not that of another.
  assert.equal((await call(people.client, pid, 'profile.get')).statusCode, 403)
  assert.equal((await send(people.team, 'DELETE', `/api/apps/${pid}/access`)).statusCode, 204)
  assert.equal((await frame()).statusCode, 403)
  assert.equal((await call(people.team, pid, 'profile.get')).statusCode, 403)
})

test('the document of a frame allows exactly the origin of the app, no script and no other place', async () => {
  const pid = await givenApp({ name: { en: '<b>"Map"</b>', es: 'Mapa' } })
  await allow(people.team, pid)
  const { body, headers } = await send(people.team, 'GET', `/api/apps/${pid}/frame?nonce=${nonce}`)
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /frame-src http:\/\/127\.0\.0\.1:4790;/)
  assert.match(policy, /^default-src 'none'; .*frame-ancestors 'self'; sandbox allow-scripts$/)
  assert.doesNotMatch(body, /<script|<b>/)
  assert.match(
    body,
    new RegExp(
      `src="http://127.0.0.1:4790/map.html\\?layer=permits#portal=${nonce}" sandbox="allow-scripts" allow=""`,
    ),
  )
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal((await send(people.team, 'GET', `/api/apps/${pid}/frame?nonce="><script>`)).statusCode, 400)
})

test('an app that asks for more is asked about again; an old consent covers nothing of it', async () => {
  const pid = await givenApp()
  await allow(people.team, pid)
  const scopes = [...map.scopes, 'records:read:tasks']
  const shown = { origin: new URL(address).origin, scopes: map.scopes }
  assert.equal(
    (await send(people.admin, 'PATCH', `/api/apps/${pid}`, { version: 1, scopes })).statusCode,
    204,
  )
  assert.equal((await call(people.team, pid, 'records.list', { collection: 'permits' })).statusCode, 403)
  // What was on the screen before the change is not what is agreed to now.
  assert.equal((await send(people.team, 'POST', `/api/apps/${pid}/access`, shown)).statusCode, 409)
  await allow(people.team, pid)
  assert.equal((await call(people.team, pid, 'records.list', { collection: 'tasks' })).statusCode, 200)
  // Another origin is another app.
  const moved = { version: 2, address: 'http://127.0.0.1:4791/' }
  assert.equal((await send(people.admin, 'PATCH', `/api/apps/${pid}`, moved)).statusCode, 204)
  assert.equal((await call(people.team, pid, 'profile.get')).statusCode, 403)
  assert.equal((await send(people.admin, 'PATCH', `/api/apps/${pid}`, moved)).statusCode, 409)
})

test('calls are those of the scopes, by the rules of the person', async () => {
  const pid = await givenApp()
  await allow(people.client, pid)
  await allow(people.team, pid)
  const mine = await givenPermit(people.client.org ?? '')
  const foreign = await givenPermit(await portal.given.org())
  const listed = await call(people.client, pid, 'records.list', {
    collection: 'permits',
    fields: ['pid', 'title'],
  })
  assert.equal(listed.statusCode, 200, listed.body)
  assert.deepEqual(listed.json().count, 1)
  assert.equal(listed.json().records[0].pid, mine)
  assert.equal(
    (await call(people.client, pid, 'records.get', { collection: 'permits', pid: foreign })).statusCode,
    404,
  )
  assert.equal(
    (await call(people.team, pid, 'records.get', { collection: 'permits', pid: foreign })).statusCode,
    200,
  )
  for (const [method, params] of [
    ['records.list', { collection: 'tasks' }],
    ['records.list', { collection: 'orgs' }],
    ['records.create', { collection: 'permits', values: { title: 'New' } }],
    ['records.update', { collection: 'permits', pid: foreign, version: 1, values: { title: 'Mine' } }],
  ] as const) {
    const refused = await call(people.team, pid, method, params)
    assert.equal(refused.statusCode, 403, `${method} ${refused.body}`)
    assert.equal(refused.json().code, 'not-in-scope')
  }
  const made = await call(people.team, pid, 'records.create', {
    collection: 'tasks',
    values: { title: 'Call the site' },
  })
  assert.equal(made.statusCode, 200, made.body)
  // A client may not write tasks, whatever the app may.
  const refused = await call(people.client, pid, 'records.create', {
    collection: 'tasks',
    values: { title: 'No' },
  })
  assert.equal(refused.statusCode, 403, refused.body)
  const audit = await portal.deps.database.query(
    "select kind, detail ->> 'method' as method from audit where kind = 'app-wrote' and detail ->> 'app' = $1",
    [pid],
    z.unknown(),
  )
  assert.deepEqual(audit, [{ kind: 'app-wrote', method: 'records.create' }])
  const { apps } = RegisteredApps.parse((await send(people.admin, 'GET', '/api/apps')).json())
  const found = apps.find((each) => each.pid === pid)
  assert.deepEqual([found?.people, found?.calls, found?.refused], [2, 9, 6])
})

test('malformed calls are 400 with a sentence, and keys of prototypes reach nothing', async () => {
  const pid = await givenApp()
  await allow(people.team, pid)
  for (const [method, params] of [
    ['records.delete', { collection: 'permits' }],
    ['records.list', { collection: 'users' }],
    ['records.list', { collection: 'permits', pageSize: 5_000 }],
    ['records.list', { collection: 'permits', deleted: true }],
    ['records.get', { collection: 'permits', pid: '../config' }],
    ['records.create', { collection: 'tasks', values: { constructor: { prototype: { isAdmin: true } } } }],
    ['frame.resize', { height: 100 }],
  ] as const)
    assert.equal((await call(people.team, pid, method, params)).statusCode, 400, method)
  const raw = await portal.send(
    {
      method: 'POST',
      url: `/api/apps/${pid}/calls`,
      headers: { 'content-type': 'application/json' },
      payload:
        '{"method":"records.create","params":{"collection":"tasks","values":{"__proto__":{"polluted":true}}}}',
    },
    people.team,
  )
  assert.equal(raw.statusCode, 400)
  assert.equal(Reflect.get({}, 'polluted'), undefined)
})

test('an app makes at most 120 calls a minute for a person', async () => {
  const pid = await givenApp()
  await allow(people.team, pid)
  await allow(people.client, pid)
  const statuses = []
  for (let count = 0; count < 125; count += 1)
    statuses.push((await call(people.team, pid, 'profile.get')).statusCode)
  assert.deepEqual([...new Set(statuses.slice(0, 120))], [200])
  assert.deepEqual(statuses.slice(120), [429, 429, 429, 429, 429])
  assert.equal((await call(people.client, pid, 'profile.get')).statusCode, 200)
})
