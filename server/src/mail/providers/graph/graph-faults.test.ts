import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { MailMessageSummary } from '@portal/contract'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { openStream } from '#test-support/event-stream.ts'
import { startFakeGraph } from '#test-support/graph/fake-graph.ts'
import type { FakeGraph } from '#test-support/graph/fake-graph.ts'
import type { Stage } from '../../test-support/provider-suite/stage.ts'
import { checkMailbox } from '../watch-mailboxes.ts'
import { graphStage, sharedMailbox } from './test-support/graph-stage.ts'

let graph: FakeGraph
let portal: TestApp
let stage: Stage
let pauses: number[]
before(async () => {
  graph = await startFakeGraph()
  ;({ stage, portal, pauses } = await graphStage(graph, startTestApp))
})
after(async () => {
  await portal.close()
  await graph.close()
})
beforeEach(() => void pauses.splice(0))

/** Mailboxes are checked every 15 seconds; each check of a test is later than that. */
async function look(mailbox: string): Promise<void> {
  portal.clock.pass(20_000)
  await checkMailbox(portal.deps, mailbox)
}
async function sentOnce(prepare: () => void) {
  const { person, mail, arrived, list } = stage
  const [writer, reader] = [await person(), await person()]
  const { id } = await mail.draft(writer, { to: [{ address: reader.email }], subject: 'Once' })
  prepare()
  await mail.sent(writer, id)
  const ended = await mail.ended(writer, id)
  const copy = ended.sending?.state === 'sent' ? await arrived(reader, 'inbox', 'Once') : null
  return { ended, copy, copies: (await list(reader, 'folder=inbox')).count, writer }
}

test('Graph: a requested pause is kept, then the call continues', async () => {
  const reader = await stage.person()
  await stage.given(reader, { subject: 'Patience' })
  graph.throttleNext(2, 7)
  assert.deepEqual(await stage.subjects(reader, ''), ['Patience'])
  assert.deepEqual(pauses, [7_000, 7_000])
})

test('Graph: a call that is throttled repeatedly fails with a message', async () => {
  const reader = await stage.person()
  graph.throttleNext(5, 1)
  const response = await stage.mail.call('GET', 'messages', reader)
  assert.equal(response.statusCode, 503)
  assert.match(response.body, /Try again later/)
  graph.throttleNext(0, 0)
})

test('Graph: a mailbox never has more than four parallel calls', async () => {
  const reader = await stage.person()
  for (let n = 0; n < 5; n += 1) await stage.given(reader)
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => stage.mail.call('GET', 'messages', reader)),
  )
  assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([200]))
  assert.deepEqual(pauses, [], 'nobody was told to wait')
})

test('Graph: an expired token is renewed once', async () => {
  const reader = await stage.person()
  await stage.given(reader, { subject: 'Fresh' })
  graph.refuseTokens()
  assert.deepEqual(await stage.subjects(reader, ''), ['Fresh'])
})

test('Graph: a mailbox without consent is refused with a message, while its drafts still work', async () => {
  const stranger = await portal.given.user({ role: 'team' })
  const response = await stage.mail.call('GET', 'messages', stranger)
  assert.equal(response.statusCode, 403)
  assert.match(response.body, /signed in with Microsoft/)
  await stage.mail.draft(stranger, { subject: 'Here' })
  assert.deepEqual(await stage.subjects(stranger, 'folder=drafts'), ['Here'])
})

test('Graph: all staff read the shared mailbox, with the portal’s own permission', async () => {
  const reader = await stage.person()
  await graph
    .addMailbox(sharedMailbox)
    .mailbox.put(Buffer.from('From: city@austin.example\r\nSubject: Office\r\n\r\nx'), 'inbox')
  assert.ok((await stage.subjects(reader, `mailbox=${sharedMailbox}`)).includes('Office'))
})

test('Graph: message ids are stable across moves', async () => {
  const reader = await stage.person()
  const id = await stage.given(reader)
  const { mailbox } = graph.addMailbox(reader.email)
  const message = mailbox.find(id)
  assert.ok(message)
  const changing = mailbox.idFor(message, false)
  await stage.change(reader, [{ id, folder: 'archive' }])
  assert.notEqual(mailbox.idFor(message, false), changing)
  assert.equal((await stage.mail.opened(reader, id)).folder, 'archive')
})

test('Graph: a message that is temporarily in no folder during transport arrives once', async () => {
  graph.transportMs = 300
  const { ended, copies } = await sentOnce(() => undefined)
  graph.transportMs = 20
  assert.deepEqual([ended.sending?.state, copies], ['sent', 1])
})

