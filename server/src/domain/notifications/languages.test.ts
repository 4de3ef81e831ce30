import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Language } from '@portal/contract'
import { demoEmails } from '#domain/users/sign-in/auth.queries.ts'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/** Tests the language of alerts and messages. Source: contract.md 11.6, decision 0081. */

let portal: TestApp
let admin: Person
before(async () => {
  portal = await startTestApp()
  admin = await portal.given.user({ role: 'admin' })
})
after(() => portal.close())

const ask = apiClient(() => portal)
async function reader(org: string | null, language: Language | null): Promise<Person> {
  const person = await portal.given.user(org === null ? { role: 'team' } : { role: 'client', org })
  const payload = { language }
  assert.equal((await portal.send({ method: 'PATCH', url: '/api/auth/me', payload }, person)).statusCode, 204)
  return person
}
async function alertsOf(person: Person): Promise<[title: string, message: string][]> {
  const response = await portal.crud(person, {
    apiPath: 'alerts',
    method: 'GET',
    query: { sort: 'createdAt', pageSize: 100 },
  })
  return response
    .json<{ alerts: { title: string; message: string }[] }>()
    .alerts.map(({ title, message }) => [title, message])
}
async function messagesOf(person: Person): Promise<string[]> {
  const response = await portal.crud(person, {
    apiPath: 'notifications',
    method: 'GET',
    query: { sort: 'createdAt' },
  })
  return response.json<{ notifications: { subject: string }[] }>().notifications.map(({ subject }) => subject)
}
async function askForPayment(org: string, assignedTo: string | null = null): Promise<string> {
  const permit = await ask(
    admin,
    'POST',
    'permits',
    { title: 'Garage', org, permitType: 'SIGN', assignedTo },
    201,
  )
  const body = { org, permit: permit['pid'], feeCode: 'PLAN_REVIEW', amount: 5_000, kind: 'FEE' }
  const { pid } = await ask(admin, 'POST', 'payments', body, 201)
  const payment = await ask(admin, 'GET', `payments/${String(pid)}`)
  if (payment['status'] !== 'DUE')
    await ask(admin, 'POST', `payments/${String(pid)}/transitions`, { to: 'DUE' })
  return String(payment['refNo'])
}

test('people are alerted in their own language; the organization’s message is English if they use several', async () => {
  const org = await portal.given.org()
  const [ana, ben] = [await reader(org, 'es'), await reader(org, 'en')]
  const number = await askForPayment(org)
  assert.deepEqual((await alertsOf(ana)).at(-1)?.[0], `Pago pendiente: ${number}`)
  assert.deepEqual((await alertsOf(ben)).at(-1)?.[0], `Payment due: ${number}`)
  assert.equal((await messagesOf(ana)).at(-1), `Payment due: ${number}`)
})

test('the message of an organization whose people all use Spanish is Spanish', async () => {
  const org = await portal.given.org()
  const people = [await reader(org, 'es'), await reader(org, 'es')]
  const number = await askForPayment(org)
  for (const person of people) assert.equal((await messagesOf(person)).at(-1), `Pago pendiente: ${number}`)
})

test('staff are alerted in their language, with its plural forms', async () => {
  const person = await reader(null, 'es')
  const org = await portal.given.org()
  const permit = await ask(
    admin,
    'POST',
    'permits',
    { title: 'Garage', org, permitType: 'SIGN', assignedTo: person.pid },
    201,
  )
  const { refNo } = await ask(admin, 'GET', `permits/${String(permit['pid'])}`)
  assert.deepEqual(await alertsOf(person), [[`Se le asignó ${String(refNo)}`, 'Garage']])
})

test('a person without a language setting is alerted in the browser language of their last sign-in', async () => {
  const org = await portal.given.org()
  const person = await portal.given.user({ role: 'client', org, email: demoEmails.client })
  const headers = { 'accept-language': 'es-US,es;q=0.9' }
  const signedIn = await portal.app.inject({
    method: 'POST',
    url: '/api/auth/demo',
    headers,
    payload: { role: 'client' },
  })
  assert.ok(signedIn.statusCode < 300, signedIn.body)
  const number = await askForPayment(org)
  assert.deepEqual((await alertsOf(person)).at(-1)?.[0], `Pago pendiente: ${number}`)
})
