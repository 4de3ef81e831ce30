import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { packagesIn } from '#domain/permits/test-support/packages.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const { ask, step, prepared, read } = packagesIn(
  () => portal,
  () => people,
)
const newFee = async (permit: string, feeCode: string) =>
  String(
    (await ask(people.team, 'POST', 'payments', { permit, kind: 'FEE', feeCode, amount: 4_500 }, 201))['pid'],
  )
const feesOf = async (pack: string) => {
  const { feeDue, feeReady } = await read(`rts/${pack}`)
  return [feeDue, feeReady]
}

test('whether a package’s fees are settled follows its current fees, so a later fee reopens it (domain.md 1.9)', async () => {
  const { permit, pack } = await prepared()
  assert.deepEqual(await feesOf(pack), [0, true])
  const fee = await newFee(permit, 'PLAN_REVIEW')
  assert.deepEqual(await feesOf(pack), [4_500, false])
  assert.deepEqual((await step(`rts/${pack}`, 'READY', 409))['unmet'], ['An unpaid fee is due.'])
  await step(`payments/${fee}`, 'PAID')
  assert.deepEqual(await feesOf(pack), [0, true])
  await step(`rts/${pack}`, 'READY')
  await step(`rts/${pack}`, 'SUBMITTED')
  const sent = await read(`rts/${pack}`)
  await newFee(permit, 'PERMIT_FEE')
  assert.deepEqual(await read(`rts/${pack}`), sent)
})

test('a new package of a permit with open fees starts with unsettled fees (domain.md 1.9)', async () => {
  const { permit, pack } = await prepared()
  await newFee(permit, 'PERMIT_FEE')
  await ask(people.admin, 'DELETE', `rts/${pack}`)
  const again = String((await ask(people.team, 'POST', 'rts', { permit }, 201))['pid'])
  assert.deepEqual(await feesOf(again), [4_500, false])
})
