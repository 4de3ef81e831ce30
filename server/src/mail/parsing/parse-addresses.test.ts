import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MailDraft, MailMessages } from '@portal/contract'
import { authorsOf, parseAddresses } from './parse-addresses.ts'
import { startSmtpSink } from '../test-support/smtp-sink.ts'
import type { SmtpSink } from '../test-support/smtp-sink.ts'
import { startReceivingPortal } from '../test-support/receiving.ts'
import type { ReceivingPortal } from '../test-support/receiving.ts'

const people = (text: string) =>
  parseAddresses(text).map(({ name, address }) => (name === '' ? address : `${name} | ${address}`))

const headers: readonly [header: string, people: readonly string[]][] = [
  ['pete(his account)@silly.test(his host)', ['his account his host | pete@silly.test']],
  [String.raw`Pete(A nice \) chap) <pete(his account)@silly.test(his host)>`, ['Pete | pete@silly.test']],
  ['<@relay.test:x@ex.net>', ['x@ex.net']],
  [
    'Mary Smith <@node.test,@two.test:mary@example.net>, , jdoe@test  . example',
    ['Mary Smith | mary@example.net', 'jdoe@test.example'],
  ],
  ['"john..doe"@ex.net', ['"john..doe"@ex.net']],
  ['"a b"@ex.net', ['"a b"@ex.net']],
  ['"a@evil.test"@ex.net', ['"a@evil.test"@ex.net']],
  [
    "A Group(Some people):Chris Jones <c@(Chris's host.)public.example>, joe@example.org, John <jdoe@one.test> (my dear friend); (the end)",
    ['Chris Jones | c@public.example', 'joe@example.org', 'John | jdoe@one.test'],
  ],
  ['undisclosed-recipients:;', []],
  ['=?utf-8?Q?Geb=C3=BChr=2C_Amt?= <a@b.test>', ['Gebühr, Amt | a@b.test']],
  ['"=?utf-8?B?R2Viw7xocg==?=" <a@b.test>', ['Gebühr | a@b.test']],
  ['=?utf-8?Q?Carla_=3Ccarla=40city.test=3E?=', ['Carla | carla@city.test']],
  ['=?utf-8?B?dGVzdEBldmlsLnRlc3Q=?=', ['test@evil.test | ']],
  [
    '"Doe, Jane" <jane@x.test>, Doe, John <john@x.test>',
    ['Doe, Jane | jane@x.test', 'Doe, John | john@x.test'],
  ],
  ['"Joe@evil.test" <joe@ex.net>', ['Joe@evil.test | joe@ex.net']],
  ['jörg@bücher.example', ['jörg@bücher.example']],
  ['ben@[192.168.1.1]', ['ben@[192.168.1.1]']],
  ['nobody', ['nobody | ']],
  ['', []],
]

for (const [header, expected] of headers)
  test(`F16: all addresses of ${header.slice(0, 60)} are parsed`, () =>
    assert.deepEqual(people(header), expected))

test('F16: any From header of 4,000 characters is parsed in time', () => {
  const before = process.threadCpuUsage()
  for (const piece of ['a@b.test, ', '(', '"', '<', 'a:', '@', '=?utf-8?Q?a?= ', '\\', ' ', ';,', '[', '<@'])
    authorsOf([{ name: 'From', value: `x,${piece.repeat(4_000 / piece.length - 1)}` }])
  const { user, system } = process.threadCpuUsage(before)
  assert.ok((user + system) / 1e3 < 500)
})

let sink: SmtpSink
let mail: ReceivingPortal['mail']
let person: ReceivingPortal['person']
let deliver: ReceivingPortal['deliver']
let received: ReceivingPortal['received']
let close: ReceivingPortal['close']
before(async () => {
  sink = await startSmtpSink()
  ;({ mail, person, deliver, received, close } = await startReceivingPortal({
    environment: { smtpUrl: sink.url },
  }))
})
after(async () => {
  await close()
  await sink.close()
})

const answered = async (id: string, kind: 'reply' | 'replyAll') =>
  MailDraft.parse((await mail.call('POST', `messages/${id}/${kind}`, person)).json())
const addresses = (list: readonly { address: string }[]) => list.map(({ address }) => address)

test('F16: a reply goes to all authors of a message, not to its Sender (RFC 5322 3.6.3)', async () => {
  const head =
    'From: Ann <ann@acme.example>, Ben <ben@acme.example>\r\nSender: Office <office@acme.example>\r\nSubject: Both'
  const message = await received(`${head}\r\n\r\nWe agree.`)
  assert.deepEqual(
    [message.from.address, addresses(message.authors ?? [])],
    ['ann@acme.example', ['ann@acme.example', 'ben@acme.example']],
  )
  assert.deepEqual(addresses((await answered(message.id, 'reply')).to), [
    'ann@acme.example',
    'ben@acme.example',
  ])
  const asked = await received(`${head}\r\nReply-To: list@acme.example\r\n\r\nWe agree.`)
  assert.deepEqual(addresses((await answered(asked.id, 'reply')).to), ['list@acme.example'])
})

test('a search by sender finds each of several authors', async () => {
  const message = await received(
    'From: Ann <ann@two.example>, Ben Quill <ben@two.example>\r\nSubject: By two\r\n\r\nWe agree.',
  )
  for (const author of ['ann@two.example', 'quill']) {
    const response = await mail.call('GET', `messages?q=${encodeURIComponent(`from:${author}`)}`, person)
    assert.deepEqual(
      MailMessages.parse(response.json()).messages.map(({ id }) => id),
      [message.id],
      author,
    )
  }
})

test('F16: reply all keeps an address with a plus tag, which belongs to somebody else', async () => {
  const [local, domain] = person.email.split('@')
  const plus = `${local}+tag@${domain}`
  const message = await received(
    `From: ann@acme.example\r\nTo: ${person.email.toUpperCase()}, ${plus}\r\nSubject: Tagged\r\n\r\nx`,
  )
  assert.deepEqual(addresses((await answered(message.id, 'replyAll')).to), ['ann@acme.example', plus])
})

test('F16: a reply keeps the quotes of a local part, and the address is accepted for sending', async () => {
  const message = await received('From: "john..doe"@ex.net\r\nSubject: Quoted\r\n\r\nx')
  const draft = await answered(message.id, 'reply')
  assert.deepEqual(addresses(draft.to), ['"john..doe"@ex.net'])
  assert.equal((await mail.send(person, draft.id)).statusCode, 202)
})

test('F16: mail can be sent to an international domain', async () => {
  const { id } = await mail.draft(person, {
    to: [{ name: 'Ben', address: 'Ben@bücher.example' }],
    subject: 'International',
  })
  await mail.sent(person, id)
  const { sending } = await mail.ended(person, id)
  assert.equal(sending?.state, 'sent', sending?.reason ?? '')
  const sent = sink.messages.find(({ raw }) => raw.includes('Subject: International'))
  // The test server reports domains in Unicode, whatever the envelope contained.
  assert.deepEqual(sent?.to, ['Ben@bücher.example'])
  assert.match(sent?.raw ?? '', /^To: Ben <Ben@xn--bcher-kva\.example>$/m)
})

test('F16: a portal address in unnecessary quotes is the same mailbox', async () => {
  const [local, domain] = person.email.split('@')
  assert.equal(await deliver('Subject: In quotes\r\n\r\nx', [`"${local}"@${domain?.toUpperCase()}`]), 250)
  assert.ok((await mail.listed(person, 'inbox')).some(({ subject }) => subject === 'In quotes'))
})
