import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MailFolders, MailMessage, MailMessages, Problem, mailFolderIds } from '@portal/contract'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { givenMail } from './test-support/given-mail.ts'
import type { GivenMail } from './test-support/given-mail.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

const get = (url: string, person?: Person) => portal.send({ method: 'GET', url }, person)
const patch = (url: string, payload: unknown, person: Person) =>
  portal.send(
    {
      method: 'PATCH',
      url,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    },
    person,
  )
const remove = (url: string, person: Person) => portal.send({ method: 'DELETE', url }, person)
const staff = () => portal.given.user({ role: 'team' })
const office = 'permits@portal.example'
const given = (person: Person, mail: Omit<GivenMail, 'mailbox'> = {}) =>
  givenMail(portal.deps, { ...mail, mailbox: person.email })
const textFile = (text: string) => ({ name: 'a.txt', mimeType: 'text/plain', text })

async function listed(person: Person, query: string) {
  return MailMessages.parse((await get(`/api/mail/messages?${query}`, person)).json())
}
async function countsOf(person: Person) {
  const { folders } = MailFolders.parse((await get('/api/mail/folders', person)).json())
  return Object.fromEntries(
    folders
      .filter(({ totalCount }) => totalCount > 0)
      .map(({ id, unreadCount, totalCount }) => [id, [unreadCount, totalCount]]),
  )
}

test('the eight folders of the contract are answered with current counts (contract.md 6)', async () => {
  const person = await staff()
  await given(person)
  await given(person, { isRead: true })
  await given(person, { folder: 'sentitems', isRead: true })
  const { folders } = MailFolders.parse((await get('/api/mail/folders', person)).json())
  assert.deepEqual(
    folders.map(({ id }) => id),
    mailFolderIds,
  )
  assert.deepEqual(folders[0], { id: 'inbox', name: 'Inbox', unreadCount: 1, totalCount: 2 })
  assert.deepEqual(await countsOf(person), { inbox: [1, 2], sentitems: [0, 1] })
})

test('messages are listed newest first in pages without overlap or gaps', async () => {
  const person = await staff()
  for (let place = 0; place < 7; place += 1) {
    const minute = place < 4 ? 0 : place
    await given(person, {
      subject: `Message ${place}`,
      receivedAt: new Date(Date.UTC(2026, 10, 1, 12, minute)),
    })
  }
  const pages = await Promise.all([1, 2, 3, 4].map((page) => listed(person, `page=${page}&pageSize=2`)))
  const subjects = pages.flatMap(({ messages }) => messages.map(({ subject }) => subject))
  assert.deepEqual(subjects.slice(0, 3), ['Message 6', 'Message 5', 'Message 4'])
  assert.equal(new Set(subjects).size, 7)
  assert.deepEqual(await listed(person, 'page=1000000000'), { messages: [], metadata: { count: 7 } })
})

test('a search finds all words in subject, people and text, without regard to case and accents', async () => {
  const person = await staff()
  const to = [{ name: 'Zoë Quintero', address: 'zoe@acme.example' }]
  await given(person, { subject: 'Driveway in Bouldin', text: 'The apron is 100% poured', to })
  await given(person, { subject: 'Driveway elsewhere', folder: 'archive' })
  for (const q of [
    'driveway bouldin',
    'BOULDIN',
    'zoe',
    'Zoë',
    'quintero apron',
    'sender@mail',
    '100%',
    'acme.example',
  ]) {
    const { messages, metadata } = await listed(person, `folder=inbox&q=${encodeURIComponent(q)}`)
    assert.deepEqual(
      [messages.map(({ subject }) => subject), metadata.count],
      [['Driveway in Bouldin'], 1],
      q,
    )
  }
  for (const q of ['driveway absent', '100_', '%%%', "'; drop table mail_messages; --"])
    assert.equal((await listed(person, `folder=inbox&q=${encodeURIComponent(q)}`)).metadata.count, 0, q)
  assert.equal(
    (await listed(person, 'q=driveway')).metadata.count,
    2,
    'without a folder every folder is searched',
  )
})

