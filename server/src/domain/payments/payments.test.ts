import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Allocations, Refunds } from '@portal/contract'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'

/** `PROVE=1` repeats as often as issue 7 requires. */
const isFull = process.env['PROVE'] === '1'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
})
after(() => portal.close())

const call = (person: Person, method: string, apiPath: string, body?: object) =>
  portal.crud(person, { apiPath, method, ...(body === undefined ? {} : { body }) })

const ask = apiClient(() => portal)
const make = async (collection: string, body: object) =>
  String((await ask(people.team, 'POST', collection, body, 201))['pid'])
const newPermit = () => make('permits', { title: 'Two garages', org: people.client.org, permitType: 'SIGN' })
const step = (path: string, to: string, status = 200, person = people.admin, more: object = {}) =>
  ask(person, 'POST', `${path}/transitions`, { to, reason: 'Because', ...more }, status)

async function paidFee(amount: number, permit?: string): Promise<{ permit: string; fee: string }> {
  const of = permit ?? (await newPermit())
  const fee = await make('payments', { permit: of, kind: 'FEE', feeCode: 'PERMIT_FEE', amount })
  await step(`payments/${fee}`, 'PAID')
  return { permit: of, fee }
}
const totalsOf = async (permit: string) => {
  const found = await ask(people.team, 'GET', `permits/${permit}`)
  return [found['feeTotal'], found['paidTotal'], found['balance'], found['paymentStatus']]
}

test('concurrent requests with one idempotency key create one payment, and all return it (domain.md 1.5)', async () => {
  const permit = await newPermit()
  const body = { permit, kind: 'FEE', feeCode: 'PLAN_REVIEW', amount: 700, idempotencyKey: 'one-click' }
  const responses = await Promise.all(
    Array.from({ length: isFull ? 1_000 : 40 }, () => call(people.team, 'POST', 'payments', body)),
  )
  assert.ok(responses.every(({ statusCode }) => statusCode === 200 || statusCode === 201))
  assert.equal(responses.filter(({ statusCode }) => statusCode === 201).length, 1)
  assert.equal(new Set(responses.map((response) => response.json<{ pid: string }>().pid)).size, 1)
  assert.deepEqual(await totalsOf(permit), [700, 0, 700, 'DUE'])
  assert.equal(
    (await call(people.team, 'POST', 'payments', { ...body, idempotencyKey: 'another' })).statusCode,
    409,
  )
})

test('recording a payment requires its method; other transitions refuse one (domain.md 1.5)', async () => {
  const permit = await newPermit()
  const fee = await make('payments', { permit, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 900 })
  await step(`permits/${permit}`, 'INTAKE_REVIEW', 400, people.team, { method: 'CASH' })
  await step(`payments/${fee}`, 'VOID', 400, people.admin, { method: 'CASH' })
  await step(`payments/${fee}`, 'PENDING', 400, people.team, { method: 'SHELLS' })
  assert.equal(
    (await step(`payments/${fee}`, 'PENDING', 200, people.team, { method: 'CHEQUE' }))['method'],
    'CHEQUE',
  )
  assert.equal((await step(`payments/${fee}`, 'PAID', 200, people.team))['method'], 'CHEQUE')
})

test('concurrent refunds never exceed the paid amount, and the payment shows its refunded total (domain.md 3)', async () => {
  const { permit, fee } = await paidFee(1_000)
  const refund = { amount: 300, reason: 'Too much' }
  await ask(people.team, 'POST', `payments/${fee}/refunds`, refund, 403)
  const responses = await Promise.all(
    Array.from({ length: isFull ? 200 : 12 }, () =>
      call(people.admin, 'POST', `payments/${fee}/refunds`, refund),
    ),
  )
  assert.equal(responses.filter(({ statusCode }) => statusCode === 201).length, 3)
  assert.ok(responses.every(({ statusCode }) => statusCode === 201 || statusCode === 409))
  const { refunds, refundable } = Refunds.parse(await ask(people.client, 'GET', `payments/${fee}/refunds`))
  assert.deepEqual([refunds.length, refundable], [3, 100])
  assert.equal((await ask(people.team, 'GET', `payments/${fee}`))['status'], 'PARTIALLY_REFUNDED')
  assert.deepEqual(await totalsOf(permit), [1_000, 100, 0, 'PAID'])
  const last = { amount: 100, reason: 'The rest', idempotencyKey: 'rest' }
  const { pid } = await ask(people.admin, 'POST', `payments/${fee}/refunds`, last, 201)
  assert.equal((await ask(people.admin, 'POST', `payments/${fee}/refunds`, last, 200))['pid'], pid)
  assert.equal((await ask(people.team, 'GET', `payments/${fee}`))['status'], 'REFUNDED')
  assert.deepEqual(await totalsOf(permit), [1_000, 0, 0, 'REFUNDED'])
  assert.equal((await ask(people.team, 'GET', `permits/${permit}`))['refundedTotal'], 1_000)
})

