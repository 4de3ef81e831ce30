import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { OwnProfile, roles } from '@portal/contract'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

const url = '/api/auth/me/profile'
const read = async (person: Person) =>
  OwnProfile.parse((await portal.send({ method: 'GET', url }, person)).json())
const change = (person: Person, payload: object) => portal.send({ method: 'PATCH', url, payload }, person)

test('people of every role change their own name and phone, and colleagues find them by the new name', async () => {
  const people = await portal.given.everyRole()
  const admin = await portal.given.user({ role: 'superadmin' })
  for (const role of roles) {
    const { version } = await read(people[role])
    assert.equal(
      (await change(people[role], { name: `Zora${role}`, phone: '(512) 555-0188', version })).statusCode,
      204,
      role,
    )
    const now = await read(people[role])
    assert.deepEqual([now.name, now.phone, now.version], [`Zora${role}`, '(512) 555-0188', version + 1])
    const found = await portal.crud(admin, {
      apiPath: 'users/search',
      method: 'GET',
      query: { searchToken: `Zora${role}` },
    })
    assert.deepEqual(
      found.json<{ users: { pid: string }[] }>().users.map(({ pid }) => pid),
      [people[role].pid],
    )
    const history = await portal.crud(admin, { apiPath: `users/${people[role].pid}/history`, method: 'GET' })
    assert.match(history.body, new RegExp(`"to": ?"Zora${role}"`))
  }
})

test('an invalid name, another field and a stale version are refused by name, and nothing is written', async () => {
  const person = await portal.given.user({ role: 'client', org: await portal.given.org() })
  const { name, version } = await read(person)
  for (const [body, place] of [
    [{ name: '', version }, /name/],
    [{ name: 'x'.repeat(2_000), version }, /name/],
    [{ phone: 'x'.repeat(100), version }, /phone/],
    [{ role: 'superadmin', version }, /role/],
    [{ org: null, version }, /org/],
    [{ name: 'Ann' }, /version/],
  ] as const) {
    const result = await change(person, body)
    assert.equal(result.statusCode, 400, result.body)
    assert.match(result.body, place)
  }
  assert.equal((await read(person)).name, name)
  assert.equal((await change(person, { name: 'First Writer', version })).statusCode, 204)
  const late = await change(person, { name: 'Second Writer', version })
  assert.deepEqual([late.statusCode, late.json<{ type: string }>().type], [409, 'version-conflict'])
  assert.equal((await read(person)).name, 'First Writer')
})
