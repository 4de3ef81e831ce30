import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { SecondApprovals, Configuration, MadeDeployToken, Registry } from '@portal/contract'
import type { SecondApproval } from '@portal/contract'
import { packedBuild } from '#test-support/archives.ts'
import { givenBuilds } from '#test-support/builds.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let folder: string
let portal: TestApp
let owner: Person
let second: Person
let admin: Person
before(async () => {
  folder = await givenBuilds()
  portal = await startTestApp({ environment: { buildsDir: folder } })
  ;[owner, second] = [
    await portal.given.user({ role: 'superadmin' }),
    await portal.given.user({ role: 'superadmin' }),
  ]
  admin = await portal.given.user({ role: 'admin' })
  assert.equal((await patchSettings(owner, { secondApproval: true })).statusCode, 200)
})
after(async () => {
  await portal.close()
  await rm(folder, { recursive: true, force: true })
})

const config = async () =>
  Configuration.parse((await portal.crud(owner, { apiPath: '/config', method: 'GET' })).json())
async function patchSettings(person: Person, settings: Partial<Configuration['settings']>) {
  const current = await config()
  return portal.crud(person, {
    apiPath: 'config',
    method: 'PATCH',
    body: { ...current, settings: { ...current.settings, ...settings } },
  })
}
const list = async (person: Person) =>
  SecondApprovals.parse((await portal.send({ method: 'GET', url: '/api/approvals' }, person)).json())
    .approvals
const act = (person: Person, { pid }: SecondApproval, what: 'approve' | 'reject' | 'withdraw') =>
  portal.send({ method: 'POST', url: `/api/approvals/${pid}/${what}` }, person)
async function latest(person: Person): Promise<SecondApproval> {
  const [first] = await list(person)
  assert.ok(first)
  return first
}
const roleOf = async ({ pid }: Person) =>
  (await portal.crud(owner, { apiPath: `/users/${pid}`, method: 'GET' })).json().role
const promote = (by: Person, { pid }: Person, role: string) =>
  portal.crud(by, { apiPath: `/users/${pid}`, method: 'PATCH', body: { role } })

test('S-04: with second approval, a high role is granted only after another administrator approves it', async () => {
  const person = await portal.given.user({ role: 'team', name: 'Ada Example' })
  const asked = await promote(owner, person, 'admin')
  assert.deepEqual([asked.statusCode, asked.json().type], [409, 'approval-needed'])
  assert.equal(await roleOf(person), 'team')
  const waiting = await latest(admin)
  assert.deepEqual(
    [waiting.kind, waiting.state, waiting.askedBy.pid, waiting.mayDecide],
    ['role-changed', 'waiting', owner.pid, true],
  )
  assert.equal(waiting.summary, 'Change the role of Ada Example from Team to Admin.')
  const inSpanish = { 'accept-language': 'es' }
  const listed = await portal.send({ method: 'GET', url: '/api/approvals', headers: inSpanish }, admin)
  assert.equal(
    listed.json<{ approvals: { summary: string }[] }>().approvals[0]?.summary,
    'Cambiar el rol de Ada Example de Equipo a Administrador.',
  )
  const audit = await portal.send(
    { method: 'GET', url: '/api/auth/audit?kind=approval-asked', headers: inSpanish },
    admin,
  )
  assert.match(audit.body, /Cambiar el rol de Ada Example/)
  const alerts = await portal.crud(second, { apiPath: '/alerts', method: 'GET' })
  assert.match(alerts.body, /A change needs your approval/)
  assert.match(alerts.body, /"link":"\/settings"/, 'the alert opens where it is decided')
  assert.equal((await latest(owner)).mayDecide, false)
  assert.equal((await act(owner, waiting, 'approve')).statusCode, 403, 'never by who asked')
  const approved = await act(admin, waiting, 'approve')
  assert.equal(approved.statusCode, 204, approved.body)
  assert.equal(await roleOf(person), 'admin')
  assert.equal((await act(second, waiting, 'approve')).statusCode, 409)
  assert.equal(
    (await promote(admin, await portal.given.user({ role: null }), 'team')).statusCode,
    200,
    'lower roles wait for nobody',
  )
})

