import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Allocations, CoveredFee, PaymentRecorded, addDays } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
})
after(() => portal.close())

const ask = apiClient(() => portal)
const make = async (collection: string, body: object) =>
  String((await ask(people.team, 'POST', collection, body, 201))['pid'])
const newPermit = (org = people.client.org) =>
  make('permits', { title: 'Two garages', org, permitType: 'SIGN' })
const newFee = (permit: string, amount: number, feeCode = 'PERMIT_FEE', more: object = {}) =>
  make('payments', { permit, kind: 'FEE', feeCode, amount, ...more })
const step = (pid: string, to: string, status = 200, more: object = {}) =>
  ask(people.admin, 'POST', `payments/${pid}/transitions`, { to, reason: 'Because', ...more }, status)
const record = async (body: object) =>
  PaymentRecorded.parse(await ask(people.team, 'POST', 'payments/record', { method: 'CHEQUE', ...body }, 201))
const owed = async (org = people.client.org) => (await ask(people.admin, 'GET', `orgs/${org}`))['balance']
const statusOf = async (pid: string) => (await ask(people.team, 'GET', `payments/${pid}`))['status']
const totalsOf = async (permit: string) => {
  const found = await ask(people.team, 'GET', `permits/${permit}`)
  return [
    found['feeTotal'],
    found['paidTotal'],
    found['refundedTotal'],
    found['balance'],
    found['paymentStatus'],
  ]
}
const coveredBy = async (pid: string) =>
  Allocations.parse(await ask(people.team, 'GET', `payments/${pid}/allocations`)).allocations.flatMap(
    ({ fees }) => fees.map(({ fee, amount }) => [fee.pid, amount]),
  )

test("F13: an organization's balance follows invoices, fees, payments, refunds, deletes, restores, moves (domain.md 1.6)", async () => {
  const org = await portal.given.org()
  const other = await portal.given.org()
  assert.equal(await owed(org), 0)
  const invoice = await make('payments', { org, kind: 'INVOICE', feeCode: 'SERVICE_FEE', amount: 12_345 })
  assert.equal(await owed(org), 12_345)
  await step(invoice, 'PAID')
  assert.equal(await owed(org), 0)
  const permit = await newPermit(org)
  const fee = await newFee(permit, 50_000)
  assert.equal(await owed(org), 50_000)
  await ask(people.admin, 'DELETE', `payments/${fee}`)
  assert.deepEqual([await owed(org), await totalsOf(permit)], [0, [0, 0, 0, 0, 'NONE']])
  await ask(people.admin, 'POST', `payments/${fee}/restore`)
  assert.deepEqual([await owed(org), await totalsOf(permit)], [50_000, [50_000, 0, 0, 50_000, 'DUE']])
  await ask(people.team, 'PATCH', 'payments', { pids: [fee], patch: { amount: 40_000 } })
  assert.equal(await owed(org), 40_000)
  const { pid } = await record({ org, amount: 70_000 })
  assert.equal(await owed(org), -30_000)
  await ask(people.admin, 'POST', `payments/${pid}/refunds`, { amount: 20_000, reason: 'Too much' }, 201)
  assert.equal(await owed(org), -10_000)
  await ask(people.team, 'POST', `payments/${pid}/allocations`, { permit, amount: 40_000 })
  assert.deepEqual([await owed(org), await totalsOf(permit)], [-10_000, [40_000, 40_000, 0, 0, 'PAID']])
  const open = await make('payments', { org, kind: 'INVOICE', feeCode: 'SERVICE_FEE', amount: 600 })
  await ask(people.team, 'PATCH', `payments/${open}`, { org: other })
  assert.deepEqual([await owed(org), await owed(other)], [-10_000, 600])
})

