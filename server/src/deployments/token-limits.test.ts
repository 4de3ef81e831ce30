import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { DeployTokens, MadeDeployToken } from '@portal/contract'
import { packedBuild } from '#test-support/archives.ts'
import { givenBuilds } from '#test-support/builds.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import { hashToken } from '#platform/sessions/sessions.queries.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let folder: string
let portal: TestApp
let superadmin: Person
before(async () => {
  folder = await givenBuilds()
  portal = await startTestApp({ environment: { buildsDir: folder } })
  superadmin = await portal.given.user({ role: 'superadmin' })
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const dayMs = 24 * 60 * 60 * 1000
const make = (person: Person, body: object) =>
  portal.send({ method: 'POST', url: '/api/federation/tokens', payload: body }, person)
async function tokenOf(person: Person, body: object): Promise<string> {
  const made = await make(person, body)
  assert.equal(made.statusCode, 201, made.body)
  return MadeDeployToken.parse(made.json()).token
}
async function upload(name: string, token: string, version = '1.0.0-aaaaaaaa') {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' }
  const payload = await packedBuild({ name, version })
  return portal.send({
    method: 'PUT',
    url: `/api/federation/remotes/${name}/versions/${version}`,
    headers,
    payload,
  })
}
const activate = (name: string, by: string | Person, version = '1.0.0-aaaaaaaa') => {
  const request = {
    method: 'POST' as const,
    url: `/api/federation/remotes/${name}/activate`,
    payload: { version },
  }
  return typeof by === 'string'
    ? portal.send({ ...request, headers: { authorization: `Bearer ${by}` } })
    : portal.send(request, by)
}
const endOf = async (label: string) =>
  DeployTokens.parse(
    (await portal.send({ method: 'GET', url: '/api/federation/tokens' }, superadmin)).json(),
  ).tokens.find((token) => token.label === label)
const used = async (label: string) =>
  (
    await portal.deps.database.kysely
      .selectFrom('audit')
      .select('detail')
      .where('kind', '=', 'deploy-token-used')
      .orderBy('id')
      .execute()
  )
    .map(({ detail }) => detail)
    .filter((detail) => JSON.stringify(detail).includes(`"${label}"`))

test('S-05: a deploy token expires after 90 days, or earlier on request, and never later', async () => {
  const [usual, short] = [
    await tokenOf(superadmin, { remote: 'expiring', label: 'usual' }),
    await tokenOf(superadmin, { remote: 'expiring', label: 'short', expiresInDays: 2 }),
  ]
  const expires = Date.parse((await endOf('usual'))?.expiresAt ?? '')
  assert.equal(Math.round((expires - portal.clock.now().getTime()) / dayMs), 90)
  for (const expiresInDays of [0, 91, 1.5, -1])
    assert.equal((await make(superadmin, { remote: 'expiring', label: 'x', expiresInDays })).statusCode, 400)
  assert.equal((await upload('expiring', short)).statusCode, 201)
  portal.clock.pass(2 * dayMs + 1_000)
  // The sessions have expired too.
  superadmin = await portal.given.user({ role: 'superadmin' })
  const refused = await upload('expiring', short)
  assert.equal(refused.statusCode, 401)
  assert.match(refused.json().detail, /expired on/)
  assert.equal((await upload('expiring', usual)).statusCode, 200)
  assert.equal((await endOf('short'))?.ended, 'expired')
})

const step = (pid: string, to: string) =>
  portal.crud(superadmin, {
    apiPath: `/users/${pid}/transitions`,
    method: 'POST',
    body: { to, reason: 'On leave' },
  })

test('S-05: a deploy token ends for good when its creator is demoted, disabled or deleted', async () => {
  const changes: [string, (pid: string) => Promise<{ statusCode: number; body: string }>][] = [
    [
      'demoted',
      (pid) => portal.crud(superadmin, { apiPath: `/users/${pid}`, method: 'PATCH', body: { role: 'team' } }),
    ],
    ['deleted', (pid) => portal.crud(superadmin, { apiPath: `/users/${pid}`, method: 'DELETE' })],
    ['disabled', (pid) => step(pid, 'DISABLED')],
  ]
  for (const [label, change] of changes) {
    const maker = await portal.given.user({ role: 'admin' })
    const token = await tokenOf(maker, { remote: 'orphaned', label })
    assert.ok([200, 201].includes((await upload('orphaned', token)).statusCode))
    const changed = await change(maker.pid)
    assert.ok(changed.statusCode < 300, changed.body)
    assert.equal((await upload('orphaned', token)).statusCode, 401, label)
    await step(maker.pid, 'ACTIVE')
    await portal.crud(superadmin, {
      apiPath: `/users/${maker.pid}`,
      method: 'PATCH',
      body: { role: 'admin' },
    })
    assert.equal((await upload('orphaned', token)).statusCode, 401, `${label}, and appointed again`)
  }
})

test('S-05: an upload token cannot activate or roll back', async () => {
  const token = await tokenOf(superadmin, { remote: 'limited', label: 'limited', scope: 'upload' })
  assert.equal((await upload('limited', token)).statusCode, 201)
  const refused = await activate('limited', token)
  assert.equal(refused.statusCode, 403)
  assert.match(refused.json().detail, /can only upload/)
  assert.equal(refused.json().errors[0].code, 'upload-only')
  assert.equal((await activate('limited', superadmin)).statusCode, 200)
})

test('S-05: only a superadmin may create tokens for the remote admin, activate it and roll it back', async () => {
  const admin = await portal.given.user({ role: 'admin' })
  assert.equal((await make(admin, { remote: 'admin', label: 'by admin' })).statusCode, 403)
  const token = await tokenOf(superadmin, { remote: 'admin', label: 'by superadmin' })
  assert.equal((await upload('admin', token)).statusCode, 201)
  assert.equal((await activate('admin', admin)).statusCode, 403)
  assert.equal(
    (await portal.send({ method: 'POST', url: '/api/federation/remotes/admin/rollback', payload: {} }, admin))
      .statusCode,
    403,
  )
  assert.equal((await activate('admin', token)).statusCode, 200)
  await portal.deps.database.kysely.insertInto('deploy_tokens').values(olderToken(admin.pid)).execute()
  assert.equal((await upload('admin', 'older')).statusCode, 401, 'one an administrator made before this rule')
})

function olderToken(maker: string) {
  const now = portal.clock.now()
  const row = {
    pid: portal.deps.ids.pid(),
    token_hash: hashToken('older'),
    remote: 'admin',
    label: 'older',
    created_at: now,
    created_by: maker,
  }
  return { ...row, expires_at: new Date(now.getTime() + dayMs) }
}

test('S-05: each use of a token is audited, a refused one with its reason', async () => {
  const token = await tokenOf(superadmin, { remote: 'traced', label: 'traced', scope: 'upload' })
  await upload('traced', token)
  await activate('traced', token)
  const lines = await used('traced')
  assert.deepEqual(lines, [
    { remote: 'traced', token: 'traced', action: 'upload', refused: null },
    { remote: 'traced', token: 'traced', action: 'activate', refused: 'scope' },
  ])
})
