import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { View, Views } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { openStream } from '#test-support/event-stream.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
let colleague: Person
let neighbour: Person
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  colleague = await portal.given.user({ role: 'team' })
  neighbour = await portal.given.user({ role: 'client', org: await portal.given.org() })
})
after(() => portal.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = (as: Person, method: Method, apiPath: string, rest: object = {}) =>
  portal.crud(as, { apiPath, method, ...rest })

async function created(as: Person, body: object): Promise<View> {
  const response = await call(as, 'POST', 'views', { body: { name: 'Mine', collection: 'permits', ...body } })
  assert.equal(response.statusCode, 201, response.body)
  return View.parse(response.json())
}

async function namesFor(as: Person, query: object = { collection: 'permits' }): Promise<string[]> {
  const response = await call(as, 'GET', 'views', { query })
  assert.equal(response.statusCode, 200, response.body)
  return Views.parse(response.json())
    .views.filter(({ isReadyMade }) => isReadyMade !== true)
    .map(({ name }) => name)
}

const patch = (as: Person, pid: string, body: object) => call(as, 'PATCH', `views/${pid}`, { body })

test('a view is saved as sent and read back by itself and in the list', async () => {
  const sent = {
    name: 'Due soon',
    collection: 'permits',
    filters: { or: [{ status: ['NEW', 'SUBMITTED'] }, { targetDate: { within: 'next30days' } }] },
    match: 'any',
    sort: '-targetDate,title',
    hide: ['city', 'tags'],
    group: ['status', 'org'],
    order: ['title', 'refNo'],
    widths: { title: 320 },
  }
  const view = await created(people.team, sent)
  const whole = {
    ...sent,
    pid: view.pid,
    version: 1,
    visibility: 'mine',
    isDefaultFor: null,
    owner: { pid: people.team.pid, title: people.team.name },
    mayChange: true,
  }
  assert.deepEqual(view, whole)
  const alone = (await call(people.team, 'GET', `views/${view.pid}`)).json()
  assert.deepEqual(alone, { ...whole, views: [whole] })
  const list = Views.parse(
    (await call(people.team, 'GET', 'views', { query: { collection: 'permits' } })).json(),
  )
  assert.deepEqual(
    list.views.find(({ pid }) => pid === view.pid),
    whole,
  )
  assert.deepEqual(await namesFor(people.team, { collection: 'tasks' }), [])
  assert.ok((await namesFor(people.team, {})).includes('Due soon'))
})

test('a private view is visible to its owner, a shared one to its role or to all staff', async () => {
  const views = [
    await created(people.team, { name: 'for me' }),
    await created(people.team, { name: 'for team', visibility: 'role' }),
  ]
  views.push(await created(people.team, { name: 'for everyone', visibility: 'everyone' }))
  const shown = async (as: Person) => (await namesFor(as)).filter((name) => name.startsWith('for '))
  assert.deepEqual(await shown(people.team), ['for me', 'for team', 'for everyone'])
  assert.deepEqual(await shown(colleague), ['for team', 'for everyone'])
  assert.deepEqual(await shown(people.admin), ['for team', 'for everyone'])
  assert.deepEqual(await shown(people.client), [])
  assert.equal((await call(people.admin, 'GET', `views/${views[0]?.pid}`)).statusCode, 404)
  assert.equal((await call(people.client, 'GET', `views/${views[1]?.pid}`)).statusCode, 404)
})

test('its owner changes a view, administrators also change shared ones, and a deleted view is gone', async () => {
  const view = await created(people.team, { name: 'shared', visibility: 'clients' })
  for (const person of [colleague, people.client]) {
    assert.equal((await patch(person, view.pid, { name: 'taken' })).statusCode, 403)
    assert.equal((await call(person, 'DELETE', `views/${view.pid}`)).statusCode, 403)
  }
  const renamed = await patch(people.admin, view.pid, { name: 'renamed', version: 1 })
  assert.equal(renamed.statusCode, 200, renamed.body)
  assert.deepEqual(
    [renamed.json().name, renamed.json().version, renamed.json().visibility],
    ['renamed', 2, 'clients'],
  )
  assert.equal((await patch(people.admin, view.pid, { visibility: 'mine' })).statusCode, 403)
  assert.equal((await call(people.team, 'DELETE', `views/${view.pid}`)).statusCode, 200)
  assert.equal((await call(people.team, 'GET', `views/${view.pid}`)).statusCode, 404)
  assert.ok(!(await namesFor(people.admin)).includes('renamed'))
})

test('saving a stale version of a view returns 409 with the current view', async () => {
  const view = await created(people.team, { name: 'contested', sort: 'title' })
  assert.equal((await patch(people.team, view.pid, { sort: '-title', version: 1 })).statusCode, 200)
  const stale = await patch(people.team, view.pid, { sort: 'city', version: 1 })
  assert.equal(stale.statusCode, 409)
  assert.deepEqual(
    [stale.json().type, stale.json().current.sort, stale.json().current.version],
    ['version-conflict', '-title', 2],
  )
})

test('administrators choose the default view of a role, one per collection', async () => {
  assert.equal(
    (
      await call(people.team, 'POST', 'views', {
        body: { name: 'x', collection: 'permits', isDefaultFor: 'team' },
      })
    ).statusCode,
    403,
  )
  const first = await created(people.admin, { name: 'start', isDefaultFor: 'team' })
  const second = await created(people.admin, {
    name: 'new start',
    isDefaultFor: 'team',
    visibility: 'everyone',
  })
  await created(people.admin, { name: 'start of tasks', collection: 'tasks', isDefaultFor: 'team' })
  assert.equal((await call(people.admin, 'GET', `views/${first.pid}`)).json().isDefaultFor, null)
  const { views } = Views.parse((await call(colleague, 'GET', 'views')).json())
  assert.deepEqual(
    views.filter(({ isDefaultFor }) => isDefaultFor === 'team').map(({ name }) => name),
    ['new start', 'start of tasks'],
  )
  assert.equal((await patch(people.admin, first.pid, { isDefaultFor: 'team' })).statusCode, 200)
  assert.equal((await call(people.admin, 'GET', `views/${second.pid}`)).json().isDefaultFor, null)
})

test('clients cannot share views and do not see views that use fields hidden from them', async () => {
  const body = { name: 'x', collection: 'permits' }
  for (const visibility of ['role', 'everyone', 'clients'])
    assert.equal(
      (await call(people.client, 'POST', 'views', { body: { ...body, visibility } })).statusCode,
      403,
    )
  const own = await created(people.client, { name: 'of a client' })
  assert.ok(!(await namesFor(neighbour)).includes('of a client'))
  assert.equal((await call(neighbour, 'GET', `views/${own.pid}`)).statusCode, 404)
  const masked = await created(people.team, { name: 'by priority', sort: '-priority', visibility: 'clients' })
  assert.ok((await namesFor(colleague)).includes('by priority'))
  assert.ok(!(await namesFor(people.client)).includes('by priority'))
  assert.equal((await call(people.client, 'GET', `views/${masked.pid}`)).statusCode, 404)
  const refused = await call(people.client, 'POST', 'views', {
    body: { ...body, filters: { priority: 'HIGH' } },
  })
  assert.equal(refused.statusCode, 400)
  assert.equal(
    (await call(people.client, 'POST', 'views', { body: { ...body, collection: 'tasks' } })).statusCode,
    403,
  )
  assert.equal(
    (await call(people.client, 'GET', 'views', { query: { collection: 'tasks' } })).statusCode,
    403,
  )
})

test('an invalid view is refused with an error that names the problem', async () => {
  const bad: [object, string][] = [
    [{ collection: 'nonsense' }, 'collection'],
    [{ collection: '__proto__' }, 'collection'],
    [{ name: '' }, 'name'],
    [{ name: 5 }, 'name'],
    [{ nonsense: 1 }, 'nonsense'],
    [{ filters: { nonsense: 1 } }, 'nonsense'],
    [{ filters: { status: { like: 'x' } } }, 'like'],
    [{ filters: [] }, 'filters'],
    [{ match: 'some' }, 'match'],
    [{ sort: 'nonsense' }, 'nonsense'],
    [{ sort: 'attributes' }, 'attributes'],
    [{ hide: ['nonsense'] }, 'nonsense'],
    [{ hide: 'title' }, 'hide'],
    [{ group: ['tags'] }, 'tags'],
    [{ group: ['status', 'org', 'city', 'region'] }, 'group'],
    [{ order: ['constructor'] }, 'constructor'],
    [{ widths: { title: 10 } }, 'widths'],
    [{ widths: { nonsense: 100 } }, 'nonsense'],
    [{ widths: { [`ports/${'x'.repeat(95)}`]: 100 } }, 'widths'],
    [
      { widths: Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`ports/c${at}`, 100])) },
      'more than 500 columns',
    ],
    [{ hide: [`ports/${'x'.repeat(95)}`] }, 'hide'],
    [{ group: ['x'.repeat(101)] }, 'group'],
    [{ visibility: 'all' }, 'visibility'],
    [{ isDefaultFor: 'owner' }, 'isDefaultFor'],
    [{ version: 'x' }, 'version'],
  ]
  const view = await created(people.admin, {})
  for (const [part, named] of bad) {
    for (const result of [
      await call(people.admin, 'POST', 'views', { body: { name: 'x', collection: 'permits', ...part } }),
      await patch(people.admin, view.pid, part),
    ]) {
      assert.equal(result.statusCode, 400, `${JSON.stringify(part)} ${result.body}`)
      const told = [result.json().detail, JSON.stringify(result.json().errors)].join(' ')
      assert.ok(told.includes(named), `${JSON.stringify(part)} ${told}`)
    }
  }
  for (const body of [undefined, null, [], 'x'])
    assert.equal((await call(people.admin, 'POST', 'views', { body })).statusCode, 400)
  assert.equal((await call(people.admin, 'GET', 'views', { query: { nonsense: 1 } })).statusCode, 400)
  assert.equal(
    (await call(people.admin, 'GET', 'views', { query: { collection: 'nonsense' } })).statusCode,
    400,
  )
  assert.equal((await patch(people.admin, view.pid, { collection: 'tasks' })).statusCode, 400)
  for (const pid of ['NOSUCHPID', 'x'.repeat(64)])
    assert.equal((await patch(people.admin, pid, {})).statusCode, 404)
})

