import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { readPdf } from './test-support/read-pdf.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole(await portal.given.org({ name: 'Żółta Łódź Строй' }))
})
after(() => portal.close())

async function call(
  person: Person,
  method: string,
  apiPath: string,
  body?: object,
): Promise<{ pid: string }> {
  const response = await portal.crud(person, { apiPath, method, ...(body === undefined ? {} : { body }) })
  assert.ok(response.statusCode < 300, response.body)
  return response.json<{ pid: string }>()
}
const receipt = (pid: string, person?: Person) =>
  portal.send({ method: 'GET', url: `/api/payments/${pid}/receipt` }, person)

async function newFee(): Promise<string> {
  const permit = await call(people.team, 'POST', 'permits', {
    title: 'Two garages',
    org: people.client.org,
    permitType: 'SIGN',
  })
  const body = {
    permit: permit.pid,
    kind: 'FEE',
    feeCode: 'PERMIT_FEE',
    amount: 123_456,
    tax: 44,
    method: 'CARD',
  }
  return (await call(people.team, 'POST', 'payments', body)).pid
}

test('a received payment has a PDF receipt with searchable text and names in any script (issue 7)', async () => {
  const fee = await newFee()
  await call(people.team, 'POST', `payments/${fee}/transitions`, { to: 'PAID', reference: 'Check 10234' })
  await call(people.admin, 'POST', `payments/${fee}/refunds`, { amount: 500, reason: 'Too much' })
  const result = await receipt(fee, people.client)
  assert.equal(result.statusCode, 200, result.body)
  assert.equal(result.headers['content-type'], 'application/pdf')
  assert.match(String(result.headers['content-disposition']), /^attachment; filename="receipt-PY-/)
  const { text } = await readPdf(result.rawPayload)
  for (const words of [
    'Żółta Łódź Строй',
    'Two garages',
    '$1,234.56',
    '-$5.00',
    '$1,230.00',
    'Permit fee',
    'Check 10234',
  ])
    assert.ok(text.includes(words), text)
})

test('a receipt on US Letter shows the office, its address, amount, method and permit', async () => {
  const config = (await portal.crud(people.superadmin, { apiPath: 'config', method: 'GET' })).json()
  const settings = {
    ...config.settings,
    officeName: 'Hill Country Permits',
    officeAddress: '100 Main St\nAustin, TX 78701',
  }
  await call(people.superadmin, 'PATCH', 'config', { ...config, settings })
  const permit = await call(people.team, 'POST', 'permits', {
    title: 'Two garages',
    org: people.client.org,
    permitType: 'SIGN',
  })
  await call(people.team, 'PATCH', `permits/${permit.pid}`, {
    authorityNumber: '2026-004711 BP',
    siteAddress: '7 Oak Ave',
  })
  const fee = { permit: permit.pid, kind: 'FEE', feeCode: 'PLAN_REVIEW', amount: 12_000 }
  await call(people.team, 'POST', 'payments', fee)
  const body = {
    permit: permit.pid,
    amount: 15_000,
    method: 'CHEQUE',
    reference: '10234',
    payerName: 'Ann Lee',
    paidOn: '2026-11-02',
  }
  const payment = await call(people.team, 'POST', 'payments/record', body)
  const result = await receipt(payment.pid, people.client)
  assert.equal(result.statusCode, 200, result.body)
  const { text, size, pages } = await readPdf(result.rawPayload)
  const sender = ['Hill Country Permits', '100 Main St', 'Austin, TX 78701']
  const facts = ['2026-004711 BP', '7 Oak Ave', 'Ann Lee', 'Check', '10234', 'Nov 2, 2026']
  for (const words of [
    ...sender,
    ...facts,
    'Allocated to',
    'Plan review',
    '$120.00',
    'Credit, unallocated',
    '$30.00',
    'Total paid',
    '$150.00',
  ])
    assert.ok(text.includes(words), `${words} in ${text}`)
  assert.deepEqual([size, pages], [[612, 792], 1])
})

test('a receipt is in the language of the person who opens it', async () => {
  const fee = await newFee()
  await call(people.team, 'POST', `payments/${fee}/transitions`, { to: 'PAID' })
  const headers = { 'accept-language': 'es-US' }
  const response = await portal.send(
    { method: 'GET', url: `/api/payments/${fee}/receipt`, headers },
    people.client,
  )
  const { text } = await readPdf(response.rawPayload)
  for (const words of [
    'Recibo PY-',
    'Cliente',
    'Concepto',
    'Fecha de recepción',
    'Importe',
    'Total pagado',
    'Pagado',
    'Tarjeta',
  ])
    assert.ok(text.includes(words), `${words} in ${text}`)
  assert.doesNotMatch(text, /Receipt|Client\b|Amount|Total paid|Date received/)
})

test('people who may see a received payment get its receipt; all others 401, 404 or 409', async () => {
  const fee = await newFee()
  assert.equal((await receipt(fee)).statusCode, 401)
  assert.equal((await receipt(fee, people.team)).statusCode, 409)
  await call(people.team, 'POST', `payments/${fee}/transitions`, { to: 'PAID' })
  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  assert.equal((await receipt(fee, stranger)).statusCode, 404)
  assert.equal((await receipt('nothing', people.team)).statusCode, 404)
})
