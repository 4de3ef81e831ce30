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

const austinPattern = '####-###### {BP|EP|MP|PP|DS}'

test('a number pattern is bounded, has an example that fits, and is refused by name otherwise', async () => {
  const pid = await added({ name: 'Bastrop', shortCode: 'BASTROP' })
  const patch = async (body: object, status = 200) => {
    const answer = await ask(people.admin, 'PATCH', `authorities/${pid}`, body, status)
    return status === 200 ? answer['numberPattern'] : JSON.stringify(answer['errors'])
  }
  assert.match(String(await patch({ numberPattern: '##' }, 400)), /body\.numberExample.*Enter an example/)
  assert.match(
    String(await patch({ numberPattern: '##', numberExample: '123' }, 400)),
    /The example 123 does not fit the pattern ##\./,
  )
  for (const [numberPattern, reason] of [
    ['[#', 'opens a bracket that it does not close'],
    ['(a+)+$'.repeat(20), 'is longer than 100 characters'],
  ])
    assert.match(String(await patch({ numberPattern, numberExample: '1' }, 400)), new RegExp(reason ?? ''))
  assert.equal(await patch({ numberPattern: austinPattern, numberExample: '2015-000001 BP' }), austinPattern)
  // Each of both is checked against the other that is stored.
  assert.match(String(await patch({ numberExample: '2015-000001' }, 400)), /does not fit/)
  assert.match(String(await patch({ numberExample: null }, 400)), /Enter an example/)
  assert.equal(await patch({ phone: '512-555-0100' }), austinPattern)
  assert.equal(await patch({ numberPattern: null }), null)
  // A regular expression is only text here: its signs stand for themselves.
  assert.equal(await patch({ numberPattern: '(a+)+$', numberExample: '(a+)+$' }), '(a+)+$')
})

test('a number of another form can be saved, since the agency decides what its numbers are', async () => {
  const { authorities } = Listed.parse(await ask(people.team, 'GET', 'authorities'))
  const austin = authorities.find(({ shortCode }) => shortCode === 'AUSTIN_DSD')
  assert.equal((await ask(people.team, 'GET', `authorities/${austin?.pid}`))['numberPattern'], austinPattern)
  const org = await portal.given.org()
  const body = {
    title: 'Old',
    org,
    authority: austin?.pid,
    permitType: 'BUILDING',
    authorityNumber: 'A-17/92',
  }
  const { pid } = CreatedPid.parse(await ask(people.team, 'POST', 'permits', body, 201))
  assert.equal((await ask(people.team, 'GET', `permits/${pid}`))['authorityNumber'], 'A-17/92')
})

test('an agency has its ways to submit, and a new package begins with the first of them', async () => {
  const agency = await added({
    name: 'Lockhart',
    shortCode: 'LOCKHART',
    channels: ['PHONE', 'MAIL'],
    mailingAddress: 'P.O. Box 239, Lockhart, TX 78644',
  })
  await ask(people.admin, 'PATCH', `authorities/${agency}`, { channels: ['FAX'] }, 400)
  await ask(people.admin, 'PATCH', `authorities/${agency}`, { submissionLink: 'javascript:alert(1)' }, 400)
  const org = await portal.given.org()
  const channelOf = async (authority: string | undefined, more: object = {}) => {
    const body = { title: 'Deck', org, permitType: 'BUILDING', ...(authority && { authority }) }
    const permit = CreatedPid.parse(await ask(people.team, 'POST', 'permits', body, 201)).pid
    const { pid } = CreatedPid.parse(await ask(people.team, 'POST', 'rts', { permit, ...more }, 201))
    return (await ask(people.team, 'GET', `rts/${pid}`))['channel']
  }
  assert.equal(await channelOf(agency), 'MAIL')
  assert.equal(await channelOf(agency, { channel: 'PHONE' }), 'PHONE')
  assert.equal(await channelOf(undefined), 'PORTAL')
})
