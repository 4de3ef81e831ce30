import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { MailDraft, MailSending } from '@portal/contract'
import { z } from 'zod'
import { openStream } from '#test-support/event-stream.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { startSmtpSink } from '../test-support/smtp-sink.ts'
import type { SmtpSink } from '../test-support/smtp-sink.ts'
import { writing } from '../test-support/writing.ts'

let portal: TestApp
let sink: SmtpSink
let mail: ReturnType<typeof writing>
let person: Person
let colleague: Person
before(async () => {
  sink = await startSmtpSink()
  portal = await startTestApp({ environment: { smtpUrl: sink.url } })
  mail = writing(portal)
  person = await portal.given.user({ role: 'team', name: 'Ann Lee' })
  colleague = await portal.given.user({ role: 'team' })
})
after(async () => {
  await portal.close()
  await sink.close()
})
beforeEach(() => sink.messages.splice(0))

const ben = { name: 'Ben', address: 'ben@acme.example' }
const to = (...people: { email: string }[]) => people.map(({ email }) => ({ name: '', address: email }))
const withSubject = async (reader: Person, subject: string) =>
  (await mail.listed(reader, 'inbox')).filter((each) => each.subject === subject)

test('mail between users arrives in the inbox and is in the sender’s sent items (contract.md 6)', async () => {
  const { id } = await mail.draft(person, {
    to: to(colleague),
    cc: to(person),
    bcc: [{ address: 'permits@portal.example' }],
    subject: 'Inside',
    html: '<p>Hi</p>',
  })
  await mail.sent(person, id)
  const { folder, sending } = await mail.ended(person, id)
  assert.deepEqual([folder, sending?.state, sending?.reason], ['sentitems', 'sent', null])
  for (const reader of [colleague, person]) {
    const [copy] = await withSubject(reader, 'Inside')
    const { from, bcc, text, isRead } = await mail.opened(reader, copy?.id ?? '')
    assert.deepEqual([from, bcc, text, isRead], [{ name: 'Ann Lee', address: person.email }, [], 'Hi', false])
  }
  assert.equal(
    (await mail.listed(person, 'inbox', 'permits@portal.example')).filter(
      ({ subject }) => subject === 'Inside',
    ).length,
    1,
  )
  assert.equal(sink.calls, 0, 'nothing went outside')
})

test('a sending can be undone for ten seconds, which restores the draft (issue 5)', async () => {
  const draft = await mail.draft(person, { to: to(colleague), subject: 'Too early', html: '<p>Draft</p>' })
  const sending = await mail.sent(person, draft.id)
  assert.deepEqual(
    [sending.state, Date.parse(sending.undoUntil) - portal.clock.now().getTime()],
    ['waiting', 10_000],
  )
  assert.equal((await mail.opened(person, draft.id)).folder, 'outbox')
  portal.clock.pass(9_999)
  const back = await mail.call('DELETE', `drafts/${draft.id}/send`, person)
  assert.equal(back.statusCode, 200)
  assert.deepEqual({ ...MailDraft.parse(back.json()), savedAt: '' }, { ...draft, savedAt: '' })
  assert.equal(
    (await mail.send(person, draft.id)).statusCode,
    409,
    'a late repeat of the sending that was taken back',
  )
  await mail.call('PATCH', `drafts/${draft.id}`, person, { version: 1, subject: 'In time' })
  assert.equal((await mail.send(person, draft.id, 'second')).statusCode, 202)
  await mail.ended(person, draft.id)
  assert.deepEqual(
    [(await withSubject(colleague, 'Too early')).length, (await withSubject(colleague, 'In time')).length],
    [0, 1],
  )
  assert.equal((await mail.call('DELETE', `drafts/${draft.id}/send`, person)).statusCode, 409, 'too late')
})

test('89: three parallel calls and a later retry with one Idempotency-Key send one message', async () => {
  const { id } = await mail.draft(person, { to: [...to(colleague), ben], subject: 'Once' })
  const responses = await Promise.all([1, 2, 3].map(() => mail.send(person, id, 'once')))
  assert.deepEqual(
    responses.map(({ statusCode }) => statusCode),
    [202, 202, 202],
  )
  assert.equal(new Set(responses.map((response) => MailSending.parse(response.json()).id)).size, 1)
  await mail.ended(person, id)
  assert.equal((await mail.send(person, id, 'once')).statusCode, 202)
  assert.equal((await mail.send(person, id, 'another')).statusCode, 409)
  const other = await mail.draft(person, { to: [ben] })
  assert.equal((await mail.send(person, other.id, 'once')).statusCode, 409, 'a key is of one message')
  assert.deepEqual([sink.messages.length, (await withSubject(colleague, 'Once')).length], [1, 1])
})