test('a message has its people, date, content and the URLs of its parts', async () => {
  const person = await staff()
  const people = {
    cc: [{ name: 'Colleague', address: 'c@portal.example' }],
    replyTo: [{ name: '', address: 'desk@city.example' }],
  }
  const logo = { name: 'seal.png', mimeType: 'image/png', text: 'x', contentId: 'seal@city' }
  const { id, attachments } = await given(person, {
    html: '<p>Fees <img src="cid:seal@city"><img src="https://track.example/x.gif"></p>',
    files: [{ name: 'Invoice 1.pdf', mimeType: 'application/pdf', text: '%PDF' }, logo],
    ...people,
  })
  const response = await get(`/api/mail/messages/${id}`, person)
  const message = MailMessage.parse(response.json())
  assert.deepEqual(
    [message.folder, message.cc, message.replyTo, message.text],
    ['inbox', people.cc, people.replyTo, 'Text'],
  )
  assert.deepEqual(message.attachments, [
    {
      id: attachments[0],
      name: 'Invoice 1.pdf',
      size: 4,
      mimeType: 'application/pdf',
      scanned: 'not scanned',
    },
  ])
  assert.equal(message.blockedPictures, 1)
  assert.equal('html' in response.json<object>(), false)
  const body = await get(message.bodyUrl, person)
  assert.match(
    body.body,
    new RegExp(`<img alt="" src="/api/mail/messages/${id}/attachments/${attachments[1]}\\?mailbox=[^"]+" />`),
  )
})

