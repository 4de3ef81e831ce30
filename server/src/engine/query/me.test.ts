import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DistinctValues, Groups, View, Views } from '@portal/contract'
import type { Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
let colleague: Person
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  colleague = await portal.given.user({ role: 'team' })
  portal.clock.set('2026-11-20T12:00:00Z')
  await give('mine one', people.team, { targetDate: '2026-11-20' })
  await give('mine two', people.team, { targetDate: '2026-11-27' })
  await give('theirs', colleague, { targetDate: '2026-11-28', collaborators: [people.team.pid] })
  await give('late', colleague, { targetDate: '2026-11-19' })
  await give('nobody', null)
})
after(() => portal.close())

const ask = async (
  as: Person,
  method: string,
  apiPath: string,
  rest: object = {},
  status = 200,
): Promise<Record<string, unknown>> => {
  const response = await portal.crud(as, { apiPath, method, ...rest })
  assert.equal(response.statusCode, status, response.body)
  return response.json()
}
async function give(title: string, to: Person | null, more: object = {}): Promise<void> {
  const body = {
    title,
    org: people.client.org,
    permitType: 'SIGN',
    ...more,
    ...(to !== null && { assignedTo: to.pid }),
  }
  await ask(people.admin, 'POST', 'permits', { body }, 201)
}
const titles = async (as: Person, query: object, apiPath = 'permits') => {
  const { permits } = await ask(as, 'GET', apiPath, { query: { sort: 'title', ...query } })
  return Array.isArray(permits) ? permits.map(({ title }) => String(title)) : []
}
const ofMe = { assignedTo: '@me' }

test('@me in a filter on people means the current user: in lists, counts, values, groups, search, bulk and exports', async () => {
  const mine = ['mine one', 'mine two']
  for (const query of [
    { filter: ofMe },
    ofMe,
    { filter: { assignedTo: ['@me'] } },
    { filter: { assignedTo: { in: ['@me'] } } },
  ])
    assert.deepEqual(await titles(people.team, query), mine)
  assert.deepEqual(await titles(colleague, { filter: ofMe }), ['late', 'theirs'])
  assert.deepEqual(await titles(people.team, { filter: { assignedTo: { nin: ['@me', null] } } }), [
    'late',
    'theirs',
  ])
  assert.deepEqual(await titles(people.team, { filter: { assignedTo: { ne: '@me' } } }), [
    'late',
    'nobody',
    'theirs',
  ])
  assert.deepEqual(await titles(people.team, { filter: { assignedTo: ['@me', null] } }), [...mine, 'nobody'])
  assert.deepEqual(await titles(people.team, { filter: { collaborators: { contains: '@me' } } }), ['theirs'])
  assert.deepEqual(await titles(people.team, { filter: ofMe, searchToken: 'two' }, 'permits/search'), [
    'mine two',
  ])

  const aggregate = [{ match: ofMe }, { count: 'total' }]
  assert.deepEqual(await ask(people.team, 'GET', 'count', { query: { collection: 'permits', aggregate } }), {
    total: 2,
  })
  const { values } = DistinctValues.parse(
    await ask(people.team, 'GET', 'permits/fields/assignedTo', { query: { filter: ofMe } }),
  )
  assert.deepEqual(values, [{ value: { pid: people.team.pid, title: people.team.name }, count: 2 }])
  const { groups } = Groups.parse(
    await ask(people.team, 'GET', 'permits/groups', { query: { groupBy: 'status', filter: ofMe } }),
  )
  assert.deepEqual(
    groups.map(({ count }) => count),
    [2],
  )
  const preview = await ask(people.team, 'PATCH', 'permits', {
    body: { filter: ofMe, patch: { priority: 'HIGH' }, dryRun: true },
  })
  assert.equal(preview['updated'], 2)
  const address = `/api/export/permits?format=csv&filter=${encodeURIComponent(JSON.stringify(ofMe))}`
  const exported = await portal.send({ method: 'GET', url: address }, people.team)
  assert.equal(exported.statusCode, 200, exported.body)
  assert.match(exported.body, /mine one/)
  assert.doesNotMatch(exported.body, /theirs/)
})

test('distinct values of a list of people are people by name, and are searched by name', async () => {
  const asked = async (query: object) =>
    DistinctValues.parse(await ask(colleague, 'GET', 'permits/fields/collaborators', { query })).values
  const member = { value: { pid: people.team.pid, title: people.team.name }, count: 1 }
  assert.deepEqual(await asked({}), [{ value: null, count: 4 }, member])
  assert.deepEqual(await asked({ searchToken: people.team.name.slice(1, 6).toUpperCase() }), [member])
  assert.deepEqual(await asked({ searchToken: people.team.pid }), [])
  assert.deepEqual(await titles(colleague, { filter: { collaborators: [people.team.pid] } }), ['theirs'])
})

