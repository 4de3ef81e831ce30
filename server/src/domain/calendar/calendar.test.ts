import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CalendarDates, maxCalendarEntries } from '@portal/contract/calendar'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
const ask = apiClient(() => portal)

before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

async function calendar(person: Person, query: object): Promise<CalendarDates> {
  const response = await portal.crud(person, { apiPath: 'calendar', method: 'GET', query })
  assert.equal(response.statusCode, 200, response.body)
  return CalendarDates.parse(response.json())
}
const status = async (person: Person, query: object) =>
  (await portal.crud(person, { apiPath: 'calendar', method: 'GET', query })).statusCode
const make = async (collection: string, body: object) =>
  String((await ask(people.superadmin, 'POST', collection, body, 201))['pid'])
const makePermit = (values: object = {}) =>
  make('permits', { title: 'Warehouse', org: people.client.org, permitType: 'SIGN', ...values })
const set = (table: string, pid: string, column: string, value: string) =>
  portal.deps.database.query(`update ${table} set ${column} = $1 where pid = $2`, [value, pid])
const shown = ({ entries }: CalendarDates) =>
  entries.map(({ collection, field, day }) => `${day} ${collection}.${field}`)

test('the first and the last month of time have a calendar', async () => {
  await make('tasks', { title: 'Last', dueDate: '9999-12-31', followUpAt: '9999-12-31T12:00:00.000Z' })
  assert.deepEqual(shown(await calendar(people.team, { from: '9999-12-01', to: '9999-12-31' })), [
    '9999-12-31 tasks.dueDate',
    '9999-12-31 tasks.followUpAt',
  ])
  assert.deepEqual(shown(await calendar(people.team, { from: '0001-01-01', to: '0001-01-31' })), [])
})

test('a month shows each kind of date to staff, and only what clients may read to a client', async () => {
  const range = { from: '2027-01-01', to: '2027-01-31' }
  const permit = await makePermit({ targetDate: '2027-01-02' })
  await make('rts', { permit, submitBy: '2027-01-03' })
  const task = { title: 'Call the agency', permit, dueDate: '2027-01-04' }
  await make('tasks', {
    ...task,
    followUpAt: '2027-01-05T15:00:00.000Z',
    remindAt: '2027-01-06T15:00:00.000Z',
  })
  const clients = await make('ctasks', {
    title: 'Sign',
    assignedOrg: people.client.org,
    permit,
    dueDate: '2027-01-07',
    remindAt: '2027-01-08T15:00:00.000Z',
  })
  const fee = await make('payments', {
    permit,
    kind: 'FEE',
    feeCode: 'PLAN_REVIEW',
    amount: 100,
    dueDate: '2027-01-09',
  })
  await set('payments', fee, 'status', 'REQUESTED')
  await set('orgs', people.client.org ?? '', 'licence_expiry', '2027-01-10')
  await ask(
    people.admin,
    'POST',
    `permits/${permit}/conditions`,
    { text: 'Fence the site', kind: 'DURING', severity: 'NOTICE', dueDate: '2027-01-11' },
    201,
  )
  const own = [
    '2027-01-02 permits.targetDate',
    '2027-01-03 rts.submitBy',
    '2027-01-07 ctasks.dueDate',
    '2027-01-09 payments.dueDate',
    '2027-01-11 permits.conditions',
  ]
  const licence = '2027-01-10 orgs.licenceExpiry'
  const internal = [
    '2027-01-04 tasks.dueDate',
    '2027-01-05 tasks.followUpAt',
    '2027-01-06 tasks.remindAt',
    '2027-01-08 ctasks.remindAt',
  ]
  assert.deepEqual(shown(await calendar(people.client, range)), [...own, licence].toSorted())
  // The team may not read organizations.
  assert.deepEqual(shown(await calendar(people.team, range)), [...own, ...internal].toSorted())
  assert.deepEqual(shown(await calendar(people.admin, range)), [...own, ...internal, licence].toSorted())
  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  assert.deepEqual(shown(await calendar(stranger, range)), [])
  const seen = await calendar(people.client, range)
  assert.deepEqual(
    seen.entries.map(({ mayMove }) => mayMove),
    seen.entries.map(() => false),
  )
  assert.equal(seen.entries.find(({ field }) => field === 'conditions')?.detail, 'Fence the site')
  assert.equal(seen.entries.find(({ pid }) => pid === clients)?.title, 'Sign')
  const moved = (await calendar(people.team, range)).entries.filter(({ mayMove }) => mayMove)
  assert.deepEqual([...new Set(moved.map(({ collection }) => collection))].toSorted(), [
    'ctasks',
    'payments',
    'permits',
    'rts',
    'tasks',
  ])
})

