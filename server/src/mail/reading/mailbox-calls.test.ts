import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  DeleteMailResponse,
  MailChangesResponse,
  MailFolders,
  MailIdentities,
  MailMessages,
  MailRecipients,
  RelatedRecords,
  PermitFiles,
  SavedAttachment,
} from '@portal/contract'
import type { MailChange } from '@portal/contract'
import { sql } from 'kysely'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { openStream } from '#test-support/event-stream.ts'
import { givenMail } from '../test-support/given-mail.ts'
import { writing } from '../test-support/writing.ts'

let portal: TestApp
let mail: ReturnType<typeof writing>
before(async () => {
  portal = await startTestApp()
  mail = writing(portal)
})
after(() => portal.close())

const staff = () => portal.given.user({ role: 'team' })
const office = 'permits@portal.example'

async function found(person: Person, q: string): Promise<string[]> {
  const response = await mail.call('GET', `messages?q=${encodeURIComponent(q)}`, person)
  assert.equal(response.statusCode, 200, response.body)
  const { messages, metadata } = MailMessages.parse(response.json())
  assert.equal(metadata.count, messages.length)
  return messages.map(({ subject }) => subject).toSorted()
}
async function change(person: Person, changes: MailChange[]): Promise<MailChangesResponse> {
  const response = await mail.call('PATCH', 'messages', person, { changes })
  assert.equal(response.statusCode, 200, response.body)
  return MailChangesResponse.parse(response.json())
}
async function countsOf(person: Person) {
  const { folders } = MailFolders.parse((await mail.call('GET', 'folders', person)).json())
  const full = folders.filter(({ totalCount }) => totalCount > 0)
  return Object.fromEntries(full.map(({ id, unreadCount, totalCount }) => [id, [unreadCount, totalCount]]))
}

test('a search with from:, to:, subject:, has:attachment, before: and after: finds only matches (issue 5)', async () => {
  const person = await staff()
  const day = (date: string) => new Date(`${date}T12:00:00.000Z`)
  const zoe = { name: 'Zoë Quintero', address: 'zoe@acme.example' }
  const mailbox = person.email
  await givenMail(portal.deps, {
    mailbox,
    subject: 'Fence',
    from: zoe,
    text: 'plan',
    receivedAt: day('2026-11-01'),
  })
  await givenMail(portal.deps, {
    mailbox,
    subject: 'Plan',
    cc: [zoe],
    text: 'fence',
    receivedAt: day('2026-11-10'),
  })
  const files = [{ name: 'a.pdf', mimeType: 'application/pdf', text: '%PDF' }]
  await givenMail(portal.deps, {
    mailbox,
    subject: 'Drawing',
    text: 'zoe',
    files,
    folder: 'archive',
    receivedAt: day('2026-11-19'),
  })
  const cases: [string, string[]][] = [
    ['from:zoe', ['Fence']],
    ['from:"zoë quintero"', ['Fence']],
    ['to:zoe@acme', ['Plan']],
    ['zoe', ['Drawing', 'Fence', 'Plan']],
    ['subject:fence', ['Fence']],
    ['has:attachment', ['Drawing']],
    ['has:attachment from:zoe', []],
    ['after:2026-11-10', ['Drawing', 'Plan']],
    ['before:2026-11-10', ['Fence']],
    ['after:2026-11-10 before:2026-11-19', ['Plan']],
    ['fence after:2026-11-02', ['Plan']],
    ['from:%', []],
    ["from:'; drop table mail_messages; --", []],
  ]
  for (const [q, subjects] of cases) assert.deepEqual(await found(person, q), subjects, q)
})