for (const when of ['before', 'after'] as const)
  test(`Graph: a connection that breaks ${when} a message is sent leaves exactly one message`, async () => {
    const { ended, copies } = await sentOnce(() => graph.cutNextSend(when))
    assert.deepEqual([ended.sending?.state, copies], ['sent', 1])
  })

test('Graph: a message that was accepted without a response and is still a draft is sent once', async () => {
  const { ended, copies } = await sentOnce(() => graph.cutNextSend('late'))
  assert.deepEqual([ended.sending?.state, copies], ['sent', 1])
})

test('Graph: a message that Microsoft has sent but not confirmed is listed once', async () => {
  const { person, mail, list } = stage
  const writer = await person()
  const { id } = await mail.draft(writer, {
    to: [{ address: (await person()).email }],
    subject: 'Once listed',
  })
  const release = graph.holdNextSend()
  try {
    await mail.sent(writer, id)
    const sent = await stage.arrived(writer, 'sentitems', 'Once listed')
    const { messages: listed, count } = await list(writer, 'q=listed')
    const conversation = await mail.call(
      'GET',
      `conversations?id=${encodeURIComponent(sent.conversationId)}`,
      writer,
    )
    const folders = (messages: { folder: string }[]) => messages.map(({ folder }) => folder)
    assert.deepEqual([folders(listed), count], [['sentitems'], 1])
    assert.deepEqual(folders(conversation.json<{ messages: MailMessageSummary[] }>().messages), ['sentitems'])
  } finally {
    release()
  }
  assert.equal((await mail.ended(writer, id)).sending?.state, 'sent')
})

test('Graph: a bounce arrives in the inbox, in the thread of the sent message', async () => {
  const { person, mail, arrived } = stage
  const writer = await person()
  graph.bouncing.add('gone@acme.example')
  const { id } = await mail.draft(writer, { to: [{ address: 'gone@acme.example' }], subject: 'To nobody' })
  await mail.sent(writer, id)
  await mail.ended(writer, id)
  const bounce = await arrived(writer, 'inbox', 'Undeliverable: To nobody')
  assert.equal(bounce.conversationId, (await arrived(writer, 'sentitems', 'To nobody')).conversationId)
  assert.match((await mail.opened(writer, bounce.id)).text, /gone@acme\.example/)
})

/** Headers of Exchange for a sender with a verified domain. */
const proven = {
  'Authentication-Results':
    'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=acme.example; dkim=none; dmarc=pass action=none header.from=acme.example;compauth=pass',
}

test('Graph: new mail is pushed to open pages and linked by number, and old mail is not new', async () => {
  const { person, given, mail } = stage
  const reader = await person()
  const admin = await portal.given.user({ role: 'admin' })
  const org = await portal.given.org()
  const from = {
    name: 'Owner',
    address: (await portal.given.user({ role: 'client', org, email: 'owner@acme.example' })).email,
  }
  const body = { title: 'Shed', org, permitType: 'SIGN' }
  const { pid } = (await portal.crud(admin, { apiPath: 'permits', method: 'POST', body })).json<{
    pid: string
  }>()
  const { refNo } = (await portal.crud(admin, { apiPath: `permits/${pid}`, method: 'GET' })).json<{
    refNo: string
  }>()
  const old = await given(reader, { text: refNo })
  await look(reader.pid)
  const stream = await openStream(portal.app, await portal.given.cookieOf(reader))
  try {
    const id = await given(reader, {
      subject: 'New',
      from,
      headers: proven,
      text: `About ${refNo}`,
      receivedAt: new Date(),
    })
    const claimed = await given(reader, {
      subject: 'Claimed',
      from,
      text: `About ${refNo}`,
      receivedAt: new Date(),
    })
    await look(reader.pid)
    assert.deepEqual((await stream.next('mail')).data, {
      collection: 'mail',
      pid: reader.pid,
      action: 'received',
      version: 0,
    })
    const opened = await mail.opened(reader, id)
    assert.deepEqual(opened.links?.map(({ reason }) => reason).toSorted(), ['reference-number'])
    assert.deepEqual([opened.authentication?.verdict, opened.authentication?.by], ['verified', 'microsoft'])
    const unproven = await mail.opened(reader, claimed)
    assert.deepEqual(
      [unproven.authentication?.verdict, unproven.links, unproven.offeredLinks?.length],
      ['unverified', [], 1],
    )
    assert.deepEqual((await mail.opened(reader, old)).links, [])
    await given(reader, { subject: 'Another', receivedAt: new Date() })
    graph.expireDelta()
    await look(reader.pid)
    assert.deepEqual((await stream.next('mail')).data, {
      collection: 'mail',
      pid: reader.pid,
      action: 'changed',
      version: 0,
    })
  } finally {
    stream.close()
  }
})
