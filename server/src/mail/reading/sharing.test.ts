import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { writing } from '../test-support/writing.ts'

let portal: TestApp
let mail: ReturnType<typeof writing>
let writer: Person
let reader: Person
let other: Person
let permit: string
let refNo: string
before(async () => {
  portal = await startTestApp()
  mail = writing(portal)
  writer = await portal.given.user({ role: 'superadmin', name: 'Kofi Rosenthaler' })
  reader = await portal.given.user({ role: 'admin', name: 'Jasmine Larkspur' })
  other = await portal.given.user({ role: 'team' })
})
after(() => portal.close())

async function newPermit(): Promise<void> {
  const made = await portal.crud(writer, {
    apiPath: 'permits',
    method: 'POST',
    body: { title: 'Driveway', org: await portal.given.org(), permitType: 'SIGN' },
  })
  permit = made.json<{ pid: string }>().pid
  refNo = (await portal.crud(writer, { apiPath: `permits/${permit}`, method: 'GET' })).json<{
    refNo: string
  }>().refNo
}

interface Related {
  collection: string
  title: string
  pid: string
  path?: string
}
const mailOf = async (person: Person) =>
  (await portal.crud(person, { apiPath: `permits/${permit}/related`, method: 'GET' }))
    .json<{ related: Related[] }>()
    .related.filter(({ collection }) => collection === 'mail')
const titles = async (person: Person) => (await mailOf(person)).map(({ title }) => title).toSorted()

/** The superadmin sends the administrator a message about a permit; returns the id of the received copy. */
async function written(subject: string, to = reader.email): Promise<string> {
  const draft = await mail.draft(writer, { to: [{ address: to }], subject, html: '<p>x</p>' })
  await mail.sent(writer, draft.id)
  await mail.ended(writer, draft.id)
  const listed = await mail.listed(reader, 'inbox', to)
  return listed.find((each) => each.subject === subject)?.id ?? ''
}

test('S-10: the subject of a message in personal mailboxes is visible only to their owners', async () => {
  await newPermit()
  const subject = `Confidential: dismissal, see ${refNo}`
  await written(subject)
  assert.deepEqual(await titles(writer), [subject])
  assert.deepEqual(await titles(reader), [subject])
  const seen = await mailOf(other)
  assert.ok(
    seen.length > 0 &&
      seen.every(({ title }) => /^A message of (Kofi Rosenthaler|Jasmine Larkspur)$/.test(title)),
    JSON.stringify(seen),
  )
  assert.ok(
    seen.every(({ path }) => path === undefined),
    'what nobody else may open has no address',
  )
  assert.ok(!JSON.stringify(seen).includes('Confidential') && !JSON.stringify(seen).includes('%40'))
})

test('S-10: the owner can share a message and stop sharing it; others cannot', async () => {
  await newPermit()
  const subject = `Plans of ${refNo}`
  const id = await written(subject)
  assert.equal((await mail.opened(reader, id)).isShared, false)
  assert.equal((await mail.call('POST', `messages/${id}/share`, other)).statusCode, 404)
  const shared = await mail.call('POST', `messages/${id}/share`, reader)
  assert.deepEqual([shared.statusCode, shared.json()], [200, { isShared: true }])
  assert.equal((await mail.opened(reader, id)).isShared, true)
  assert.deepEqual(await titles(other), [subject])
  assert.deepEqual((await mail.call('DELETE', `messages/${id}/share`, reader)).json(), { isShared: false })
  assert.ok(!(await titles(other)).includes(subject))
})

test('S-10: a manual link shares its message, and messages of office mailboxes are always visible', async () => {
  await newPermit()
  const id = await written('No number')
  assert.equal((await mail.opened(reader, id)).isShared, undefined)
  await mail.call('POST', `messages/${id}/link`, reader, { collection: 'permits', pid: permit })
  assert.deepEqual(await titles(other), ['No number'])
  await newPermit()
  const subject = `To the office: ${refNo}`
  const office = await written(subject, 'permits@portal.example')
  assert.deepEqual(await titles(other), [subject])
  assert.equal((await mail.opened(reader, office, '?mailbox=permits%40portal.example')).isShared, undefined)
  const response = await mail.call(
    'POST',
    `messages/${office}/share?mailbox=permits%40portal.example`,
    reader,
  )
  assert.equal(response.statusCode, 409)
})