test('F14: a payment for a permit covers its fees automatically, earliest due first, and lists them (domain.md 1.1)', async () => {
  const permit = await newPermit()
  const today = portal.deps.clock.now().toISOString().slice(0, 10)
  const later = await newFee(permit, 5_000, 'PERMIT_FEE', { dueDate: addDays(today, 20) })
  const first = await newFee(permit, 3_000, 'PLAN_REVIEW', { dueDate: addDays(today, 5) })
  const payment = await make('payments', {
    permit,
    kind: 'PAYMENT',
    feeCode: 'PERMIT_FEE',
    amount: 4_000,
    method: 'CASH',
  })
  assert.deepEqual(await totalsOf(permit), [8_000, 0, 0, 8_000, 'DUE'])
  const result = await step(payment, 'PAID')
  const said = z.array(CoveredFee).parse(result['allocations'])
  assert.deepEqual(
    said.map(({ fee, amount }) => [fee.pid, amount]),
    [
      [first, 3_000],
      [later, 1_000],
    ],
  )
  assert.deepEqual(await coveredBy(payment), [
    [first, 3_000],
    [later, 1_000],
  ])
  assert.deepEqual([await statusOf(first), await statusOf(later)], ['PAID', 'DUE'])
  assert.deepEqual(await totalsOf(permit), [8_000, 4_000, 0, 4_000, 'PARTIAL'])
  const history = await ask(people.team, 'GET', `payments/${payment}/history`)
  assert.match(JSON.stringify(history), /"allocated"/)
})

test('F14: a deposit does the same; the rest is credit for later fees or a refund', async () => {
  const permit = await newPermit()
  const before = Number(await owed())
  const deposit = await make('payments', { permit, kind: 'DEPOSIT', feeCode: 'SERVICE_FEE', amount: 10_000 })
  await step(deposit, 'PAID')
  assert.equal(await owed(), before - 10_000)
  const fee = await newFee(permit, 6_000)
  assert.equal(await statusOf(fee), 'PAID')
  assert.deepEqual([await totalsOf(permit), await owed()], [[6_000, 6_000, 0, 0, 'PAID'], before - 4_000])
  await ask(people.admin, 'POST', `payments/${deposit}/refunds`, { amount: 4_001, reason: 'No' }, 409)
  await ask(people.admin, 'POST', `payments/${deposit}/refunds`, { amount: 4_000, reason: 'The rest' }, 201)
  assert.equal(await owed(), before)
})

test('F14: staff may release a payment from its fees, and allocate it to another permit or void it', async () => {
  const [one, two] = [await newPermit(), await newPermit()]
  const [fee, other] = [await newFee(one, 2_000), await newFee(two, 2_000)]
  const { pid, allocations, credit } = await record({ permit: one, amount: 2_000 })
  assert.deepEqual([allocations.map(({ fee: of, amount }) => [of.pid, amount]), credit], [[[fee, 2_000]], 0])
  await step(pid, 'VOID', 409)
  await ask(people.client, 'POST', `payments/${pid}/allocations/release`, { permit: one }, 403)
  await ask(people.team, 'POST', `payments/${pid}/allocations/release`, { permit: one })
  assert.deepEqual([await statusOf(fee), await totalsOf(one)], ['DUE', [2_000, 0, 0, 2_000, 'DUE']])
  await ask(people.team, 'POST', `payments/${pid}/allocations`, { permit: two, amount: 2_000 })
  assert.deepEqual([await statusOf(fee), await statusOf(other)], ['DUE', 'PAID'])
  await ask(people.team, 'POST', `payments/${pid}/allocations/release`, { permit: two })
  await step(pid, 'VOID')
  assert.deepEqual(
    [await totalsOf(one), await totalsOf(two)],
    [
      [2_000, 0, 0, 2_000, 'DUE'],
      [2_000, 0, 0, 2_000, 'DUE'],
    ],
  )
})

