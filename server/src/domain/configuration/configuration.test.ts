import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Configuration, initialConfiguration } from '@portal/contract'
import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import { completeConfiguration } from '#platform/configuration/configuration.ts'
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

const get = (person: Person) => portal.crud(person, { apiPath: '/config', method: 'GET' })
const patch = (person: Person, body: unknown) =>
  portal.crud(person, { apiPath: 'config', method: 'PATCH', body })
const reset = (person: Person) => portal.crud(person, { apiPath: '/config/reset', method: 'POST', body: {} })
const whole = async () => Configuration.parse((await get(people.admin)).json())

test('administrators read the whole configuration, which starts with the initial values', async () => {
  for (const role of ['superadmin', 'admin'] as const) {
    const response = await get(people[role])
    assert.equal(response.statusCode, 200)
    assert.deepEqual(Configuration.parse(response.json()), initialConfiguration())
  }
})

test('team and client read only their own role; clients see no addresses and no masked columns', async () => {
  const team = (await get(people.team)).json()
  assert.deepEqual(Object.keys(team.roles), ['team'])
  assert.deepEqual(team.settings.emailIds, ['permits@portal.example'])
  assert.equal('users' in team.columns, false)

  const client = (await get(people.client)).json()
  assert.deepEqual(Object.keys(client.roles), ['client'])
  assert.deepEqual(client.settings.emailIds, [])
  const names = client.columns.permits.map((column: { name: string }) => column.name)
  assert.equal(names.includes('title'), true)
  assert.equal(names.includes('assignedTo'), false)
  assert.equal('tasks' in client.columns, false)
})

test('the organization column is hidden by default for clients and shown for staff', async () => {
  const orgShown = async (person: Person) => {
    const { columns } = (await get(person)).json<Configuration>()
    const shown = (name: 'permits' | 'payments' | 'ctasks', column: string) =>
      columns[name]?.find((each) => each.name === column)?.is_visible
    return [shown('permits', 'org'), shown('payments', 'org'), shown('ctasks', 'assignedOrg')]
  }
  assert.deepEqual(await orgShown(people.client), [false, false, false])
  assert.deepEqual(await orgShown(people.team), [true, true, true])
})

test('only administrators change or reset the configuration', async () => {
  const config = await whole()
  for (const person of [people.team, people.client]) {
    assert.equal((await patch(person, config)).statusCode, 403)
    assert.equal((await reset(person)).statusCode, 403)
  }
})

test('a change raises the version and applies to the next request; a stale one is 409 with the current version', async () => {
  const config = await whole()
  config.settings.emailIds = ['office@portal.example']
  const saved = await patch(people.superadmin, config)
  assert.equal(saved.statusCode, 200)
  assert.equal(saved.json().version, config.version + 1)
  assert.deepEqual((await whole()).settings.emailIds, ['office@portal.example'])

  const stale = await patch(people.superadmin, config)
  assert.equal(stale.statusCode, 409)
  assert.equal(stale.json().type, 'version-conflict')
  assert.equal(stale.json().current.version, config.version + 1)
})

test('of two concurrent saves, one gets 409', async () => {
  const config = await whole()
  const responses = await Promise.all([patch(people.admin, config), patch(people.superadmin, config)])
  assert.deepEqual(
    responses.map((response) => response.statusCode).toSorted((a, other) => a - other),
    [200, 409],
  )
})

const broken: readonly [string, (config: Configuration) => unknown][] = [
  ['an unknown key', (config) => ({ ...config, surprise: 1 })],
  ['an unknown setting', (config) => ({ ...config, settings: { ...config.settings, password: 'x' } })],
  ['an unknown role', (config) => ({ ...config, roles: { ...config.roles, owner: config.roles.admin } })],
  [
    'a missing role',
    ({ roles: { client: _client, ...others }, ...config }) => ({ ...config, roles: others }),
  ],
  [
    'an unknown page',
    (config) => ({
      ...config,
      roles: { ...config.roles, team: { ...config.roles.team, pages: { '/nowhere': true } } },
    }),
  ],
  [
    'an unknown module',
    (config) => ({
      ...config,
      roles: { ...config.roles, team: { ...config.roles.team, modules: { games: true } } },
    }),
  ],
  [
    'a page that is neither true nor false',
    (config) => ({
      ...config,
      roles: { ...config.roles, team: { ...config.roles.team, pages: { '/mail': 'no' } } },
    }),
  ],
  ['an address that is none', (config) => ({ ...config, settings: { emailIds: ['nobody'] } })],
  ['no version', ({ version: _version, ...config }) => config],
  ['nothing', () => ({})],
]
for (const [what, breakIt] of broken) {
  test(`a PATCH with ${what} is 400 with errors and changes nothing`, async () => {
    const before = await whole()
    const response = await patch(people.admin, breakIt(structuredClone(before)))
    assert.equal(response.statusCode, 400)
    assert.equal(response.json().errors.length >= 1, true)
    assert.deepEqual(await whole(), before)
  })
}

