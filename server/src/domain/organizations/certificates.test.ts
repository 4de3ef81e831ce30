import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { StatusMapSettings, certificateReminderDays } from '@portal/contract'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { runAutomaticSteps } from '../permits/automatic/automatic-steps.ts'
import { dayIn as dayOf, passDays } from '../permits/automatic/test-support/pass-days.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  await runAutomaticSteps(portal.deps)
})
after(() => portal.close())

const ask = apiClient(() => portal)
const dayIn = (days: number) => dayOf(portal, days)
const pass = (days: number) => passDays(portal, days)

async function alertsAbout(person: Person, org: string) {
  const response = await portal.crud(person, {
    apiPath: 'alerts',
    method: 'GET',
    query: { filter: { relatedPid: org }, sort: 'createdAt', pageSize: 200 },
  })
  return response.json<{ alerts: { title: string; message: string; severity: string; link: string }[] }>()
    .alerts
}

test('each certificate of a client has one ladder of reminders for its manager and its people', async () => {
  const org = people.client.org ?? ''
  const { version } = await ask(people.admin, 'GET', `orgs/${org}`)
  const dates = { licenceExpiry: dayIn(91), liabilityExpiry: dayIn(10) }
  await ask(people.admin, 'PATCH', `orgs/${org}`, { version, accountManager: people.admin.pid, ...dates })
  await ask(people.team, 'POST', 'permits', { title: 'Two garages', org, permitType: 'SIGN' }, 201)
  // The insurance expires on day 10, the license on day 91.
  for (const days of [1, 8, 1, 21, 30, 21, 8, 1, 1]) await pass(days)

  const told = await alertsAbout(people.admin, org)
  const daysOf = (label: string) =>
    told
      .filter(({ title }) => title.startsWith(label))
      .map(({ title }) => Number(/in (\d+) days?/.exec(title)?.[1] ?? 0))
  assert.deepEqual(daysOf('License expiration'), [...certificateReminderDays])
  assert.deepEqual(daysOf('Liability insurance expiration'), [9, 1, 0])
  assert.deepEqual(
    told.map(({ severity }) => severity),
    told.map(({ title }) => (/in (30|60|90) days/.test(title) ? 'INFO' : 'WARNING')),
  )
  assert.equal(told[0]?.link, `/organizations?record=${org}&tab=Documents`)
  assert.match(told[0]?.message ?? '', /^Work of this client: 1 open permit, \d+ submittal packages?\.$/)

  const client = await alertsAbout(people.client, org)
  assert.equal(client.length, told.length)
  assert.ok(
    client.every(({ message }) => message === 'Send the new certificate to the office before this date.'),
  )
  assert.deepEqual(await alertsAbout(people.superadmin, org), [], 'the account manager is responsible')
})

test('without an account manager who reads organizations the administrators are reminded; a closed client reminds nobody', async () => {
  const [open, closed] = [
    await portal.given.org({ name: 'Open' }),
    await portal.given.org({ name: 'Closed' }),
  ]
  await portal.deps.database.query(
    "update orgs set workers_comp_expiry = $3::date, status = case when pid = $2 then 'CLOSED' else status end where pid = any(array[$1, $2])",
    [open, closed, dayIn(2)],
  )
  await pass(1)
  assert.deepEqual(
    (await alertsAbout(people.admin, open)).map(({ title }) => title.replace(/, on .*/, '')),
    ['Workers’ comp expiration of Open: in 1 day'],
  )
  assert.deepEqual(await alertsAbout(people.admin, closed), [])
})

test('a status map can ask for current certificates; an expired one is named by field and day', async () => {
  const map = StatusMapSettings.parse(await ask(people.admin, 'GET', 'permit-status-map'))
  const statuses = map.statuses.map((row) =>
    row.key === 'INTAKE_REVIEW' ? { ...row, requires: [...row.requires, 'CERTIFICATES_CURRENT'] } : row,
  )
  const drafted = await ask(people.admin, 'PATCH', 'permit-status-map', {
    version: map.version,
    statuses,
    remap: {},
  })
  await ask(people.admin, 'POST', 'permit-status-map/publish', { version: drafted['version'] })
  const org = await portal.given.org({ name: 'Lapsed' })
  const setDate = (day: string) =>
    portal.deps.database.query('update orgs set licence_expiry = $2::date where pid = $1', [org, day])
  const made = await ask(people.team, 'POST', 'permits', { title: 'Sign', org, permitType: 'SIGN' }, 201)
  const move = () =>
    portal.crud(people.team, {
      apiPath: `permits/${String(made['pid'])}/transitions`,
      method: 'POST',
      body: { to: 'INTAKE_REVIEW' },
    })

  const yesterday = dayIn(-1)
  await setDate(yesterday)
  const refused = await move()
  const problem = refused.json<{ detail: string; code: string; params: object }>()
  assert.deepEqual(
    [refused.statusCode, problem.code, problem.params],
    [409, 'certificate-expired', { label: 'License expiration', day: yesterday }],
  )
  assert.match(
    problem.detail,
    /License expiration of the client: .*\. Enter the date of the new certificate first\./,
  )
  await setDate(dayIn(0))
  assert.equal((await move()).statusCode, 200, 'the last day itself is valid')
})
