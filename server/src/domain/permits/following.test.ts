import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SuccessorTransitions } from '@portal/contract'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import type { Fields } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const call = (person: Person, method: string, apiPath: string, body?: object) =>
  portal.crud(person, { apiPath, method, ...(body === undefined ? {} : { body }) })

const ask = apiClient(() => portal)
const step = (pid: string, to: string, status = 200, person = people.team) =>
  ask(person, 'POST', `permits/${pid}/transitions`, { to, reason: 'Because' }, status)
const newPermit = async () =>
  String(
    (
      await ask(
        people.team,
        'POST',
        'permits',
        { title: 'Sign', org: people.client.org, permitType: 'SIGN', city: 'Austin' },
        201,
      )
    )['pid'],
  )
const put = (pid: string, status: string, bucket = 'processing') =>
  portal.deps.database.query(
    `update permits set status = $2, bucket = $3, court = case when $3 = 'processed' then 'NONE' else 'OURS' end,
      clock_started_at = case when $3 = 'processed' then null else now() end where pid = $1`,
    [pid, status, bucket],
  )

test('an issued permit is amended by a new record, and superseded once that is issued (domain.md 1.1, 2)', async () => {
  const pid = await newPermit()
  await ask(people.team, 'POST', `permits/${pid}/amend`, {}, 409)
  await put(pid, 'ISSUED', 'processed')
  const responses = await Promise.all(
    [1, 2, 3].map(() => call(people.team, 'POST', `processed/${pid}/amend`)),
  )
  assert.deepEqual(
    responses.map(({ statusCode }) => statusCode).toSorted((a, other) => a - other),
    [201, 409, 409],
  )
  const made = responses.find(({ statusCode }) => statusCode === 201)?.json<{ pid: string }>().pid ?? ''
  const amendment = await ask(people.team, 'GET', `permits/${made}`)
  assert.deepEqual(
    [
      amendment['status'],
      amendment['revision'],
      amendment['city'],
      amendment['previousRevision'],
      amendment['original'],
    ],
    ['NEW', 1, 'Austin', { pid, title: 'Sign' }, { pid, title: 'Sign' }],
  )
  const { following } = SuccessorTransitions.parse(
    await ask(people.team, 'GET', `processed/${pid}/following`),
  )
  assert.deepEqual(following, [
    { kind: 'amend', allowed: false, whyNot: ['This permit already has an open amendment.'] },
    { kind: 'renew', allowed: true, whyNot: [] },
  ])
  assert.deepEqual((await step(pid, 'VOIDED', 409, people.admin))['unmet'], [
    'An open amendment must be closed first.',
  ])

  for (const to of ['INTAKE_REVIEW', 'IN_PREPARATION']) await step(made, to)
  const packages = await portal.crud(people.team, {
    apiPath: 'rts',
    method: 'GET',
    query: { filter: { permit: made } },
  })
  assert.equal(packages.json<{ rts: Fields[] }>().rts[0]?.['kind'], 'AMENDMENT')
  await put(made, 'APPROVED')
  await step(made, 'ISSUED')
  assert.equal((await ask(people.team, 'GET', `processed/${pid}`))['status'], 'SUPERSEDED')
})

test('staff or its own client renew an expired permit by a new permit that refers to it; other clients cannot', async () => {
  const pid = await newPermit()
  await put(pid, 'EXPIRED', 'processed')
  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  await ask(stranger, 'POST', `processed/${pid}/renew`, {}, 404)
  const made = String((await ask(people.client, 'POST', `processed/${pid}/renew`, {}, 201))['pid'])
  const renewal = await ask(people.client, 'GET', `permits/${made}`)
  assert.deepEqual(
    [renewal['status'], renewal['revision'], renewal['renewalOf']],
    ['DRAFT', 0, { pid, title: 'Sign' }],
  )
  await ask(people.team, 'POST', `processed/${pid}/renew`, {}, 409)
})

test('a permit of a suspended client can be neither amended nor renewed, with the reason given (domain.md 1.6)', async () => {
  const pid = await newPermit()
  await put(pid, 'ISSUED', 'processed')
  await portal.deps.database.query(`update orgs set status = 'SUSPENDED' where pid = $1`, [people.client.org])
  try {
    const { following } = SuccessorTransitions.parse(
      await ask(people.team, 'GET', `processed/${pid}/following`),
    )
    for (const { allowed, whyNot } of following) {
      assert.equal(allowed, false)
      assert.match(whyNot.join(' '), /is suspended\. New records can’t be added/)
    }
    assert.match(
      String((await ask(people.team, 'POST', `processed/${pid}/amend`, {}, 409))['unmet']),
      /is suspended\. New records can’t be added/,
    )
  } finally {
    await portal.deps.database.query(`update orgs set status = 'ACTIVE' where pid = $1`, [people.client.org])
  }
})
