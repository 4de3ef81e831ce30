import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MailFolders, MailMessages } from '@portal/contract'
import { sql } from 'kysely'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { givenMail } from '../test-support/given-mail.ts'
import { receiveMessage } from '../inbound/receive-message.ts'
import { up } from '#platform/database/migrations/0331-mailboxes-of-people.ts'

let portal: TestApp
let superadmin: Person
before(async () => {
  portal = await startTestApp()
  superadmin = await portal.given.user({ role: 'superadmin' })
})
after(() => portal.close())

const get = (path: string, person: Person) => portal.send({ method: 'GET', url: `/api/mail/${path}` }, person)
const subjects = async (person: Person) =>
  MailMessages.parse((await get('messages', person)).json()).messages.map(({ subject }) => subject)
const total = async (person: Person) =>
  MailFolders.parse((await get('folders', person)).json()).folders.reduce(
    (sum, { totalCount }) => sum + totalCount,
    0,
  )

/** A person received a message and left; a new colleague got the same address. */
async function succession(): Promise<{ id: string; successor: Person; address: string }> {
  const left = await portal.given.user({ role: 'team' })
  const { id } = await givenMail(portal.deps, { mailbox: left.email, subject: 'Private' })
  const removed = await portal.crud(superadmin, { apiPath: `/users/${left.pid}`, method: 'DELETE' })
  assert.ok(removed.statusCode < 300, removed.body)
  return { id, successor: await portal.given.user({ role: 'team', email: left.email }), address: left.email }
}

test('S-04: the next owner of an address cannot read the former owner’s mail', async () => {
  const { id, successor, address } = await succession()
  assert.equal(await total(successor), 0)
  for (const query of ['', `?mailbox=${encodeURIComponent(address)}`]) {
    assert.deepEqual(MailMessages.parse((await get(`messages${query}`, successor)).json()).messages, [])
    assert.equal((await get(`messages/${id}${query}`, successor)).statusCode, 404)
    assert.equal((await get(`messages/${id}/raw${query}`, successor)).statusCode, 404)
  }
})

test('S-04: new mail goes to the current owner of the address', async () => {
  const { successor, address } = await succession()
  await receiveMessage(
    portal.deps,
    Buffer.from('From: city@austin.example\r\nSubject: For the new one\r\n\r\nx'),
    [address],
    {
      ip: '127.0.0.1',
      helo: 'localhost',
      sender: '',
    },
  )
  assert.deepEqual(await subjects(successor), ['For the new one'])
})

test('S-04: a person keeps their mailbox when their address changes', async () => {
  const person = await portal.given.user({ role: 'team' })
  await givenMail(portal.deps, { mailbox: person.email, subject: 'Mine' })
  const email = 'renamed.person@portal.example'
  const changed = await portal.crud(superadmin, {
    apiPath: `/users/${person.pid}`,
    method: 'PATCH',
    body: { email },
  })
  assert.equal(changed.statusCode, 200, changed.body)
  assert.deepEqual(await subjects({ ...person, email }), ['Mine'])
  assert.deepEqual(await subjects(await portal.given.user({ role: 'team', email: person.email })), [])
})

test('S-04: mail stored by address goes only to the person who had the address at that time', async () => {
  const { kysely } = portal.deps.database
  const { successor, address } = await succession()
  const madeAt = new Date(portal.clock.now().getTime() + 60_000)
  await sql`update users set created_at = ${portal.clock.now()} where email = ${address}`.execute(kysely)
  await kysely.updateTable('users').set({ created_at: madeAt }).where('pid', '=', successor.pid).execute()
  const stored = async (mailbox: string, receivedAt: Date) => {
    const { id } = await givenMail(portal.deps, { mailbox, receivedAt })
    await kysely.updateTable('mail_messages').set({ mailbox }).where('id', '=', id).execute()
    return id
  }
  const early = await stored(address, new Date(madeAt.getTime() - 1_000))
  const late = await stored(address, new Date(madeAt.getTime() + 1_000))
  const orphan = await stored('nobody.any.more@portal.example', madeAt)
  const office = await stored('permits@portal.example', madeAt)
  await portal.crud(superadmin, { apiPath: '/config', method: 'GET' })
  await up(kysely)
  await up(kysely)
  const rows = await kysely
    .selectFrom('mail_messages')
    .select(['id', 'mailbox'])
    .where('id', 'in', [early, late, orphan, office])
    .execute()
  const mailboxOf = Object.fromEntries(rows.map(({ id, mailbox }) => [id, mailbox]))
  assert.notEqual(mailboxOf[early], successor.pid)
  assert.equal(mailboxOf[early]?.includes('@'), false)
  assert.equal(mailboxOf[late], successor.pid)
  assert.equal(mailboxOf[orphan], 'former nobody.any.more@portal.example')
  assert.equal(mailboxOf[office], 'permits@portal.example')
})