test('many messages can be marked, flagged and moved in one call, and the answer allows an undo (issue 5)', async () => {
  const person = await staff()
  const [one, two] = [
    await givenMail(portal.deps, { mailbox: person.email }),
    await givenMail(portal.deps, { mailbox: person.email, isRead: true }),
  ]
  const elsewhere = await givenMail(portal.deps, { mailbox: (await staff()).email })
  const ids = [one.id, two.id, elsewhere.id, 'nowhere']
  const { updated, failed } = await change(
    person,
    ids.map((id) => ({ id, folder: 'archive', isRead: true, flag: true })),
  )
  assert.deepEqual(
    failed.map(({ id }) => id),
    [elsewhere.id, 'nowhere'],
  )
  assert.deepEqual(await countsOf(person), { archive: [0, 2] })
  assert.deepEqual(updated, [
    { id: one.id, before: { isRead: false, flag: false, folder: 'inbox' } },
    { id: two.id, before: { isRead: true, flag: false, folder: 'inbox' } },
  ])
  await change(
    person,
    updated.map(({ id, before: values }) => ({ id, ...values })),
  )
  assert.deepEqual(await countsOf(person), { inbox: [1, 2] })
})

test('deleted messages are restored to the folders they were deleted from', async () => {
  const person = await staff()
  const one = await givenMail(portal.deps, { mailbox: person.email, folder: 'archive' })
  const two = await givenMail(portal.deps, { mailbox: person.email })
  const ids = [one.id, two.id]
  const remove = async (list: string[]) =>
    DeleteMailResponse.parse((await mail.call('DELETE', 'messages', person, { ids: list })).json())
  assert.deepEqual((await remove([...ids, 'nowhere'])).failed.length, 1)
  assert.deepEqual(await countsOf(person), { deleteditems: [2, 2] })
  const { failed } = await change(
    person,
    ids.map((id) => ({ id, restore: true })),
  )
  assert.deepEqual([failed, await countsOf(person)], [[], { archive: [1, 1], inbox: [1, 1] }])
  assert.equal(
    (await change(person, [{ id: one.id, restore: true }])).failed.length,
    1,
    'what is not deleted is not restored',
  )
  assert.equal((await mail.call('PATCH', `messages/${one.id}`, person, { restore: true })).statusCode, 409)
  await mail.call('DELETE', `messages/${two.id}`, person)
  assert.deepEqual(await remove([two.id]), { moved: [], deleted: [two.id], failed: [] })
  assert.deepEqual(await countsOf(person), { archive: [1, 1] })
  await portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { language: 'es' } }, person)
  assert.deepEqual(
    (await change(person, [{ id: one.id, restore: true }])).failed.map(({ reason }) => reason),
    ['No se encontró el mensaje en Eliminados.'],
  )
})

test('a change in one window reaches all windows with the mailbox open (contract.md 7)', async () => {
  const person = await staff()
  const { id } = await givenMail(portal.deps, { mailbox: person.email })
  const stream = await openStream(portal.app, await portal.given.cookieOf(person))
  try {
    await change(person, [{ id, isRead: true }])
    assert.deepEqual((await stream.next('mail')).data, {
      collection: 'mail',
      pid: person.pid,
      action: 'changed',
      version: 0,
    })
  } finally {
    stream.close()
  }
})

test('invalid bulk changes are refused with the field’s name (contract.md 10.2)', async () => {
  const person = await staff()
  const bodies = [
    {},
    { changes: [] },
    { changes: [{ id: 'x', folder: 'nowhere' }] },
    { changes: [{ isRead: true }] },
    { ids: ['x'] },
  ]
  for (const body of bodies)
    assert.equal((await mail.call('PATCH', 'messages', person, body)).statusCode, 400, JSON.stringify(body))
  for (const body of [{}, { ids: [] }, { ids: [1] }, { ids: Array.from({ length: 1_001 }, () => 'x') }])
    assert.equal((await mail.call('DELETE', 'messages', person, body)).statusCode, 400)
  const client = await portal.given.user({ role: 'client', org: await portal.given.org() })
  for (const path of ['identities', 'recipients'])
    assert.equal((await mail.call('GET', path, client)).statusCode, 403)
})