test('one request records a payment: partial, for one fee, with date, method and check number, once per key', async () => {
  const permit = await newPermit()
  const [first, chosen] = [await newFee(permit, 1_000, 'PLAN_REVIEW'), await newFee(permit, 5_000)]
  const today = portal.deps.clock.now().toISOString().slice(0, 10)
  const body = {
    fee: chosen,
    amount: 2_500,
    paidOn: addDays(today, -3),
    reference: '10234',
    method: 'CHEQUE',
    idempotencyKey: 'check-10234',
  }
  const { pid, refNo } = await record(body)
  assert.equal((await ask(people.team, 'POST', 'payments/record', body, 200))['pid'], pid)
  const payment = await ask(people.team, 'GET', `payments/${pid}`)
  assert.deepEqual(
    [payment['status'], payment['paidAt'], payment['reference'], payment['method'], payment['refNo']],
    ['PAID', `${addDays(today, -3)}T12:00:00.000Z`, '10234', 'CHEQUE', refNo],
  )
  assert.deepEqual([await coveredBy(pid), await statusOf(first)], [[[chosen, 2_500]], 'DUE'])
  assert.deepEqual(await totalsOf(permit), [6_000, 2_500, 0, 3_500, 'PARTIAL'])
  const rest = await record({ fee: chosen, amount: 4_000, method: 'CASH' })
  assert.deepEqual([rest.allocations.map(({ amount }) => amount), rest.credit], [[2_500, 1_000], 500])
  await ask(people.team, 'POST', 'payments/record', { fee: chosen, amount: 1, method: 'CASH' }, 409)
  await ask(
    people.team,
    'POST',
    'payments/record',
    { permit, amount: 1, method: 'CASH', paidOn: addDays(today, 1) },
    400,
  )
  await ask(people.team, 'POST', 'payments/record', { amount: 1, method: 'CASH' }, 400)
  await ask(people.team, 'POST', 'payments/record', { permit, amount: 0, method: 'CASH' }, 400)
  await ask(people.client, 'POST', 'payments/record', { permit, amount: 1, method: 'CASH' }, 403)
})

test('money that covered a voided, deleted or reduced fee is free again and covers the next fee', async () => {
  const permit = await newPermit()
  const [first, second] = [await newFee(permit, 3_000, 'PLAN_REVIEW'), await newFee(permit, 4_000)]
  const { pid } = await record({ permit, amount: 3_500 })
  assert.deepEqual(await coveredBy(pid), [
    [first, 3_000],
    [second, 500],
  ])
  await step(first, 'VOID')
  assert.deepEqual(
    [await coveredBy(pid), await totalsOf(permit)],
    [[[second, 3_500]], [4_000, 3_500, 0, 500, 'PARTIAL']],
  )
  await ask(people.team, 'PATCH', `payments/${second}`, { amount: 3_000 })
  assert.deepEqual([await statusOf(second), await totalsOf(permit)], ['PAID', [3_000, 3_000, 0, 0, 'PAID']])
  await ask(people.admin, 'POST', `payments/${pid}/refunds`, { amount: 500, reason: 'The rest' }, 201)
})

test('manual refunds and refunds of single fees never exceed what was paid for the permit', async () => {
  const permit = await newPermit()
  const fee = await newFee(permit, 1_000)
  await step(fee, 'PAID')
  const byHand = String(
    (
      await ask(
        people.admin,
        'POST',
        'payments',
        { permit, kind: 'REFUND', feeCode: 'PERMIT_FEE', amount: 600 },
        201,
      )
    )['pid'],
  )
  await step(byHand, 'PAID')
  assert.deepEqual(await totalsOf(permit), [1_000, 400, 600, 0, 'PAID'])
  await ask(people.admin, 'POST', `payments/${fee}/refunds`, { amount: 401, reason: 'No' }, 409)
  await ask(people.admin, 'POST', `payments/${fee}/refunds`, { amount: 400, reason: 'The rest' }, 201)
  assert.deepEqual(await totalsOf(permit), [1_000, 0, 1_000, 0, 'PAID'])
})