test('a received payment cannot be changed or deleted, and a manual refund never exceeds the paid amount', async () => {
  const { permit, fee } = await paidFee(500)
  await ask(people.team, 'PATCH', `payments/${fee}`, { amount: 5 }, 409)
  await ask(people.admin, 'DELETE', `payments/${fee}`, undefined, 409)
  assert.equal(
    (await ask(people.team, 'PATCH', `payments/${fee}`, { payerName: 'Somebody' }))['payerName'],
    'Somebody',
  )
  const byHand = String(
    (
      await ask(
        people.admin,
        'POST',
        'payments',
        { permit, kind: 'REFUND', feeCode: 'PERMIT_FEE', amount: 501 },
        201,
      )
    )['pid'],
  )
  assert.deepEqual((await step(`payments/${byHand}`, 'PAID', 409))['unmet'], [
    'Refund exceeds the amount paid.',
  ])
  await ask(people.team, 'POST', `payments/${byHand}/transitions`, { to: 'PAID' }, 403)
})

test('voiding a paid fee or a permit refunds what was paid in the same transaction', async () => {
  const { permit, fee } = await paidFee(900)
  await step(`payments/${fee}`, 'VOID', 403, people.team)
  await step(`payments/${fee}`, 'VOID')
  assert.deepEqual(await totalsOf(permit), [0, 0, 0, 'NONE'])
  assert.equal(
    Refunds.parse(await ask(people.admin, 'GET', `payments/${fee}/refunds`)).refunds[0]?.amount,
    900,
  )

  const second = await paidFee(400)
  await portal.deps.database.query(
    `update permits set status = 'ISSUED', bucket = 'processed', court = 'NONE', clock_started_at = null where pid = $1`,
    [second.permit],
  )
  await step(`processed/${second.permit}`, 'VOIDED', 200, people.admin, { refund: true })
  assert.equal((await ask(people.team, 'GET', `payments/${second.fee}`))['status'], 'REFUNDED')
  assert.deepEqual(await totalsOf(second.permit), [400, 0, 0, 'REFUNDED'])
})

test('one payment covers fees of several permits, within its own amount and what they owe (domain.md 1.5)', async () => {
  const [one, two] = [await newPermit(), await newPermit()]
  const fees = [
    await make('payments', { permit: one, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 300 }),
    await make('payments', { permit: two, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 500 }),
  ]
  const payment = await make('payments', {
    org: people.client.org,
    kind: 'PAYMENT',
    feeCode: 'PERMIT_FEE',
    amount: 600,
  })
  await ask(people.team, 'POST', `payments/${payment}/allocations`, { permit: one, amount: 300 }, 409)
  await step(`payments/${payment}`, 'PAID')
  await ask(people.team, 'POST', `payments/${payment}/allocations`, { permit: one, amount: 301 }, 409)
  await ask(people.client, 'POST', `payments/${payment}/allocations`, { permit: one, amount: 300 }, 403)
  await ask(people.team, 'POST', `payments/${payment}/allocations`, { permit: one, amount: 300 })
  assert.equal((await ask(people.team, 'GET', `payments/${fees[0]}`))['status'], 'PAID')
  assert.deepEqual(await totalsOf(one), [300, 300, 0, 'PAID'])
  await ask(people.team, 'POST', `payments/${payment}/allocations`, { permit: two, amount: 301 }, 409)
  const both = Allocations.parse(
    await ask(people.team, 'POST', `payments/${payment}/allocations`, { permit: two, amount: 300 }),
  )
  assert.deepEqual(
    [both.allocated, both.free, both.allocations.map(({ amount }) => amount)],
    [600, 0, [300, 300]],
  )
  assert.deepEqual(await totalsOf(two), [500, 300, 200, 'PARTIAL'])
  await ask(people.admin, 'POST', `payments/${payment}/refunds`, { amount: 1, reason: 'No' }, 409)
  assert.deepEqual((await step(`payments/${payment}`, 'VOID', 409))['unmet'], [
    'Can’t be voided: it is allocated to fees.',
  ])
})