test('staff may send as themselves and as the office, and the identities list says so (contract.md 6)', async () => {
  const person = await staff()
  const { identities } = MailIdentities.parse((await mail.call('GET', 'identities', person)).json())
  assert.deepEqual(
    identities.map(({ address, isOwn }) => [address, isOwn]),
    [
      [person.email, true],
      [office, false],
    ],
  )
})

test('recipients are suggested from people, organizations and correspondents, each once', async () => {
  const person = await staff()
  const org = await portal.given.org({ name: 'Quarry Works' })
  await sql`update orgs set email = 'desk@quarry.example' where pid = ${org}`.execute(
    portal.deps.database.kysely,
  )
  const owner = await portal.given.user({ role: 'client', org, name: 'Quentin Quarry' })
  await portal.crud(person, {
    apiPath: 'permits',
    method: 'POST',
    body: { title: 'Quarry', org, permitType: 'SIGN', assignedTo: person.pid },
  })
  await givenMail(portal.deps, {
    mailbox: person.email,
    from: { name: 'Quarry Sales', address: 'Sales@quarry.example' },
  })
  await givenMail(portal.deps, {
    mailbox: person.email,
    from: { name: 'Q', address: owner.email.toUpperCase() },
    subject: 'quarry',
  })
  await givenMail(portal.deps, {
    mailbox: (await staff()).email,
    from: { name: 'Secret Quarry', address: 'secret@quarry.example' },
  })
  const ask = async (query: string) =>
    MailRecipients.parse((await mail.call('GET', `recipients?${query}`, person)).json()).recipients
  assert.deepEqual(
    (await ask('searchToken=quarry')).map(({ address }) => address),
    [owner.email, 'desk@quarry.example', 'sales@quarry.example'],
  )
  assert.equal((await ask('searchToken=quarry&limit=1')).length, 1)
  assert.equal((await mail.call('GET', 'recipients?limit=101', person)).statusCode, 400)
})

test('one call saves an attachment into a record, under the rules of an upload (issue 5)', async () => {
  const person = await staff()
  const admin = await portal.given.user({ role: 'admin' })
  const files = [
    { name: 'plan.pdf', mimeType: 'application/pdf', text: '%PDF-1.4 plan' },
    { name: '.env', mimeType: 'text/plain', text: 'x' },
    { name: 'lawn.pdf', mimeType: 'application/pdf', text: '%PDF-1.4 lawn' },
  ]
  const { id, attachments } = await givenMail(portal.deps, { mailbox: person.email, files })
  const made = await portal.crud(admin, {
    apiPath: 'permits',
    method: 'POST',
    body: { title: 'Shed', org: await portal.given.org(), permitType: 'SIGN' },
  })
  const { pid } = made.json<{ pid: string }>()
  const save = (aid: string | undefined, body: object) =>
    mail.call('POST', `messages/${id}/attachments/${aid}/save`, person, body)
  const result = await save(attachments[0], { parentId: `permits/${pid}` })
  assert.equal(result.statusCode, 201, result.body)
  const { file } = SavedAttachment.parse(result.json())
  assert.deepEqual([file.name, file.size, file.status, file.root], ['plan.pdf', 13, 'done', `permits/${pid}`])
  const content = await portal.send({ method: 'GET', url: `/api/files/${file.pid}/content` }, person)
  assert.equal(content.body, '%PDF-1.4 plan')
  const { files: filed } = PermitFiles.parse(
    (await portal.send({ method: 'GET', url: `/api/files/permits/${pid}` }, person)).json(),
  )
  assert.deepEqual([filed.map(({ name }) => name), filed[0]?.uses], [['plan.pdf'], [{ kind: 'MAIL' }]])
  const again = await save(attachments[0], { parentId: `permits/${pid}` })
  assert.deepEqual(
    [again.statusCode, again.json()],
    [200, { file, isNew: false }],
    'the same bytes are not kept twice',
  )
  const other = SavedAttachment.parse((await save(attachments[2], { parentId: `permits/${pid}` })).json())
  assert.deepEqual(
    [other.isNew, other.file.name],
    [true, 'lawn.pdf'],
    'other bytes of the same length are a file of their own',
  )
  assert.equal((await save(attachments[1], { parentId: `permits/${pid}` })).statusCode, 400)
  assert.equal((await save(attachments[0], { parentId: `permits/${portal.deps.ids.pid()}` })).statusCode, 404)
  assert.equal((await save(attachments[0], { parentId: 'restricted' })).statusCode, 403)
  assert.equal((await save('nowhere', { parentId: `permits/${pid}` })).statusCode, 404)
})

