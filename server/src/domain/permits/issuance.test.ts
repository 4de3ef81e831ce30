import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { History, AvailableTransitions, addDays } from '@portal/contract'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
let today: string
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  today = portal.clock.now().toISOString().slice(0, 10)
})
after(() => portal.close())

const ask = apiClient(() => portal)
const issue = (permit: string, more: object = {}, status = 200) =>
  ask(people.team, 'POST', `permits/${permit}/transitions`, { to: 'ISSUED', ...more }, status)

/** A permit that the authority has approved. */
async function approved(): Promise<string> {
  const made = await ask(
    people.team,
    'POST',
    'permits',
    { title: 'Deck', org: people.client.org, permitType: 'BUILDING' },
    201,
  )
  const pid = String(made['pid'])
  await portal.deps.database.query(
    "update permits set status = 'APPROVED', pipeline_stage = 'DECISION', court = 'OURS' where pid = $1",
    [pid],
  )
  return pid
}

const facts = (record: Record<string, unknown>) => [
  record['authorityNumber'],
  record['issuedDate'],
  record['expiryDate'],
  record['closedDate'],
]

test('recording the issuance saves permit number and dates, and does not close the permit (review, critical 2)', async () => {
  const permit = await approved()
  const offered = AvailableTransitions.parse(
    await ask(people.team, 'GET', `permits/${permit}/transitions`),
  ).transitions.find(({ to }) => to === 'ISSUED')
  assert.deepEqual(
    offered?.inputs?.map(({ name, type, required, value }) => [name, type, required, value]),
    [
      ['authorityNumber', 'text', false, null],
      ['issuedDate', 'date', false, today],
      ['expiryDate', 'date', false, addDays(today, 180)],
    ],
  )
  const [issuedDate, expiryDate] = [addDays(today, -9), addDays(today, 356)]
  const issued = await issue(permit, { authorityNumber: 'BLD-2026-0042', issuedDate, expiryDate })
  assert.deepEqual(facts(issued), ['BLD-2026-0042', issuedDate, expiryDate, null])
  const found = await portal.crud(people.team, {
    apiPath: 'processed/search',
    method: 'GET',
    query: { searchToken: 'BLD-2026-0042' },
  })
  assert.match(found.body, new RegExp(permit))
  const closed = await ask(people.team, 'POST', `processed/${permit}/transitions`, { to: 'CLOSED' })
  assert.deepEqual(facts(closed), ['BLD-2026-0042', issuedDate, expiryDate, today])
  const reopened = await ask(people.admin, 'POST', `processed/${permit}/transitions`, {
    to: 'ISSUED',
    reason: 'Closed in error',
  })
  assert.deepEqual(facts(reopened), ['BLD-2026-0042', issuedDate, expiryDate, null])
})

test('without dates a permit is issued today for the term of its type and keeps its number', async () => {
  const permit = await approved()
  await ask(people.team, 'PATCH', `permits/${permit}`, { authorityNumber: 'A-1' })
  assert.deepEqual(facts(await issue(permit)), ['A-1', today, addDays(today, 180), null])
})

test('a future issue date, an expiration not after it, and these fields with another transition are refused by name', async () => {
  const permit = await approved()
  const refusals = [
    await issue(permit, { issuedDate: addDays(today, 1) }, 400),
    await issue(permit, { issuedDate: today, expiryDate: today }, 400),
    await issue(permit, { expiryDate: addDays(today, -1) }, 400),
    await ask(
      people.team,
      'POST',
      `permits/${permit}/transitions`,
      { to: 'CANCELLED', reason: 'x', authorityNumber: 'A-2' },
      400,
    ),
  ]
  const paths = refusals.map(({ errors }) => (Array.isArray(errors) ? String(errors[0]?.path) : ''))
  assert.deepEqual(paths, ['body.issuedDate', 'body.expiryDate', 'body.expiryDate', 'body.authorityNumber'])
  assert.equal((await ask(people.team, 'GET', `permits/${permit}`))['status'], 'APPROVED')
})

