import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { runAutomaticSteps } from './automatic-steps.ts'

/** Tests how users work with a fee after the portal has marked it as overdue. */

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const ask = apiClient(() => portal)
const make = async (collection: string, body: object) =>
  String((await ask(people.team, 'POST', collection, body, 201))['pid'])
const dayIn = (days: number) =>
  new Date(portal.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

async function overdueFee(): Promise<{ fee: string; seen: unknown }> {
  const permit = await make('permits', {
    title: 'Two garages',
    org: people.client.org,
    permitType: 'SIGN',
    assignedTo: people.team.pid,
  })
  const fee = await make('payments', {
    permit,
    kind: 'FEE',
    feeCode: 'PERMIT_FEE',
    amount: 500,
    dueDate: dayIn(-1),
  })
  const { version: seen } = await ask(people.team, 'GET', `payments/${fee}`)
  await runAutomaticSteps(portal.deps)
  assert.equal((await ask(people.team, 'GET', `payments/${fee}`))['status'], 'OVERDUE')
  return { fee, seen }
}

test('a user who opened a fee before the portal marked it overdue records its payment without a conflict', async () => {
  const { fee, seen } = await overdueFee()
  const paid = await ask(people.team, 'POST', `payments/${fee}/transitions`, {
    to: 'PAID',
    version: seen,
    method: 'CASH',
  })
  assert.equal(paid['status'], 'PAID')
})

test('such a user also saves a change without a conflict; a change by another person is still a conflict', async () => {
  const { fee, seen } = await overdueFee()
  const saved = await ask(people.team, 'PATCH', `payments/${fee}`, {
    version: seen,
    description: 'For the sign',
  })
  assert.deepEqual([saved['description'], saved['status']], ['For the sign', 'OVERDUE'])
  await ask(people.admin, 'PATCH', `payments/${fee}`, { version: seen, description: 'For two signs' }, 409)
  await ask(people.admin, 'POST', `payments/${fee}/transitions`, { to: 'PAID', version: seen }, 409)
})

test('alerts about an overdue fee end once it is paid', async () => {
  const { fee } = await overdueFee()
  const unread = async (person: Person) => {
    const filter = { relatedPid: fee, kind: 'PAYMENT_DUE', isRead: false }
    const response = await portal.crud(person, { apiPath: 'alerts', method: 'GET', query: { filter } })
    const { alerts } = response.json<{ alerts: unknown[] }>()
    return alerts.length
  }
  assert.ok((await unread(people.client)) > 0)
  await ask(people.team, 'POST', `payments/${fee}/transitions`, { to: 'PAID' })
  assert.deepEqual([await unread(people.client), await unread(people.team)], [0, 0])
})

test('payment is requested only when an amount is due', async () => {
  const permit = await make('permits', { title: 'Two garages', org: people.client.org, permitType: 'SIGN' })
  await portal.deps.database.query(
    `update permits set status = 'APPROVED', pipeline_stage = 'DECISION' where pid = $1`,
    [permit],
  )
  const { unmet } = await ask(
    people.team,
    'POST',
    `permits/${permit}/transitions`,
    { to: 'PAYMENT_DUE' },
    409,
  )
  assert.deepEqual(unmet, ['No balance due: add the fee first.'])
  await make('payments', { permit, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 500 })
  assert.equal(
    (await ask(people.team, 'POST', `permits/${permit}/transitions`, { to: 'PAYMENT_DUE' }))['status'],
    'PAYMENT_DUE',
  )
})
