import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { Codes, CreatedPid, History } from '@portal/contract'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())
const ask = apiClient(() => portal)

const round = { name: 'Round Rock Inspections', shortCode: 'ROUND_ROCK' }

const Listed = z.object({
  authorities: z.array(z.object({ pid: z.string(), name: z.string(), shortCode: z.string() })),
})

/** The pid of a new agency. */
const added = async (body: object) =>
  CreatedPid.parse(await ask(people.admin, 'POST', 'authorities', body, 201)).pid

/** The reasons of a refused new agency. */
async function refused(body: object, status: number) {
  const { errors } = await ask(people.admin, 'POST', 'authorities', body, status)
  return Array.isArray(errors) ? errors.map(({ detail }) => detail).join() : errors
}

test('a new portal has a record for each agency that a permit can name', async () => {
  const { authorities } = Listed.parse(await ask(people.team, 'GET', 'authorities'))
  const { codes } = Codes.parse(await ask(people.team, 'GET', 'codes/authority'))
  assert.deepEqual(
    authorities.map(({ shortCode, name }) => `${shortCode} ${name}`).toSorted(),
    codes.map(({ code, display }) => `${code} ${display}`).toSorted(),
  )
  assert.ok(codes.some(({ code }) => code === 'TEXAS_DMV'))
  const found = await portal.crud(people.team, {
    apiPath: 'authorities/search',
    method: 'GET',
    query: { searchToken: 'travis' },
  })
  const [travis] = Listed.parse(found.json()).authorities
  assert.equal(travis?.name, 'Travis County')
  const { changes } = History.parse(await ask(people.team, 'GET', `authorities/${travis?.pid}/history`))
  assert.deepEqual(
    changes.map(({ action }) => action),
    ['create'],
  )
})

test('administrators add, change and delete agencies; team and clients do not', async () => {
  const client = await portal.given.user({ role: 'client', org: await portal.given.org({ name: 'Acme' }) })
  for (const person of [people.team, client]) await ask(person, 'POST', 'authorities', round, 403)
  const pid = await added(round)
  const contact = { portalLink: 'https://permits.roundrock.example/apply', officeHours: 'Mon to Fri, 8 to 4' }
  const changed = await ask(people.admin, 'PATCH', `authorities/${pid}`, contact)
  assert.deepEqual([changed['portalLink'], changed['officeHours']], Object.values(contact))
  await ask(people.team, 'GET', `authorities/${pid}`)
  await ask(people.team, 'PATCH', `authorities/${pid}`, contact, 403)
  await ask(client, 'GET', `authorities/${pid}`, undefined, 403)
  await ask(people.admin, 'DELETE', `authorities/${pid}`)
  await ask(people.admin, 'POST', `authorities/${pid}/restore`)
})

test('a short code is stored in upper case and belongs to one agency, however it is typed', async () => {
  const hays = await added({ name: 'Hays County', shortCode: ' hays_county ' })
  assert.equal((await ask(people.team, 'GET', `authorities/${hays}`))['shortCode'], 'HAYS_COUNTY')
  assert.match(
    String(await refused({ name: 'Hays', shortCode: 'Hays_County' }, 409)),
    /^Another agency already has this short code/,
  )
  assert.match(
    String(await refused({ name: 'Hays', shortCode: 'HAYS COUNTY' }, 400)),
    /^body.shortCode may only/,
  )
  // The code of a deleted agency is free, and restoring that agency is then refused.
  await ask(people.admin, 'DELETE', `authorities/${hays}`)
  await added({ name: 'Hays', shortCode: 'HAYS_COUNTY' })
  await ask(people.admin, 'POST', `authorities/${hays}/restore`, undefined, 409)
})

test('a portal link is a web address, so that it can be a link', async () => {
  for (const portalLink of [
    'javascript:alert(1)',
    'permits.example.gov',
    'ftp://permits.example.gov',
    'https://',
    'https://a b',
  ])
    assert.match(
      String(await refused({ ...round, shortCode: 'LINKS', portalLink }, 400)),
      /^body.portalLink is not a web address/,
      portalLink,
    )
})