test('only administrators correct permit number and dates, with a reason that the history keeps', async () => {
  const permit = await approved()
  await issue(permit)
  const path = `processed/${permit}`
  const reason = 'Read from the permit'
  await ask(people.team, 'PATCH', path, { authorityNumber: 'B-7', reason }, 403)
  await ask(people.client, 'PATCH', path, { authorityNumber: 'B-7', reason }, 403)
  await ask(people.team, 'PATCH', path, { authorityNumber: 'B-7' }, 409)
  const unexplained = await ask(people.admin, 'PATCH', path, { authorityNumber: 'B-7' }, 400)
  assert.equal(Array.isArray(unexplained['errors']) && unexplained['errors'][0]?.path, 'body.reason')
  await ask(people.admin, 'PATCH', path, { issuedDate: addDays(today, 1), reason }, 400)
  await ask(people.admin, 'PATCH', path, { expiryDate: today, reason }, 400)
  await ask(people.admin, 'PATCH', path, { title: 'Other', reason }, 400)
  await ask(people.admin, 'PATCH', path, { title: 'Other' }, 409)
  const [issuedDate, expiryDate] = [addDays(today, -3), addDays(today, 90)]
  const corrected = await ask(people.admin, 'PATCH', path, {
    authorityNumber: 'B-7',
    issuedDate,
    expiryDate,
    reason,
  })
  assert.deepEqual(facts(corrected), ['B-7', issuedDate, expiryDate, null])
  await ask(
    people.superadmin,
    'PATCH',
    `permits/${permit}`,
    { authorityNumber: 'B-8', reason, version: Number(corrected['version']) - 1 },
    409,
  )
  assert.equal(
    (await ask(people.superadmin, 'PATCH', `permits/${permit}`, { authorityNumber: 'B-8', reason }))[
      'authorityNumber'
    ],
    'B-8',
  )
  const { changes } = History.parse(await ask(people.admin, 'GET', `${path}/history`))
  assert.deepEqual(
    changes
      .slice(0, 2)
      .map(({ action, changes: fields }) => [action, fields.find(({ field }) => field === 'reason')?.to]),
    [
      ['update', reason],
      ['update', reason],
    ],
  )
})

test('the issuance of a permit that was never issued cannot be corrected', async () => {
  const permit = await approved()
  await ask(people.team, 'POST', `permits/${permit}/transitions`, { to: 'CANCELLED', reason: 'Given up' })
  await ask(people.admin, 'PATCH', `processed/${permit}`, { authorityNumber: 'C-1', reason: 'No' }, 409)
})

test('a permit on hold can be released, withdrawn or cancelled, as the status before the hold allows', async () => {
  const made = await ask(
    people.team,
    'POST',
    'permits',
    { title: 'Pool', org: people.client.org, permitType: 'BUILDING' },
    201,
  )
  const path = `permits/${String(made['pid'])}`
  for (const to of ['INTAKE_REVIEW', 'IN_PREPARATION'])
    await ask(people.team, 'POST', `${path}/transitions`, { to })
  await ask(people.team, 'POST', `${path}/transitions`, { to: 'ON_HOLD', reason: 'Survey' })
  const steps = AvailableTransitions.parse(await ask(people.team, 'GET', `${path}/transitions`)).transitions
  assert.deepEqual(
    steps.map(({ to, label, allowed }) => [to, label, allowed]),
    [
      ['IN_PREPARATION', 'Release hold', true],
      ['CANCELLED', 'Cancel permit', true],
      ['WITHDRAWN', 'Withdraw', true],
    ],
  )
  const ended = await ask(people.team, 'POST', `${path}/transitions`, { to: 'CANCELLED', reason: 'Sold' })
  assert.deepEqual([ended['status'], ended['holdReason']], ['CANCELLED', null])
})
