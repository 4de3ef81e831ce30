import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Configuration, OfficeAddressStates } from '@portal/contract'
import { sql } from 'kysely'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let superadmin: Person
let team: Person
before(async () => {
  portal = await startTestApp()
  superadmin = await portal.given.user({ role: 'superadmin', email: 'Owner@portal.example' })
  team = await portal.given.user({ role: 'team' })
})
after(() => portal.close())

const read = async () =>
  Configuration.parse((await portal.crud(superadmin, { apiPath: '/config', method: 'GET' })).json())
async function setAddresses(...emailIds: string[]) {
  const config = await read()
  return portal.crud(superadmin, {
    apiPath: 'config',
    method: 'PATCH',
    body: { ...config, settings: { ...config.settings, emailIds } },
  })
}
const folders = (mailbox: string) =>
  portal.send({ method: 'GET', url: `/api/mail/folders?mailbox=${encodeURIComponent(mailbox)}` }, team)
const createUser = (email: string) =>
  portal.crud(superadmin, {
    apiPath: '/users',
    method: 'POST',
    body: { name: 'New Person', email, role: 'team' },
  })

test('S-04: a person’s address is refused as an office address, in any case, also of disabled and deleted people', async () => {
  const disabled = await portal.given.user({ role: 'team', status: 'DISABLED' })
  const deleted = await portal.given.user({ role: 'team' })
  await portal.crud(superadmin, { apiPath: `/users/${deleted.pid}`, method: 'DELETE' })
  for (const address of ['owner@PORTAL.example', disabled.email.toUpperCase(), deleted.email]) {
    const refused = await setAddresses('permits@portal.example', address)
    assert.equal(refused.statusCode, 400, refused.body)
    assert.match(refused.json().detail, /belongs to a person/)
    assert.equal((await folders(address)).statusCode, 404)
  }
})

test('S-04: an office address outside the portal’s domains is refused', async () => {
  for (const address of [
    'ceo@otherfirm.example',
    'office@notportal.example',
    'x@portal.example.evil.example',
  ]) {
    const refused = await setAddresses('permits@portal.example', address)
    assert.equal(refused.statusCode, 400, refused.body)
    assert.match(refused.json().detail, /portal\.example/)
  }
  assert.equal(
    (await setAddresses('permits@portal.example', 'desk@inspections.portal.example')).statusCode,
    200,
  )
})

test('S-04: a person cannot be created with or changed to an office address', async () => {
  assert.equal((await setAddresses('permits@portal.example', 'Desk@portal.example')).statusCode, 200)
  const refused = await createUser('dESK@portal.example')
  assert.equal(refused.statusCode, 400, refused.body)
  assert.match(refused.json().detail, /office/)
  const changed = await portal.crud(superadmin, {
    apiPath: `/users/${team.pid}`,
    method: 'PATCH',
    body: { email: 'desk@portal.example' },
  })
  assert.equal(changed.statusCode, 400, changed.body)
})

test('S-04: a stored office address that breaks a rule is listed, has no effect and can be removed', async () => {
  const config = await read()
  const emailIds = ['permits@portal.example', 'owner@portal.example', 'ceo@otherfirm.example']
  const stored = { ...config, version: config.version + 1, settings: { ...config.settings, emailIds } }
  await sql`update configuration set version = ${stored.version}, config = ${JSON.stringify(stored)}`.execute(
    portal.deps.database.kysely,
  )
  assert.deepEqual((await read()).settings.emailIds, emailIds)
  assert.equal((await folders('owner@portal.example')).statusCode, 404)
  assert.equal((await folders('ceo@otherfirm.example')).statusCode, 404)
  for (const from of ['owner@portal.example', 'ceo@otherfirm.example']) {
    const draft = await portal.send({ method: 'POST', url: '/api/mail/drafts', payload: { from } }, team)
    assert.equal(draft.statusCode, 403, draft.body)
  }
  assert.equal((await folders('permits@portal.example')).statusCode, 200)
  const states = await portal.crud(await portal.given.user({ role: 'admin' }), {
    apiPath: 'config/addresses',
    method: 'GET',
  })
  assert.equal(states.statusCode, 200, states.body)
  assert.deepEqual(OfficeAddressStates.parse(states.json()), {
    addresses: [
      { address: 'permits@portal.example', fault: null },
      { address: 'owner@portal.example', fault: 'person' },
      { address: 'ceo@otherfirm.example', fault: 'domain' },
    ],
    domains: ['portal.example'],
  })
  assert.equal((await portal.crud(team, { apiPath: 'config/addresses', method: 'GET' })).statusCode, 403)
  assert.equal(
    (await setAddresses(...emailIds)).statusCode,
    200,
    'what was there already stops no other change',
  )
  assert.equal((await setAddresses('permits@portal.example')).statusCode, 200)
})
