import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Configuration } from '@portal/contract'
import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const patch = (person: Person, body: unknown) =>
  portal.crud(person, { apiPath: 'config', method: 'PATCH', body })
const whole = async () =>
  Configuration.parse((await portal.crud(people.superadmin, { apiPath: '/config', method: 'GET' })).json())
/** Stores a configuration without the checks, as an older release could. */
async function store(config: Configuration): Promise<void> {
  const stored = { ...config, version: config.version + 1 }
  await sql`update configuration set version = ${stored.version}, config = ${JSON.stringify(stored)}`.execute(
    portal.deps.database.kysely,
  )
}

test('S-12: an administrator cannot change the superadmin’s switches or the superadmin settings', async () => {
  const changes: ((config: Configuration) => void)[] = [
    (config) => Object.assign(config.roles.superadmin.pages, { '/payments': false }),
    (config) => Object.assign(config.roles.superadmin.modules, { mail: false }),
    (config) => config.settings.emailIds.push('second@portal.example'),
    (config) => Object.assign(config.settings, { secondApproval: true }),
    (config) => Object.assign(config.settings, { paymentInstructions: 'Pay to another account' }),
  ]
  for (const change of changes) {
    const config = await whole()
    change(config)
    const refused = await patch(people.admin, config)
    assert.equal(refused.statusCode, 403, refused.body)
    assert.match(refused.json().detail, /superadmin/)
  }
  const config = await whole()
  config.roles.admin.pages['/payments'] = false
  assert.equal((await patch(people.admin, config)).statusCode, 200, 'the rest is still theirs')
})

test('clients read the payment instructions but no office addresses', async () => {
  const config = await whole()
  config.settings = {
    ...config.settings,
    officeName: 'Hill Country Permits',
    paymentInstructions: 'Check to Hill Country Permits',
  }
  assert.equal((await patch(people.superadmin, config)).statusCode, 200)
  const { settings } = (
    await portal.crud(people.client, { apiPath: '/config', method: 'GET' })
  ).json<Configuration>()
  assert.deepEqual(
    [settings.officeName, settings.paymentInstructions, settings.emailIds],
    ['Hill Country Permits', 'Check to Hill Country Permits', []],
  )
  const long = await patch(people.superadmin, {
    ...(await whole()),
    settings: { ...settings, emailIds: [], paymentInstructions: 'x'.repeat(2_001) },
  })
  assert.equal(long.statusCode, 400)
  assert.match(long.json().detail, /paymentInstructions/)
})

test('S-12: a reset by an administrator keeps the superadmin’s settings and switches', async () => {
  const config = await whole()
  config.settings.emailIds = ['office@portal.example']
  config.roles.superadmin.pages['/payments'] = false
  config.roles.team.pages['/payments'] = false
  assert.equal((await patch(people.superadmin, config)).statusCode, 200)
  const reset = await portal.crud(people.admin, { apiPath: '/config/reset', method: 'POST', body: {} })
  assert.equal(reset.statusCode, 200)
  const { settings, roles } = await whole()
  assert.deepEqual(settings.emailIds, ['office@portal.example'])
  assert.deepEqual([roles.superadmin.pages['/payments'], roles.team.pages['/payments']], [false, true])
})

test('S-12: nobody can switch off users or settings for superadmins', async () => {
  for (const close of [
    (config: Configuration) => Object.assign(config.roles.superadmin.modules, { admin: false }),
    (config: Configuration) => Object.assign(config.roles.superadmin.pages, { '/users': false }),
    (config: Configuration) => Object.assign(config.roles.superadmin.pages, { '/settings': false }),
  ]) {
    const config = await whole()
    close(config)
    const refused = await patch(people.superadmin, config)
    assert.equal(refused.statusCode, 400, refused.body)
    assert.match(refused.json().errors[0].path, /^body\.roles\.superadmin\./)
  }
})

test('S-12: a stored configuration that locks superadmins out is ignored and can be corrected', async () => {
  const config = await whole()
  config.roles.superadmin.modules['admin'] = false
  config.roles.superadmin.pages['/users'] = false
  await store(config)
  assert.equal((await portal.crud(people.superadmin, { apiPath: '/users', method: 'GET' })).statusCode, 200)
  const me = (await portal.send({ method: 'GET', url: '/api/auth/me' }, people.superadmin)).json()
  assert.deepEqual([me.pages['/users'], me.modules.admin], [true, true])
  assert.equal((await patch(people.superadmin, await whole())).statusCode, 200)
})