test('S-04: a change to superadmins needs a superadmin, and adding a person with a high role waits for approval', async () => {
  const body = { name: 'New Owner', email: 'new.owner@portal.example', role: 'superadmin' }
  assert.equal((await portal.crud(owner, { apiPath: '/users', method: 'POST', body })).statusCode, 409)
  const waiting = await latest(second)
  assert.equal((await act(admin, waiting, 'approve')).statusCode, 403)
  assert.equal((await act(second, waiting, 'approve')).statusCode, 204)
  const people = await portal.deps.database.kysely
    .selectFrom('users')
    .select('role')
    .where('email', '=', body.email)
    .execute()
  assert.deepEqual(people, [{ role: 'superadmin' }])
})

test('S-04: a change of office addresses, or turning second approval off, waits for another superadmin', async () => {
  assert.equal(
    (await patchSettings(owner, { emailIds: ['permits@portal.example', 'desk@portal.example'] })).statusCode,
    409,
  )
  assert.deepEqual((await config()).settings.emailIds, ['permits@portal.example'])
  assert.equal((await act(second, await latest(second), 'approve')).statusCode, 204)
  assert.deepEqual((await config()).settings.emailIds, ['permits@portal.example', 'desk@portal.example'])
  assert.equal((await patchSettings(owner, { secondApproval: false })).statusCode, 409)
  assert.equal((await act(second, await latest(second), 'reject')).statusCode, 204)
  assert.equal((await config()).settings.secondApproval, true)
})

test('S-04: a deployment waits for approval, also with a token; a rollback does not', async () => {
  const made = await portal.send(
    { method: 'POST', url: '/api/federation/tokens', payload: { remote: 'waits', label: 'CI' } },
    admin,
  )
  const headers = { authorization: `Bearer ${MadeDeployToken.parse(made.json()).token}` }
  const remote = '/api/federation/remotes/waits'
  const [first, next] = ['1.0.0-aaaaaaaa', '1.0.0-bbbbbbbb']
  const inForce = async () =>
    Registry.parse(
      (await portal.send({ method: 'GET', url: '/federation/registry.json' })).json(),
    ).remotes.find(({ name }) => name === 'waits')?.version
  for (const version of [first, next]) {
    const before = await inForce()
    const payload = await packedBuild({ name: 'waits', version, code: `var waits = '${version}'` })
    const gzip = { ...headers, 'content-type': 'application/gzip' }
    await portal.send({ method: 'PUT', url: `${remote}/versions/${version}`, headers: gzip, payload })
    const activate = { method: 'POST', url: `${remote}/activate`, headers, payload: { version } } as const
    assert.equal((await portal.send(activate)).statusCode, 409)
    assert.equal(await inForce(), before)
    assert.equal((await act(owner, await latest(owner), 'approve')).statusCode, 204)
    assert.equal(await inForce(), version)
  }
  const rollback = { method: 'POST', url: `${remote}/rollback`, headers, payload: {} } as const
  assert.equal((await portal.send(rollback)).statusCode, 200)
  assert.equal(await inForce(), first)
})

test('S-04: a request ends when it is withdrawn or after 7 days, and is checked again when it is approved', async () => {
  const person = await portal.given.user({ role: 'team' })
  await promote(owner, person, 'admin')
  const withdrawn = await latest(owner)
  assert.equal((await act(admin, withdrawn, 'withdraw')).statusCode, 403)
  assert.equal((await act(owner, withdrawn, 'withdraw')).statusCode, 204)
  assert.equal((await act(admin, withdrawn, 'approve')).statusCode, 409)

  const demoted = await portal.given.user({ role: 'superadmin' })
  await promote(demoted, person, 'admin')
  assert.equal((await promote(owner, demoted, 'team')).statusCode, 200)
  const refused = await act(owner, await latest(owner), 'approve')
  assert.equal(refused.statusCode, 409, refused.body)
  assert.equal(await roleOf(person), 'team')
  assert.deepEqual((await list(owner)).find(({ askedBy }) => askedBy.pid === demoted.pid)?.state, 'failed')

  await promote(owner, person, 'admin')
  const old = await latest(admin)
  portal.clock.pass(7 * 24 * 60 * 60 * 1000)
  const later = await portal.given.user({ role: 'superadmin' })
  assert.equal((await list(later)).find(({ pid }) => pid === old.pid)?.state, 'expired')
  assert.equal((await act(later, old, 'approve')).statusCode, 409)
  const kinds = await portal.deps.database.kysely
    .selectFrom('audit')
    .select('kind')
    .where('kind', 'like', 'approval-%')
    .execute()
  assert.ok(kinds.length >= 8)
})