test('external mail goes to the server of SMTP_URL with attachments and without naming Bcc recipients', async () => {
  const draft = await mail.draft(person, {
    to: [ben],
    bcc: [{ address: 'cara@acme.example' }],
    subject: 'Grüße',
    html: '<p>Hello</p>',
  })
  await mail.sent(person, draft.id)
  await mail.ended(person, draft.id)
  const [message] = sink.messages
  assert.deepEqual([message?.from, message?.to], [person.email, [ben.address, 'cara@acme.example']])
  assert.match(message?.raw ?? '', /^From: Ann Lee </m)
  assert.match(message?.raw ?? '', /^Message-ID: <[^>]+@portal\.example>/m)
  assert.match(message?.raw ?? '', /<p>Hello<\/p>/)
  assert.doesNotMatch(message?.raw ?? '', /cara@/)
})

for (const stage of ['greeting', 'hello', 'from', 'recipient', 'data'] as const)
  test(`a connection that breaks at ${stage} is retried and delivers the message once`, async () => {
    sink.dropNext(stage)
    const { id } = await mail.draft(person, { to: [ben], subject: stage })
    await mail.sent(person, id)
    const { sending } = await mail.ended(person, id)
    assert.equal(sending?.state === 'sent' ? sink.messages.length : 0, sending?.state === 'sent' ? 1 : 0)
    if (sending?.state === 'failed') assert.match(sending.reason ?? '', /may have arrived/)
    if (stage !== 'data') assert.equal(sending?.state, 'sent')
  })

for (const stage of ['end', 'kept'] as const)
  test(`a connection that breaks after the message (${stage}) is not retried, and the outbox says why`, async () => {
    sink.dropNext(stage)
    const { id } = await mail.draft(person, { to: [ben], subject: stage })
    await mail.sent(person, id)
    const { folder, sending } = await mail.ended(person, id)
    assert.deepEqual([folder, sending?.state], ['outbox', 'failed'])
    assert.match(sending?.reason ?? '', /may have arrived/)
    assert.equal(sink.messages.length, stage === 'kept' ? 1 : 0)
    assert.equal((await mail.call('DELETE', `drafts/${id}/send`, person)).statusCode, 409)
    assert.equal((await mail.call('POST', `messages/${id}/resend`, person)).statusCode, 202)
    assert.equal((await mail.ended(person, id)).sending?.state, 'sent')
  })

test('a refused recipient is named in the outbox with the response, and the others get the message once', async () => {
  sink.refused.set('nobody@acme.example', 550)
  const { id } = await mail.draft(person, { to: [ben, { address: 'nobody@acme.example' }], subject: 'Half' })
  await mail.sent(person, id)
  const { folder, sending } = await mail.ended(person, id)
  assert.deepEqual([folder, sending?.state, sink.messages.length], ['outbox', 'failed', 1])
  assert.match(sending?.reason ?? '', /nobody@acme\.example.*550/)
})

test('an unreachable server is retried, the outbox says why, and the draft can be restored', async () => {
  const lonely = await startTestApp({ environment: { smtpUrl: 'smtp://127.0.0.1:1' } })
  try {
    const there = writing(lonely)
    const writer = await lonely.given.user({ role: 'team' })
    const { id } = await there.draft(writer, { to: [ben], subject: 'Nobody home' })
    await there.sent(writer, id)
    const read = () => there.opened(writer, id)
    const { sending } = await there.until(read, (each) => (each.sending?.reason ?? null) !== null)
    assert.match(sending?.reason ?? '', /ECONNREFUSED/)
    assert.equal((await there.call('DELETE', `drafts/${id}/send`, writer)).statusCode, 200)
  } finally {
    await lonely.close()
  }
})

test('without SMTP_URL internal recipients get the message and the outbox gives the reason for the rest (contract.md 6)', async () => {
  const quiet = await startTestApp()
  try {
    const there = writing(quiet)
    const [writer, reader] = [
      await quiet.given.user({ role: 'team' }),
      await quiet.given.user({ role: 'admin' }),
    ]
    const { id } = await there.draft(writer, { to: [...to(reader), ben], subject: 'Both' })
    await there.sent(writer, id)
    const { folder, sending } = await there.ended(writer, id)
    assert.deepEqual([folder, sending?.state], ['outbox', 'failed'])
    assert.match(sending?.reason ?? '', /^Not sent to ben@acme\.example: .*SMTP_URL/)
    assert.equal((await there.listed(reader, 'inbox')).length, 1)
    await quiet.send({ method: 'PATCH', url: '/api/auth/me', payload: { language: 'es' } }, writer)
    const { id: next } = await there.draft(writer, { to: [ben], subject: 'Otra vez' })
    await there.sent(writer, next)
    assert.equal(
      (await there.ended(writer, next)).sending?.reason,
      'No se envió a ben@acme.example: el correo saliente no está configurado (SMTP_URL). Contacte a su administrador.',
    )
  } finally {
    await quiet.close()
  }
})