test('a page switched off for a role is off in /me with the next request, also for a role stored in upper case', async () => {
  const config = await whole()
  config.roles.team.pages['/payments'] = false
  assert.equal((await patch(people.admin, config)).statusCode, 200)
  const shouting = await portal.given.user({ role: 'TEAM' })
  for (const person of [people.team, shouting]) {
    const me = (await portal.send({ method: 'GET', url: '/api/auth/me' }, person)).json()
    assert.equal(me.pages['/payments'], false)
    assert.equal(me.pages['/permits/processing'], true)
  }
})

test('a reset restores the initial configuration and raises the version', async () => {
  const { version } = await whole()
  const result = await reset(people.superadmin)
  assert.equal(result.statusCode, 200)
  assert.deepEqual(result.json(), { ...initialConfiguration(), version: version + 1 })
})

test('GET, PATCH and reset include the columns of added fields', async () => {
  const body = { name: 'mood', label: 'Mood', type: 'enum', options: ['Calm', 'Cross'] }
  assert.equal(
    (await portal.crud(people.admin, { apiPath: 'permits/fields', method: 'POST', body })).statusCode,
    201,
  )
  const column = {
    name: 'custom.mood',
    label: 'Mood',
    type: 'enum',
    is_visible: true,
    table_view: true,
    options: ['Calm', 'Cross'],
    masked: true,
  }
  const addedIn = (config: Configuration) =>
    [config.columns.permits, config.columns.processed].map((list) =>
      list?.filter(({ name }) => name === column.name),
    )
  const read = await whole()
  assert.deepEqual(addedIn(read), [[column], [column]])

  const bare = initialConfiguration()
  const renamed =
    read.columns.permits?.map((permit) =>
      permit.name === column.name ? { ...permit, label: 'Temper', is_visible: false } : permit,
    ) ?? []
  const patched = await patch(people.admin, {
    ...bare,
    columns: { ...bare.columns, permits: renamed },
    version: read.version,
  })
  assert.equal(patched.statusCode, 200, patched.body)
  const asSaved = [[{ ...column, label: 'Temper', is_visible: false }], [column]]
  assert.deepEqual(addedIn(Configuration.parse(patched.json())), asSaved)
  assert.deepEqual(await whole(), patched.json())

  const result = await reset(people.admin)
  assert.deepEqual(addedIn(Configuration.parse(result.json())), [[column], [column]])
  assert.deepEqual(await whole(), result.json())
  assert.equal(
    (await get(people.team))
      .json()
      .columns.permits.some(({ name }: { name: string }) => name === column.name),
    true,
  )
})

test('a configuration stored by an older release is completed with the new keys', async () => {
  const config = await whole()
  const { columns, roles: stored, ...rest } = config
  const { '/mail': _mail, ...pages } = stored.team.pages
  const older = {
    ...rest,
    version: config.version + 1,
    columns: { permits: columns.permits?.slice(0, 1) },
    roles: { ...stored, team: { ...stored.team, pages } },
  }
  await sql`update configuration set version = ${older.version}, config = ${JSON.stringify(older)}`.execute(
    portal.deps.database.kysely,
  )
  const read = await whole()
  assert.equal(read.roles.team.pages['/mail'], true)
  assert.equal(read.columns.permits?.length, columns.permits?.length)
  assert.equal(read.columns.orgs?.length, columns.orgs?.length)
})

test('a column that nobody renamed has the label of this release, and a renamed one keeps its own', () => {
  const initial = initialConfiguration()
  const named = (labels: Readonly<Record<string, string>>) => {
    const permits = (initial.columns['permits'] ?? []).map((column) => ({
      ...column,
      label: labels[column.name] ?? column.label,
    }))
    const { columns } = completeConfiguration({ ...initial, columns: { ...initial.columns, permits } }, [])
    return (columns['permits'] ?? [])
      .filter(({ name }) => Object.hasOwn(labels, name))
      .map(({ label }) => label)
  }
  assert.deepEqual(named({ authority: 'Authority', region: 'Region' }), ['Agency', 'State'])
  assert.deepEqual(named({ authority: 'Reviewing office', region: 'Province' }), [
    'Reviewing office',
    'Province',
  ])
})

test('F11: a NUL, control character or lone surrogate in the configuration is refused with its path', async () => {
  for (const bad of ['\u0000', 'a\u0000b', '\ud800', '\u0007']) {
    const types = await whole()
    types.columns.tasks?.splice(3, 1, {
      name: 'title',
      label: 'Title',
      type: bad,
      is_visible: true,
      table_view: true,
    })
    const names = await whole()
    names.columns.permits?.push({ name: bad, label: 'x', type: 'text', is_visible: true, table_view: true })
    const callbacks = await whole()
    callbacks.callbacks.tasks = [{ get_from: 'permit', assigned_value: bad, assign_to_field: 'org' }]
    for (const [config, path] of [
      [types, 'body.columns.tasks.3.type'],
      [names, `body.columns.permits.${(names.columns.permits?.length ?? 0) - 1}.name`],
      [callbacks, 'body.callbacks.tasks.0.assigned_value'],
    ] as const) {
      const response = await patch(people.superadmin, config)
      assert.equal(response.statusCode, 400, `${path} ${response.body}`)
      assert.equal(response.json().errors[0].path, path)
    }
  }
})
