import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PermitAllocations, StageVisits } from '@portal/contract'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
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

const ask = apiClient(() => portal)
const newPermit = async () =>
  String(
    (
      await ask(
        people.team,
        'POST',
        'permits',
        { title: 'Sign', org: people.client.org, permitType: 'SIGN' },
        201,
      )
    )['pid'],
  )
const wayOf = async (person: Person, path: string) =>
  StageVisits.parse(await ask(person, 'GET', `${path}/pipeline`)).standings.map(({ status, stage }) => [
    status,
    stage,
  ])

test('the pipeline of a permit has every status it had with its stage; a hold keeps the previous stage (domain.md 4)', async () => {
  const pid = await newPermit()
  for (const to of ['INTAKE_REVIEW', 'IN_PREPARATION', 'ON_HOLD', 'IN_PREPARATION'])
    await ask(people.team, 'POST', `permits/${pid}/transitions`, { to, reason: 'Because' })
  const way = [
    ['NEW', 'INTAKE'],
    ['INTAKE_REVIEW', 'INTAKE'],
    ['IN_PREPARATION', 'PREPARATION'],
    ['ON_HOLD', 'PREPARATION'],
    ['IN_PREPARATION', 'PREPARATION'],
  ]
  assert.deepEqual(await wayOf(people.team, `permits/${pid}`), way)
  assert.deepEqual(await wayOf(people.client, `permits/${pid}`), way)
  await ask(
    await portal.given.user({ role: 'client', org: await portal.given.org() }),
    'GET',
    `permits/${pid}/pipeline`,
    undefined,
    404,
  )
})

test('the pipeline of a permit without history is built from its dates', async () => {
  const pid = await newPermit()
  await portal.deps.database.query(`delete from history where pid = $1`, [pid])
  await portal.deps.database.query(
    `update permits set status = 'APPROVED', pipeline_stage = 'DECISION', received_date = '2026-01-02', submitted_date = '2026-01-09',
      accepted_date = '2026-01-12', approved_date = '2026-02-01', status_changed_at = '2026-02-01T10:00:00Z' where pid = $1`,
    [pid],
  )
  assert.deepEqual(await wayOf(people.team, `permits/${pid}`), [
    ['NEW', 'INTAKE'],
    ['SUBMITTED', 'AUTHORITY_REVIEW'],
    ['UNDER_REVIEW', 'AUTHORITY_REVIEW'],
    ['APPROVED', 'DECISION'],
  ])
})

test('a permit lists the payments that cover its fees, to everybody who may see it', async () => {
  const pid = await newPermit()
  await ask(
    people.team,
    'POST',
    'payments',
    { permit: pid, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 700 },
    201,
  )
  const payment = String(
    (
      await ask(
        people.team,
        'POST',
        'payments',
        { org: people.client.org, kind: 'PAYMENT', feeCode: 'PERMIT_FEE', amount: 1_000 },
        201,
      )
    )['pid'],
  )
  await ask(people.team, 'POST', `payments/${payment}/transitions`, { to: 'PAID' })
  await ask(people.team, 'POST', `payments/${payment}/allocations`, { permit: pid, amount: 700 })
  const { allocations } = PermitAllocations.parse(
    await ask(people.client, 'GET', `permits/${pid}/allocations`),
  )
  assert.deepEqual(
    allocations.map(({ payment: from, amount }) => [from.pid, amount]),
    [[payment, 700]],
  )
  assert.deepEqual(await wayOf(people.team, `payments/${payment}`), [
    ['DUE', null],
    ['PAID', null],
  ])
})
