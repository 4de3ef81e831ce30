import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CurrentUser, acceptedLanguage } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

const me = async (person: Person, acceptLanguage?: string) => {
  const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage }
  const { language, ownLanguage } = CurrentUser.parse(
    (await portal.send({ method: 'GET', url: '/api/auth/me', headers }, person)).json(),
  )
  return { language, ownLanguage }
}
const patchMe = (person: Person, payload: object) =>
  portal.send({ method: 'PATCH', url: '/api/auth/me', payload }, person)

test('a person sees the portal in the language they set, or else the browser’s (contract.md 11.6)', async () => {
  const person = await portal.given.user({ role: 'client' })
  assert.deepEqual(await me(person), { language: 'en', ownLanguage: null })
  assert.deepEqual(await me(person, 'es-MX,es;q=0.9,en;q=0.8'), { language: 'es', ownLanguage: null })
  assert.equal((await patchMe(person, { language: 'es' })).statusCode, 204)
  assert.deepEqual(await me(person, 'en-US'), { language: 'es', ownLanguage: 'es' })
  assert.equal((await patchMe(person, { language: 'en' })).statusCode, 204)
  assert.deepEqual(await me(person, 'es'), { language: 'en', ownLanguage: 'en' })
  assert.equal((await patchMe(person, { language: null })).statusCode, 204)
  assert.deepEqual(await me(person, 'es'), { language: 'es', ownLanguage: null })
})

test('language and time zone can be set separately or together', async () => {
  const person = await portal.given.user({ role: 'team' })
  assert.equal((await patchMe(person, { timeZone: 'America/Chicago', language: 'es' })).statusCode, 204)
  assert.equal((await patchMe(person, { language: 'en' })).statusCode, 204)
  const response = CurrentUser.parse(
    (await portal.send({ method: 'GET', url: '/api/auth/me' }, person)).json(),
  )
  assert.deepEqual([response.ownTimeZone, response.ownLanguage], ['America/Chicago', 'en'])
})

for (const payload of [
  { language: 'fr' },
  { language: 'EN' },
  { language: '' },
  { language: 7 },
  { language: ['es'] },
  {},
  { lang: 'es' },
]) {
  test(`a body of ${JSON.stringify(payload)} is 400 and changes nothing`, async () => {
    const person = await portal.given.user({ role: 'team' })
    assert.equal((await patchMe(person, payload)).statusCode, 400)
    assert.deepEqual(await me(person), { language: 'en', ownLanguage: null })
  })
}

const headers: [header: string | undefined, language: string][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['es', 'es'],
  ['ES-us', 'es'],
  ['fr-FR, es;q=0.3', 'es'],
  ['en;q=0.4, es;q=0.5', 'es'],
  ['es;q=0, en;q=0.1', 'en'],
  ['es;q=0', 'en'],
  ['es;q=x', 'es'],
  [',;,;;q=', 'en'],
  [`${'x'.repeat(5_000)},es`, 'en'],
]
for (const [header, language] of headers) {
  test(`Accept-Language ${header?.slice(0, 30) ?? 'absent'} means ${language}`, () => {
    assert.equal(acceptedLanguage(header), language)
  })
}