test('staff see linked mail and its thread by subject among a record’s related records (contract.md 10.6)', async () => {
  const person = await staff()
  const org = await portal.given.org()
  const client = await portal.given.user({ role: 'client', org })
  const admin = await portal.given.user({ role: 'admin' })
  const made = await portal.crud(admin, {
    apiPath: 'permits',
    method: 'POST',
    body: { title: 'Shed', org, permitType: 'SIGN' },
  })
  const { pid } = made.json<{ pid: string }>()
  const { id } = await givenMail(portal.deps, {
    mailbox: person.email,
    subject: 'The shed',
    from: { name: '', address: admin.email },
  })
  assert.equal(
    (await mail.call('POST', `messages/${id}/link`, person, { collection: 'permits', pid })).statusCode,
    200,
  )
  const related = async (who: Person) =>
    RelatedRecords.parse(
      (await portal.crud(who, { apiPath: `permits/${pid}/related`, method: 'GET' })).json(),
    ).related.filter(({ collection }) => collection === 'mail')
  const expected = {
    relation: 'Mail',
    collection: 'mail',
    pid: id,
    title: 'The shed',
    status: null,
    mail: { from: admin.email, at: '2026-11-20T12:00:00.000Z' },
  }
  const path = `/mail/${id}?mailbox=${encodeURIComponent(person.email)}`
  assert.deepEqual(await related(person), [{ ...expected, path }])
  assert.deepEqual(await related(admin), [expected], 'only its owner may open it')
  assert.deepEqual(await related(client), [], 'clients have no mail')
  const reply = (await mail.call('POST', `messages/${id}/reply`, person)).json<{ id: string }>()
  await mail.sent(person, reply.id)
  await mail.ended(person, reply.id)
  assert.deepEqual((await related(person)).map(({ title }) => title).toSorted(), ['RE: The shed', 'The shed'])
  const { links = [] } = await mail.opened(person, reply.id)
  assert.deepEqual(
    links.map(({ title, reason }) => [title, reason]),
    [['Shed', 'same-thread']],
  )
  await mail.call('DELETE', `messages/${id}`, person)
  await mail.call('DELETE', `messages/${id}`, person)
  assert.equal((await related(person)).length, 1, 'what is gone for good is related to nothing')
})

test('F8: mail and recipients are found case-insensitively', async () => {
  const person = await portal.given.user({ role: 'admin' })
  await givenMail(portal.deps, { mailbox: person.email, subject: 'Straße ΟΔΟΣΑ and ΟΔΟΣ' })
  await portal.given.user({ role: 'team', name: 'Émile Weißkopf' })
  for (const q of ['strasse', 'STRASSE', 'straße', 'ΟΔΟΣ', 'οδος', 'οδοσα', 'subject:"ΟΔΟΣ"']) {
    const { messages } = MailMessages.parse(
      (await mail.call('GET', `messages?q=${encodeURIComponent(q)}`, person)).json(),
    )
    assert.equal(messages.length, 1, q)
  }
  for (const token of ['Émile', 'ÉMILE', 'emile', 'e\u0301mile', 'WEISSKOPF', 'weißkopf', 'WEIẞKOPF']) {
    const query = `recipients?searchToken=${encodeURIComponent(token)}`
    const { recipients } = MailRecipients.parse((await mail.call('GET', query, person)).json())
    assert.deepEqual(
      recipients.map(({ name }) => name),
      ['Émile Weißkopf'],
      token,
    )
  }
})