test('a date with a time is on the day it is in the reader’s time zone', async () => {
  const pid = await make('tasks', { title: 'Late call', followUpAt: '2027-03-01T03:30:00.000Z' })
  const chicago = await portal.given.user({ role: 'team' })
  await ask(people.superadmin, 'PATCH', `users/${chicago.pid}`, { timeZone: 'America/Chicago' })
  const days = async (person: Person, from: string, to: string) =>
    (await calendar(person, { from, to })).entries.filter((entry) => entry.pid === pid).map(({ day }) => day)
  assert.deepEqual(await days(people.team, '2027-03-01', '2027-03-01'), ['2027-03-01'])
  assert.deepEqual(await days(chicago, '2027-02-28', '2027-02-28'), ['2027-02-28'])
  assert.deepEqual(await days(chicago, '2027-03-01', '2027-03-01'), [])
})

test('a day lists a bounded number of dates of a collection and says how many there are', async () => {
  const many = maxCalendarEntries + 3
  for (let made = 0; made < many; made += 1)
    await make('tasks', { title: `Task ${made}`, dueDate: '2027-04-01' })
  const { entries, totals } = await calendar(people.team, { from: '2027-04-01', to: '2027-04-02' })
  assert.equal(entries.length, maxCalendarEntries)
  assert.deepEqual(totals, [{ day: '2027-04-01', collection: 'tasks', count: many }])
})

test('the calendar is narrowed to collections, to a saved view and to the reader’s own records', async () => {
  const range = { from: '2027-05-01', to: '2027-05-31' }
  const mine = await makePermit({ targetDate: '2027-05-03', title: 'Mine', assignedTo: people.team.pid })
  await makePermit({ targetDate: '2027-05-04', title: 'Other', assignedTo: people.admin.pid })
  await make('tasks', { title: 'Task', dueDate: '2027-05-05', assignedTo: people.team.pid })
  const view = await ask(
    people.team,
    'POST',
    'views',
    { name: 'Own permits', collection: 'permits', filters: { assignedTo: '@me' } },
    201,
  )
  const titles = async (query: object) =>
    (await calendar(people.team, { ...range, ...query })).entries.map(({ title }) => title)
  assert.deepEqual(await titles({}), ['Mine', 'Other', 'Task'])
  assert.deepEqual(await titles({ collections: ['tasks'] }), ['Task'])
  assert.deepEqual(await titles({ mine: true }), ['Mine', 'Task'])
  assert.deepEqual(await titles({ view: view['pid'] }), ['Mine'])
  assert.deepEqual(await titles({ view: 'my-permits' }), ['Mine'])
  // The same view of another person shows their records; a private one is not found.
  assert.equal(await status(people.admin, { ...range, view: view['pid'] }), 404)
  assert.equal((await calendar(people.team, { ...range, view: 'my-permits' })).entries[0]?.pid, mine)
})

test('a finished task is marked, and the target date of a decided permit is not shown', async () => {
  const range = { from: '2027-06-01', to: '2027-06-30' }
  const done = await make('tasks', { title: 'Done', dueDate: '2027-06-01' })
  await set('tasks', done, 'status', 'DONE')
  const permit = await makePermit({ targetDate: '2027-06-02' })
  await set('permits', permit, 'bucket', 'processed')
  await set('permits', permit, 'expiry_date', '2027-06-03')
  const { entries } = await calendar(people.team, range)
  assert.deepEqual(
    entries.map(({ field, isOver, mayMove }) => [field, isOver, mayMove]),
    [
      ['dueDate', true, true],
      ['expiryDate', false, false],
    ],
  )
})

const refused = [
  [{ from: '2027-01-01' }, 400],
  [{ from: '2027-01-01', to: '2027-12-31' }, 400],
  [{ from: '2027-01-02', to: '2027-01-01' }, 400],
  [{ from: '2027-01-01', to: '2027-01-02', collections: ['nothing'] }, 400],
  [{ from: '2027-01-01', to: '2027-01-02', collections: ['orgs'] }, 403],
  [{ from: '2027-01-01', to: '2027-01-02', view: 'nothing' }, 404],
] as const

for (const [query, expected] of refused) {
  test(`the calendar answers ${expected} to ${JSON.stringify(query)}`, async () => {
    assert.equal(await status(people.team, query), expected)
  })
}

test('the filter offers the collections whose dates the reader may read', async () => {
  const range = { from: '2027-07-01', to: '2027-07-31' }
  const of = async (person: Person) => (await calendar(person, range)).collections
  const staff = ['ctasks', 'payments', 'permits', 'processed', 'rts', 'tasks']
  assert.deepEqual((await of(people.team)).toSorted(), staff)
  assert.deepEqual((await of(people.admin)).toSorted(), [...staff, 'orgs'].toSorted())
  assert.deepEqual(
    (await of(people.client)).toSorted(),
    [...staff.filter((name) => name !== 'tasks'), 'orgs'].toSorted(),
  )
})
