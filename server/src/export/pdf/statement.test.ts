import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { apiClient } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { readPdf } from './test-support/read-pdf.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole(await portal.given.org({ name: 'Żółta Łódź' }))
})
after(() => portal.close())

const ask = apiClient(() => portal)
const make = async (collection: string, body: object) =>
  String((await ask(people.admin, 'POST', collection, body, 201))['pid'])
const step = (pid: string, to: string, more: object = {}) =>
  ask(people.admin, 'POST', `payments/${pid}/transitions`, { to, reason: 'Because', ...more })
const day = (offset: number) =>
  new Date(portal.clock.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10)
const statement = (org: string, query: string, person?: Person) =>
  portal.send({ method: 'GET', url: `/api/orgs/${org}/statement?${query}` }, person)
const Line = z.object({
  Date: z.string(),
  Number: z.string(),
  Description: z.string(),
  Permit: z.string(),
  Charges: z.string(),
  Payments: z.string(),
  Balance: z.string(),
})

async function linesOf(org: string, from: string, to: string, person = people.admin) {
  const response = await statement(org, `from=${from}&to=${to}&format=csv`, person)
  assert.equal(response.statusCode, 200, response.body)
  return z.array(Line).parse(parse(response.body, { columns: true }))
}
const permitOf = (org: string) => make('permits', { title: 'Two garages', org, permitType: 'SIGN' })
const fee = (permit: string, feeCode: string, amount: number) =>
  make('payments', { permit, kind: 'FEE', feeCode, amount })

/** The closing balance of a statement up to today is what the organization owes. */
async function assertBalanced(org: string): Promise<void> {
  const balance = Number((await ask(people.admin, 'GET', `orgs/${org}`))['balance'])
  const closing = (await linesOf(org, '2000-01-01', day(2))).at(-1)
  assert.equal(Math.round(Number(closing?.Balance) * 100), balance)
}

test('the closing balance is the balance of the organization, whatever happened to fees and payments', async () => {
  const org = await portal.given.org({ name: 'Ledger' })
  const permit = await permitOf(org)
  await assertBalanced(org)
  const paid = await fee(permit, 'PERMIT_FEE', 10_000)
  await assertBalanced(org)
  await step(paid, 'PAID')
  await assertBalanced(org)
  await ask(people.admin, 'POST', `payments/${paid}/refunds`, { amount: 2_500, reason: 'Too much' }, 201)
  await assertBalanced(org)
  await step(await fee(permit, 'PLAN_REVIEW', 4_000), 'VOID')
  await assertBalanced(org)
  const late = await fee(permit, 'APPLICATION_FEE', 3_000)
  await step(late, 'PENDING')
  await step(late, 'FAILED')
  await assertBalanced(org)
  const deposit = await make('payments', { org, kind: 'DEPOSIT', feeCode: 'SERVICE_FEE', amount: 9_000 })
  await step(deposit, 'PAID')
  await assertBalanced(org)
  await ask(people.admin, 'POST', `payments/${deposit}/refunds`, { amount: 1_000, reason: 'Asked for' }, 201)
  await assertBalanced(org)
  const invoice = await make('payments', { org, kind: 'INVOICE', feeCode: 'SERVICE_FEE', amount: 6_000 })
  await assertBalanced(org)
  await step(invoice, 'PAID')
  await assertBalanced(org)
  const wanted = await fee(permit, 'SERVICE_FEE', 20_000)
  await assertBalanced(org)
  await ask(people.admin, 'POST', `payments/${deposit}/allocations`, { permit, amount: 1_000 })
  await assertBalanced(org)
  await step(wanted, 'PAID')
  await assertBalanced(org)
})

test('a statement has the opening balance, the lines of its period and the closing balance', async () => {
  const org = await portal.given.org({ name: 'Period' })
  const permit = await permitOf(org)
  const first = await fee(permit, 'PERMIT_FEE', 10_000)
  portal.clock.pass(10 * 86_400_000)
  await portal.deps.database.query(
    'update sessions set last_seen_at = $1, idle_expires_at = $2, expires_at = $2',
    [portal.clock.now(), new Date(portal.clock.now().getTime() + 86_400_000)],
  )
  await step(first, 'PAID')
  await fee(permit, 'PLAN_REVIEW', 2_050)
  const lines = await linesOf(org, day(-2), day(1))
  assert.deepEqual(
    lines.map(({ Description, Charges, Payments, Balance }) => [Description, Charges, Payments, Balance]),
    [
      ['Opening balance', '', '', '100.00'],
      ['Paid: Permit fee', '0.00', '100.00', '0.00'],
      ['Plan review', '20.50', '0.00', '20.50'],
      ['Closing balance', '20.50', '100.00', '20.50'],
    ],
  )
  assert.match(lines[1]?.Permit ?? '', /Two garages/)
  assert.match(lines[1]?.Number ?? '', /^PY-/)
})

test('clients fetch the statement of their own organization as PDF, nobody that of another client', async () => {
  const own = people.client.org ?? ''
  await fee(await permitOf(own), 'PERMIT_FEE', 123_456)
  const query = `from=${day(-1)}&to=${day(1)}&format=pdf`
  const response = await statement(own, query, people.client)
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.headers['content-type'], 'application/pdf')
  assert.match(String(response.headers['content-disposition']), /attachment; filename="statement-.*[.]pdf"/)
  const { text } = await readPdf(response.rawPayload)
  for (const words of ['Statement of account', 'Żółta Łódź', 'Permit fee', '$1,234.56', 'Closing balance'])
    assert.ok(text.includes(words), text)
  const other = await portal.given.org({ name: 'Other' })
  assert.equal((await statement(other, query, people.client)).statusCode, 404)
  assert.equal((await statement(own, query, people.team)).statusCode, 200)
  assert.equal((await statement(own, query)).statusCode, 401)
  for (const wrong of [
    'from=2026-02-01&to=2026-01-01&format=pdf',
    'from=x&to=2026-01-01&format=csv',
    'format=pdf',
  ])
    assert.equal((await statement(own, wrong, people.client)).statusCode, 400)
})

test('a statement of several pages repeats its headings and numbers its pages', async () => {
  const org = await portal.given.org({ name: 'Long' })
  const pids = Array.from({ length: 90 }, () => portal.deps.ids.pid())
  await portal.deps.database.query(
    `insert into payments (pid, ref_no, kind, status, fee_code, org, amount, tax, total, currency, created_at, updated_at)
      select p.pid, 'PY-X-' || p.pid, 'FEE', 'DUE', 'PERMIT_FEE', $2, 100, 0, 100, 'USD', $3, $3 from unnest($1::text[]) p(pid)`,
    [pids, org, portal.clock.now()],
  )
  const response = await statement(org, `from=${day(-1)}&to=${day(1)}&format=pdf`, people.admin)
  const { text, pages } = await readPdf(response.rawPayload)
  assert.ok(pages > 1)
  assert.equal(text.split('Charges').length - 1, pages)
  assert.match(text, new RegExp(`Page ${pages} of ${pages}`))
  assert.ok(text.includes('$90.00'))
})
