import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { sendDigests } from './digests.ts'
import { startDelivering } from './test-support/delivering.ts'
import type { Delivering } from './test-support/delivering.ts'

let mail: Delivering
let ask: ReturnType<typeof apiClient>
let org: string
before(async () => {
  mail = await startDelivering()
  ask = apiClient(() => mail.portal)
})
after(() => mail.close())
beforeEach(async () => {
  mail.sink.messages.splice(0)
  org = await mail.portal.given.org()
})

const never = new AbortController().signal
async function digestRound(): Promise<void> {
  await sendDigests(mail.posting, never)
  await mail.settled()
}
/** A client who gets requests for documents in the digest. */
async function reader(timeZone: string | null): Promise<Person> {
  const person = await mail.portal.given.user({ role: 'client', org })
  if (timeZone !== null)
    await mail.portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { timeZone } }, person)
  const payload = { kinds: { DOCUMENT_REQUESTED: 'digest' } }
  const response = await mail.portal.send({ method: 'PATCH', url: '/api/auth/preferences', payload }, person)
  assert.equal(response.statusCode, 200, response.body)
  return person
}
async function request(title: string): Promise<void> {
  const permit = await ask(
    mail.administrator,
    'POST',
    'permits',
    { title: 'Garage', org, permitType: 'SIGN' },
    201,
  )
  const body = { title, permit: permit['pid'], assignedOrg: org, taskType: 'UPLOAD_DOCUMENT' }
  await ask(mail.administrator, 'POST', 'ctasks', body, 201)
}

test('everyone gets one digest at 7 AM of their own time, also on the day the clocks change', async () => {
  // Clocks go back in Chicago on 1 November at 07:00 UTC: 7 AM is 12:00 UTC before and 13:00 UTC after it.
  await mail.at('2026-10-31T20:00:00Z')
  const people = {
    tokyo: await reader('Asia/Tokyo'),
    berlin: await reader('Europe/Berlin'),
    chicago: await reader('America/Chicago'),
  }
  await request('Site plan')
  mail.portal.clock.pass(1_000)
  await request('Survey')
  const arrivals: Record<string, string[]> = { tokyo: [], berlin: [], chicago: [] }
  for (let minute = 0; minute < 24 * 4; minute += 1) {
    await digestRound()
    for (const [name, person] of Object.entries(people))
      if (mail.mailTo(person).length > (arrivals[name]?.length ?? 0))
        arrivals[name]?.push(mail.portal.clock.now().toISOString().slice(0, 16))
    mail.portal.clock.pass(15 * 60_000)
  }
  assert.deepEqual(arrivals, {
    tokyo: ['2026-10-31T22:00'],
    berlin: ['2026-11-01T06:00'],
    chicago: ['2026-11-01T13:00'],
  })
  await mail.at('2026-11-01T20:00:00Z')
  const [digest] = mail.mailTo(people.chicago)
  assert.match(digest?.subject ?? '', /2 notifications/)
  assert.match(digest?.plain ?? '', /Site plan[\s\S]*Survey/)
  assert.match(digest?.raw ?? '', /^List-Unsubscribe-Post/im)
  const mails = (await mail.of(people.chicago)).map(({ state, way }) => [state, way])
  assert.deepEqual(mails, [
    ['sent', 'digest'],
    ['sent', 'digest'],
  ])
})

test('the digest leaves out what was read, done or may no longer be seen, and nothing left is no mail', async () => {
  await mail.at('2026-11-10T20:00:00Z')
  const person = await reader('UTC')
  const gone = await reader('UTC')
  await request('Still open')
  await request('Done meanwhile')
  await request('Deleted meanwhile')
  await request('Read meanwhile')
  const { kysely } = mail.portal.deps.database
  await sql`update tasks set status = 'DONE' where org = ${org} and title = 'Done meanwhile'`.execute(kysely)
  await sql`update tasks set deleted_at = now() where org = ${org} and title = 'Deleted meanwhile'`.execute(
    kysely,
  )
  await sql`update alerts set is_read = true where org = ${org} and title like '%Read meanwhile%'`.execute(
    kysely,
  )
  await sql`update users set org = ${await mail.portal.given.org()} where pid = ${gone.pid}`.execute(kysely)
  await mail.at('2026-11-11T07:00:00Z')
  await digestRound()
  const [digest, ...more] = mail.mailTo(person)
  assert.equal(more.length, 0)
  assert.match(digest?.plain ?? '', /Still open/)
  assert.doesNotMatch(digest?.plain ?? '', /meanwhile/)
  assert.equal(mail.mailTo(gone).length, 0)
  const reasons = (await mail.of(person)).flatMap(({ reason }) => (reason === null ? [] : [reason]))
  assert.deepEqual(reasons.toSorted(), ['not-visible', 'read', 'resolved'])
})

test('after days without a server one digest has everything, and what comes later waits for the next', async () => {
  await mail.at('2026-11-12T20:00:00Z')
  const person = await reader(null)
  await request('First day')
  await mail.at('2026-11-13T20:00:00Z')
  await request('Second day')
  await mail.at('2026-11-15T11:00:00Z')
  await digestRound()
  await request('After it')
  await digestRound()
  assert.equal(mail.mailTo(person).length, 1)
  await mail.at('2026-11-16T07:00:00Z')
  await digestRound()
  await digestRound()
  const [first, second, ...more] = mail.mailTo(person)
  assert.equal(more.length, 0)
  assert.match(first?.plain ?? '', /First day[\s\S]*Second day/)
  assert.match(second?.plain ?? '', /After it/)
})

test('a digest that waited for a mail server is written anew from what still holds', async () => {
  await mail.at('2026-11-17T20:00:00Z')
  const person = await reader('UTC')
  await request('Still open')
  await request('Done meanwhile')
  await mail.at('2026-11-18T07:00:00Z')
  mail.sink.dropNext('greeting')
  await digestRound()
  await sql`update tasks set status = 'DONE' where org = ${org} and title = 'Done meanwhile'`.execute(
    mail.portal.deps.database.kysely,
  )
  mail.portal.clock.pass(60_000)
  await mail.settled()
  await digestRound()
  const [digest, ...more] = mail.mailTo(person)
  assert.equal(more.length, 0)
  assert.match(digest?.plain ?? '', /Still open/)
  assert.doesNotMatch(digest?.plain ?? '', /Done meanwhile/)
})

test('the link in a digest moves everything in it back to the portal alone', async () => {
  await mail.at('2026-11-19T20:00:00Z')
  const person = await reader('UTC')
  await request('Site plan')
  await mail.at('2026-11-20T07:00:00Z')
  await digestRound()
  const path = /\/api\/auth\/unsubscribe\?token=[^>]+/.exec(mail.mailTo(person)[0]?.raw ?? '')?.[0] ?? ''
  assert.deepEqual((await mail.portal.send({ method: 'POST', url: path })).json(), { kind: 'DIGEST' })
  const response = await mail.portal.send({ method: 'GET', url: '/api/auth/preferences' }, person)
  const ways = response.json<{ kinds: { kind: string; way: string }[] }>().kinds
  assert.ok(ways.every(({ way }) => way !== 'digest'))
  assert.ok(ways.some(({ way }) => way === 'mail'))
})