test('@me is refused as a field value and in a filter on other records', async () => {
  await ask(
    people.team,
    'POST',
    'permits',
    { body: { title: 'x', org: people.client.org, permitType: 'SIGN', assignedTo: '@me' } },
    400,
  )
  await ask(people.team, 'GET', 'permits', { query: { filter: { org: '@me' } } }, 400)
  await ask(people.client, 'GET', 'permits', { query: { filter: ofMe } }, 400)
})

test('a shared view with @me shows each viewer their own records', async () => {
  const body = { name: 'Ours, each', collection: 'permits', filters: ofMe, visibility: 'everyone' }
  const { pid } = View.parse(await ask(people.team, 'POST', 'views', { body }, 201))
  const view = View.parse(await ask(colleague, 'GET', `views/${pid}`))
  assert.deepEqual(view.filters, ofMe)
  assert.deepEqual(await titles(colleague, { filter: view.filters }), ['late', 'theirs'])
})

test('date keywords take a number of days: next, last, and more than that many days ago', async () => {
  const due = (within: string) => titles(people.team, { filter: { targetDate: { within } } })
  assert.deepEqual(await due('next7days'), ['mine one', 'mine two'])
  assert.deepEqual(await due('next8days'), ['mine one', 'mine two', 'theirs'])
  assert.deepEqual(await due('last1days'), ['late', 'mine one'])
  assert.deepEqual(await due('overdue'), ['late'])
  assert.deepEqual(await due('over1daysAgo'), [])
  await give('later still', null, { targetDate: '2026-11-18' })
  assert.deepEqual(await due('over1daysAgo'), ['later still'])
  for (const word of ['next0days', 'last9999days', 'over10days', 'next7daysAgo', 'next07days', 'next1.5days'])
    await ask(people.team, 'GET', 'permits', { query: { filter: { targetDate: { within: word } } } }, 400)
})

test('built-in views appear to everybody who sees their fields, have fixed addresses and cannot be changed', async () => {
  const of = async (as: Person, collection: string) =>
    Views.parse(await ask(as, 'GET', 'views', { query: { collection } })).views.filter(
      ({ isReadyMade }) => isReadyMade === true,
    )
  const names = async (as: Person, collection = 'permits') =>
    (await of(as, collection)).map(({ name }) => name)
  for (const person of [people.team, people.admin, people.superadmin])
    assert.deepEqual(await names(person), [
      'My permits',
      'Due this week',
      'Waiting on agency over 10 days',
      'Overdue',
    ])
  assert.deepEqual(await names(people.client), ['Due this week', 'Waiting on agency over 10 days', 'Overdue'])
  assert.deepEqual(await names(people.team, 'tasks'), ['My tasks', 'Due this week', 'Overdue'])
  assert.deepEqual(await names(people.team, 'rts'), ['Ready'])
  assert.deepEqual(await names(people.client, 'processed'), ['Issued'])

  const found = Object.fromEntries(
    await Promise.all(
      (await of(people.team, 'permits')).map(async ({ pid, filters }) => [
        pid,
        await titles(people.team, { filter: filters }),
      ]),
    ),
  )
  assert.deepEqual(found, {
    'my-permits': ['mine one', 'mine two'],
    'permits-due-this-week': ['mine one', 'mine two'],
    'permits-waiting-on-agency': [],
    'permits-overdue': ['late', 'later still'],
  })
  await portal.deps.database.query(
    "update permits set court = 'AUTHORITY', status_changed_at = case title when 'theirs' then $1::timestamptz else $2::timestamptz end where title in ('theirs', 'nobody')",
    ['2026-11-09T23:00:00Z', '2026-11-10T01:00:00Z'],
  )
  const { filters } = View.parse(await ask(people.team, 'GET', 'views/permits-waiting-on-agency'))
  assert.deepEqual(await titles(people.team, { filter: filters }), ['theirs'])

  await ask(people.admin, 'PATCH', 'views/my-permits', { body: { name: 'x' } }, 403)
  await ask(people.superadmin, 'DELETE', 'views/my-permits', {}, 403)
  await ask(people.client, 'GET', 'views/my-permits', {}, 404)
  const copied = await ask(
    people.client,
    'POST',
    'views',
    { body: { name: 'Copy', collection: 'permits', filters } },
    201,
  )
  assert.equal(copied['mayChange'], true)
})