test('a view may use added fields', async () => {
  const added = await call(people.admin, 'POST', 'permits/fields', {
    body: { name: 'zone', label: 'Zone', type: 'text', masked: false },
  })
  assert.equal(added.statusCode, 201, added.body)
  const view = await created(people.team, {
    name: 'by zone',
    filters: { 'custom.zone': 'A' },
    sort: '-custom.zone',
    hide: ['custom.zone'],
    visibility: 'clients',
  })
  assert.deepEqual(view.hide, ['custom.zone'])
  assert.ok((await namesFor(people.client)).includes('by zone'))
})

test('a change of a view writes a history entry and reaches open pages of its readers', async () => {
  const stream = await openStream(portal.app, await portal.given.cookieOf(colleague))
  await created(people.team, { name: 'silent' })
  const view = await created(people.team, { name: 'heard', visibility: 'role' })
  const Told = z.object({ collection: z.string(), pid: z.string(), action: z.string(), version: z.number() })
  assert.deepEqual(Told.parse((await stream.next('record')).data), {
    collection: 'views',
    pid: view.pid,
    action: 'create',
    version: 1,
  })
  await patch(people.team, view.pid, { name: 'heard again' })
  await call(people.team, 'DELETE', `views/${view.pid}`)
  assert.deepEqual(
    [
      Told.parse((await stream.next('record')).data).action,
      Told.parse((await stream.next('record')).data).action,
    ],
    ['update', 'delete'],
  )
  stream.close()
  const rows = await portal.deps.database.query(
    'select action, version, changes from history where pid = $1 order by id',
    [view.pid],
    z.object({ action: z.string(), version: z.number(), changes: z.unknown() }),
  )
  assert.deepEqual(
    rows.map(({ action, version }) => [action, version]),
    [
      ['create', 1],
      ['update', 2],
      ['delete', 3],
    ],
  )
  assert.deepEqual(rows[1]?.changes, [{ field: 'name', from: 'heard', to: 'heard again' }])
})

test('a view arranges columns of remotes, which come and go, but neither filters, sorts nor groups by them', async () => {
  const arranged = {
    hide: ['ports/berth'],
    order: ['ports/Crane%20number', 'title'],
    widths: { 'ports/Crane%20number': 176 },
  }
  const view = await created(people.admin, { ...arranged, name: 'Cranes', visibility: 'clients' })
  assert.deepEqual({ hide: view.hide, order: view.order, widths: view.widths }, arranged)
  assert.ok((await namesFor(people.client)).includes('Cranes'))
  for (const wrong of [
    { group: ['ports/berth'] },
    { sort: 'ports/berth' },
    { filters: { 'ports/berth': ['A'] } },
    { hide: ['ports/'] },
    { order: ['ports/a/b'] },
    { widths: { 'ports/berth': 79 } },
  ]) {
    const body = { name: 'Wrong', collection: 'permits', ...wrong }
    assert.equal((await call(people.team, 'POST', 'views', { body })).statusCode, 400, JSON.stringify(wrong))
  }
})