test('98: a person sends at most sixty messages per hour, retries do not count, and others are not affected', async () => {
  const writer = await portal.given.user({ role: 'team' })
  const { id: first } = await mail.draft(writer, { to: to(colleague), subject: 'Limit' })
  for (let repeat = 0; repeat < 5; repeat += 1) assert.equal((await mail.send(writer, first)).statusCode, 202)
  assert.equal((await mail.send(writer, portal.deps.ids.pid(), 'nothing')).statusCode, 404)
  for (let sent = 1; sent < 60; sent += 1)
    await mail.sent(writer, (await mail.draft(writer, { to: to(colleague), subject: 'Limit' })).id)
  const { id } = await mail.draft(writer, { to: to(colleague), subject: 'Limit' })
  const refused = await mail.send(writer, id)
  assert.deepEqual([refused.statusCode, Number(refused.headers['retry-after']) > 0], [429, true])
  assert.equal((await mail.send(writer, first)).statusCode, 202)
  await mail.sent(person, (await mail.draft(person, { to: to(colleague), subject: 'Another writer' })).id)
  portal.clock.pass(3_600_000)
  assert.equal((await mail.send(writer, id)).statusCode, 202)
})

test('a message deleted from the outbox in time is not sent', async () => {
  const { id } = await mail.draft(person, { to: to(colleague), subject: 'Deleted' })
  await mail.sent(person, id)
  assert.equal((await mail.call('DELETE', `messages/${id}`, person)).statusCode, 204)
  const next = await mail.draft(person, { to: to(colleague), subject: 'After it' })
  await mail.sent(person, next.id)
  await mail.ended(person, next.id)
  assert.equal((await withSubject(colleague, 'Deleted')).length, 0)
})

test('a sent message moved to the drafts is not sent again; one moved there from the outbox is sent once', async () => {
  const { id } = await mail.draft(person, { to: to(colleague), subject: 'Moved' })
  await mail.sent(person, id)
  await mail.call('PATCH', `messages/${id}`, person, { folder: 'drafts' })
  assert.equal((await mail.send(person, id, 'moved')).statusCode, 202)
  await mail.ended(person, id)
  await mail.call('PATCH', `messages/${id}`, person, { folder: 'drafts' })
  assert.equal((await mail.send(person, id, 'moved again')).statusCode, 409)
  assert.equal((await withSubject(colleague, 'Moved')).length, 1)
})

test('a message that cannot be sent is refused while it is a draft', async () => {
  for (const body of [{}, { to: [{ address: 'nobody' }] }, { to: [{ address: 'a b@acme.example' }] }]) {
    const { id } = await mail.draft(person, body)
    assert.equal((await mail.send(person, id)).statusCode, 400, JSON.stringify(body))
    assert.equal((await mail.call('GET', `drafts/${id}`, person)).statusCode, 200)
  }
  const { id } = await mail.draft(person, { to: [ben] })
  assert.equal((await mail.call('POST', `drafts/${id}/send`, person)).statusCode, 400, 'without a key')
})

test('only open pages of the sender and of the recipients get the event (contract.md 7)', async () => {
  const stranger = await portal.given.user({ role: 'superadmin' })
  const open = async (who: Person) => openStream(portal.app, await portal.given.cookieOf(who))
  const [reading, other] = [await open(colleague), await open(stranger)]
  try {
    const { id } = await mail.draft(person, { to: to(colleague), subject: 'News' })
    await mail.sent(person, id)
    await mail.ended(person, id)
    const event = await reading.next('mail')
    assert.deepEqual(event.data, { collection: 'mail', pid: colleague.pid, action: 'received', version: 0 })
    const office = await mail.draft(stranger, {
      to: [{ address: 'permits@portal.example' }],
      subject: 'Office',
    })
    await mail.sent(stranger, office.id)
    await mail.ended(stranger, office.id)
    const heard = z.object({ pid: z.enum(['permits@portal.example', stranger.pid]) })
    for (let count = 0; count < 3; count += 1) heard.parse((await other.next('mail')).data)
  } finally {
    reading.close()
    other.close()
  }
})
