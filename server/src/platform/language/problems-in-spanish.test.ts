import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { problemTypes } from '@portal/contract'
import type { Problem, Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { localize } from './localize.ts'

/**
 * `title` and `detail` of problems, and the reasons why a transition is closed, use the reader's language.
 * Source: contract.md 11.6.
 */

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  for (const person of Object.values(people))
    await portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { language: 'es' } }, person)
})
after(() => portal.close())

const call = async (person: Person, method: string, apiPath: string, body?: object) =>
  (await portal.crud(person, { apiPath, method, ...(body === undefined ? {} : { body }) })).json<
    Problem & { pid: string }
  >()
const said = ({ title, detail, status }: Problem) => [status, title, detail]

test('every title of a problem has a Spanish text', () => {
  for (const { title } of Object.values(problemTypes)) assert.notEqual(localize('es')(title), title)
})

test('a refusal is in the language the reader chose, or in that of the browser without a session', async () => {
  const headers = { 'accept-language': 'es-US,es;q=0.9' }
  const stranger = await portal.app.inject({ method: 'GET', url: '/api/auth/me', headers })
  assert.deepEqual(said(stranger.json()), [
    401,
    'Inicie sesión para continuar',
    'Inicie sesión para continuar.',
  ])
  assert.deepEqual(said(await call(people.team, 'GET', 'permits/nothing')), [
    404,
    'No encontrado',
    'No se encontró (permiso): nothing.',
  ])
  assert.deepEqual(said(await call(people.client, 'GET', 'users')), [
    403,
    'Sin permiso',
    'Su rol no tiene acceso: users.',
  ])
  const english = await portal.given.user({ role: 'team' })
  assert.deepEqual(said(await call(english, 'GET', 'permits/nothing')), [
    404,
    'Not found',
    'No permit found with number nothing.',
  ])
})

test('each error in an invalid body is described in Spanish', async () => {
  const missing = await call(people.team, 'POST', 'permits', {})
  assert.match(missing.detail, /^Estos campos son obligatorios: /)
  assert.match(missing.errors?.[0]?.detail ?? '', / es obligatorio$/)
  const wrong = await portal.send(
    { method: 'PATCH', url: '/api/auth/me', payload: { language: 5 } },
    people.team,
  )
  assert.match(wrong.json<Problem>().detail, /^body\.language: (Entrada|Opción) inválida: se esperaba/)
})

test('the reasons why a transition is closed are in Spanish, next to their codes, and so is its refusal', async () => {
  const { pid } = await call(people.team, 'POST', 'permits', {
    title: 'Garage',
    org: people.client.org,
    permitType: 'SIGN',
  })
  for (const to of ['INTAKE_REVIEW', 'IN_PREPARATION'])
    await call(people.team, 'POST', `permits/${pid}/transitions`, { to })
  const offered = (
    await portal.crud(people.team, { apiPath: `permits/${pid}/transitions`, method: 'GET' })
  ).json<{
    transitions: { to: string; whyNot: string[]; blockers: { code: string }[] }[]
  }>()
  const ready = offered.transitions.find(({ whyNot }) => whyNot.length > 0)
  assert.ok(ready)
  assert.deepEqual(ready.whyNot, ['El paquete de presentación no está listo.'])
  assert.deepEqual(ready.blockers[0]?.code, 'package-not-ready')
  const english = await portal.given.user({ role: 'team' })
  const refused = await call(people.team, 'POST', `permits/${pid}/transitions`, { to: ready.to })
  const inEnglish = await call(english, 'POST', `permits/${pid}/transitions`, { to: ready.to })
  assert.deepEqual(
    [refused.status, refused.title, refused.code],
    [409, 'Este paso no está disponible', inEnglish.code],
  )
  assert.deepEqual(refused.unmet, ready.whyNot)
  assert.equal(inEnglish.detail, 'The submittal package is not ready.')
})