test('the body is a document without active content, and its policy says so (contract.md 10.6)', async () => {
  const person = await staff()
  const html =
    '<script>alert(1)</script><p onclick="alert(1)">Hello</p><form action="//evil.example"><input></form><img src="https://evil.example/x.png">'
  const { id } = await given(person, { subject: '</title><script>alert(1)</script>', html })
  const { body, headers } = await get(`/api/mail/messages/${id}/body`, person)
  assert.doesNotMatch(body, /<script|onclick|<form|<input|evil/i)
  assert.match(body, /<p>Hello<\/p>/)
  const policy = String(headers['content-security-policy'])
  for (const rule of [
    "default-src 'none'",
    "script-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "frame-ancestors 'self'",
    'sandbox',
  ])
    assert.ok(policy.includes(rule), rule)
  assert.doesNotMatch(policy, /allow-scripts|allow-forms|allow-top-navigation/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
})

test('plain text is shown unchanged, with clickable URLs', async () => {
  const person = await staff()
  const { id } = await given(person, { text: '1 < 2 & <b>"x"</b>\nsee https://city.example/a?b=1&c=2.' })
  const { body } = await get(`/api/mail/messages/${id}/body?scheme=dark`, person)
  assert.ok(
    body.includes(
      '1 &lt; 2 &amp; &lt;b&gt;&quot;x&quot;&lt;/b&gt;\nsee <a href="https://city.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">',
    ),
  )
  assert.match(body, /color-scheme:dark/)
})

test('a body with its own colors keeps a white background, which dark mode shows as a dimmed sheet', async () => {
  const person = await staff()
  const { id } = await given(person, { html: '<p style="background:#ffffff;color:#000000">On paper</p>' })
  const dark = (await get(`/api/mail/messages/${id}/body?scheme=dark`, person)).body
  assert.match(dark, /html\{[^}]*background:#111827/)
  assert.match(dark, /body\{[^}]*background:#ffffff[^}]*filter:brightness/)
  const light = (await get(`/api/mail/messages/${id}/body?scheme=light`, person)).body
  assert.doesNotMatch(light, /#111827;padding|filter:/)
})

test('an attachment is a download that no browser runs, whatever type it claims', async () => {
  const person = await staff()
  const files = [
    { name: 'page.html', mimeType: 'text/html', text: '<script>alert(1)</script>' },
    { name: '../../x\r\ny.svg', mimeType: 'image/svg+xml', text: '<svg onload="alert(1)"/>' },
    { name: 'Plan žluťoučký.pdf', mimeType: 'application/pdf', text: '%PDF' },
  ]
  const { id, attachments } = await given(person, { files })
  const responses = await Promise.all(
    attachments.map((aid) => get(`/api/mail/messages/${id}/attachments/${aid}`, person)),
  )
  for (const [place, answer] of responses.entries()) {
    assert.equal(answer.body, files[place]?.text)
    assert.match(String(answer.headers['content-disposition']), /^attachment/)
    assert.match(String(answer.headers['content-security-policy']), /sandbox/)
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  }
  assert.deepEqual(
    responses.map(({ headers }) => headers['content-type']),
    ['application/octet-stream', 'application/octet-stream', 'application/pdf'],
  )
})

test('the raw message has its headers, text and attachments', async () => {
  const person = await staff()
  const { id } = await given(person, {
    subject: 'Größe',
    text: 'Guten Tag',
    files: [textFile('attached text')],
  })
  const { body, headers } = await get(`/api/mail/messages/${id}/raw`, person)
  assert.equal(headers['content-type'], 'message/rfc822')
  assert.match(String(headers['content-disposition']), /^attachment/)
  assert.match(body, /^From: Sender <sender@mail\.example>/m)
  assert.match(body, new RegExp(`^Message-ID: <${id}@mail\\.example>`, 'm'))
  assert.match(body, /^Subject: =\?UTF-8\?/m)
  assert.match(body, /Guten Tag/)
  assert.ok(body.includes(Buffer.from('attached text').toString('base64')) || body.includes('attached text'))
})

test('reading, flagging and moving a message updates the counts', async () => {
  const person = await staff()
  const { id } = await given(person)
  assert.deepEqual(await countsOf(person), { inbox: [1, 1] })
  const read = MailMessage.parse(
    (await patch(`/api/mail/messages/${id}`, { isRead: true, flag: true }, person)).json(),
  )
  assert.deepEqual([read.isRead, read.flag, read.folder], [true, true, 'inbox'])
  assert.deepEqual(await countsOf(person), { inbox: [0, 1] })
  await patch(`/api/mail/messages/${id}`, { folder: 'archive', isRead: false }, person)
  assert.deepEqual(await countsOf(person), { archive: [1, 1] })
})

test('deleting moves to the deleted items, and deleting again removes the message with its bytes', async () => {
  const person = await staff()
  const { id, attachments } = await given(person, { files: [textFile('x')] })
  const removed = () => remove(`/api/mail/messages/${id}`, person)
  assert.equal((await removed()).statusCode, 204)
  assert.deepEqual(await countsOf(person), { deleteditems: [1, 1] })
  const [stored] = await portal.deps.database.kysely
    .selectFrom('mail_attachments')
    .select('store_key')
    .where('id', '=', String(attachments[0]))
    .execute()
  assert.equal((await removed()).statusCode, 204)
  assert.deepEqual(await countsOf(person), {})
  assert.equal(await portal.deps.store.head(String(stored?.store_key)), null)
  assert.equal((await removed()).statusCode, 404)
})

test('bytes that another copy of the message needs are not deleted', async () => {
  const [one, other] = [await staff(), await staff()]
  const { id, attachments } = await given(one, { folder: 'deleteditems', files: [textFile('shared')] })
  const copy = await given(other)
  const db = portal.deps.database.kysely
  const stored = await db
    .selectFrom('mail_attachments')
    .selectAll()
    .where('id', '=', String(attachments[0]))
    .executeTakeFirstOrThrow()
  const { seq } = await db
    .selectFrom('mail_messages')
    .select('seq')
    .where('id', '=', copy.id)
    .executeTakeFirstOrThrow()
  const { seq: _seq, ...values } = stored
  await db
    .insertInto('mail_attachments')
    .values({ ...values, id: 'copy', message_seq: seq })
    .execute()
  await remove(`/api/mail/messages/${id}`, one)
  assert.equal((await get(`/api/mail/messages/${copy.id}/attachments/copy`, other)).body, 'shared')
})

test('42: mail of other users is not found by any call', async () => {
  const [owner, stranger] = [await staff(), await portal.given.user({ role: 'superadmin' })]
  const { id, attachments } = await given(owner, { files: [textFile('x')] })
  const mailbox = `mailbox=${encodeURIComponent(owner.email)}`
  const paths = [
    'folders',
    'messages',
    ...['', '/body', '/raw', `/attachments/${attachments[0]}`].map((part) => `messages/${id}${part}`),
  ]
  for (const path of paths) {
    assert.equal(
      (await get(`/api/mail/${path}?${mailbox}`, stranger)).statusCode,
      404,
      `${path} with the mailbox named`,
    )
    if (path.includes(id)) assert.equal((await get(`/api/mail/${path}`, stranger)).statusCode, 404, path)
  }
  for (const query of ['', `?${mailbox}`]) {
    const url = `/api/mail/messages/${id}${query}`
    assert.equal((await patch(url, { isRead: true }, stranger)).statusCode, 404)
    assert.equal((await remove(url, stranger)).statusCode, 404)
  }
  assert.deepEqual(await countsOf(owner), { inbox: [1, 1] })
})

test('the office mailbox is open to all staff at the address in the settings', async () => {
  const person = await staff()
  const { id } = await givenMail(portal.deps, { mailbox: office })
  assert.equal((await get(`/api/mail/messages/${id}?mailbox=${office}`, person)).statusCode, 200)
  assert.equal((await get(`/api/mail/messages/${id}?mailbox=PERMITS@Portal.example`, person)).statusCode, 200)
  assert.equal((await get(`/api/mail/messages/${id}`, person)).statusCode, 404)
  const { bodyUrl } = MailMessage.parse(
    (await get(`/api/mail/messages/${id}?mailbox=${office}`, person)).json(),
  )
  assert.equal((await get(bodyUrl, person)).statusCode, 200)
})

test('mail is closed to clients and signed-out callers', async () => {
  const client = await portal.given.user({ role: 'client', org: await portal.given.org() })
  for (const url of [
    '/api/mail/folders',
    '/api/mail/messages',
    '/api/mail/messages/x',
    '/api/mail/messages/x/body',
    '/api/mail/messages/x/raw',
    `/api/mail/folders?mailbox=${office}`,
  ]) {
    assert.equal((await get(url, client)).statusCode, 403, url)
    assert.equal((await get(url)).statusCode, 401, url)
  }
})

test('invalid parameters are refused with their name (contract.md 10.2)', async () => {
  const person = await staff()
  const cases = [
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=abc', 'page'],
    ['page=2147483648', 'page'],
    ['page=1&page=2', 'page'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=1001', 'pageSize'],
    ['folder=nowhere', 'folder'],
    ['folder=INBOX', 'folder'],
    ['folder=__proto__', 'folder'],
    ['q=%00', 'q'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['mailbox=', 'mailbox'],
    ['colour=red', 'colour'],
  ]
  for (const [query, name] of cases) {
    const response = await get(`/api/mail/messages?${query}`, person)
    assert.equal(response.statusCode, 400, query)
    assert.equal(response.headers['content-type'], 'application/problem+json; charset=utf-8')
    const problem = Problem.parse(response.json())
    assert.ok(problem.detail.includes(String(name)), `${query}: ${problem.detail}`)
  }
  const { id } = await given(person)
  for (const body of [
    {},
    { isRead: 'yes' },
    { folder: 'nowhere' },
    { flag: 1 },
    { subject: 'x' },
    [],
    'x',
    null,
  ]) {
    assert.equal(
      (await patch(`/api/mail/messages/${id}`, body, person)).statusCode,
      400,
      JSON.stringify(body),
    )
  }
  for (const id404 of ['nowhere', 'inbox', '%00', '..%2F..', 'x'.repeat(290)])
    assert.equal((await get(`/api/mail/messages/${id404}`, person)).statusCode, 404, id404)
})

test('an id is never the name of a folder', () => {
  for (let made = 0; made < 100; made += 1)
    assert.ok(!mailFolderIds.some((folder) => folder === portal.deps.ids.pid().toLowerCase()))
})
